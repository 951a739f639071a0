"""How the files in `core/data` were made: commands, none of which the app runs or imports.

`python -m core.models.making.` and then

austen                 the corpus, and the byte-level merges that are learned from it
glove                  the word vectors
translator_training    the translator, from sentence pairs; then translator_export, translator_evaluation
minilm                 the pretrained encoder, smaller
toys                   the encoder–decoders that reverse and sort letters

Each says in its docstring what it takes; `core/data/README.md` has what it was given.
"""
