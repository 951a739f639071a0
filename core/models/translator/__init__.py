"""The English→German translator: the paper's machine at a small size, trained on Tatoeba sentences, and what it says.

`python -m core.models.translator.train` trains it, `….export` ships it, `….evaluate` measures it.
"""

from core.models.translator.loader import FILE, Translation, Translator, load

__all__ = ["FILE", "Translation", "Translator", "load"]
