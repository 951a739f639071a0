"""Does cross-attention look at the word it is about to translate? Measured on sentences that were aligned by hand.

Letters: S source tokens, T target tokens, H heads.
"""

import numpy as np

from core.models.translator.alignment import Aligned
from core.models.translator.loader import Translation, Translator
from core.models.translator.vocabulary import Vocabulary


def word_of_token(vocabulary: Vocabulary, ids) -> list[int]:
    """For each id the word it belongs to: a token that begins with a space begins a new word; EOS belongs to none (-1).

    Example:
        >>> from core.text import BPETokenizer
        >>> vocabulary = Vocabulary(BPETokenizer([]))
        >>> word_of_token(vocabulary, vocabulary.source("a bc"))
        [0, 1, 1, 1, -1]
    """
    words, word = [], 0
    for at, token in enumerate(ids):
        if token < 3:
            words.append(-1)
            continue
        word += at > 0 and vocabulary.tokenizer.token_bytes(token - 3).startswith(b" ")
        words.append(int(word))
    return words


def alignment_accuracy(translator: Translator, sentences: list[Aligned]) -> dict:
    """Share of linked German words whose strongest source token belongs to a linked English word, heads averaged.

    Per layer, in the row that predicts the word's first token; for the best layer also in the next row, which reads
    that token; and for a baseline that points along the diagonal.
    """
    hits = {"layers": [], "next_row": [], "diagonal": []}
    for sentence in sentences:
        for weights, row, words, linked in _linked_words(translator, sentence):
            source = len(words)
            hits["layers"].append([words[w[row].argmax()] in linked for w in weights])
            hits["next_row"].append([words[w[row + 1].argmax()] in linked for w in weights])
            diagonal = round(row * (source - 1) / max(1, weights.shape[1] - 1))
            hits["diagonal"].append(words[diagonal] in linked)
    layers = np.mean(hits["layers"], 0)
    best = int(layers.argmax())
    return {
        "sentences": len(sentences),
        "links": sum(len(sentence.links) for sentence in sentences),
        "words": len(hits["diagonal"]),
        "layers": layers.tolist(),
        "best_layer": best,
        "best": float(layers[best]),
        "next_row": float(np.mean(hits["next_row"], 0)[best]),
        "diagonal": float(np.mean(hits["diagonal"])),
    }


def _linked_words(translator: Translator, sentence: Aligned):
    """Per linked German word: weights [layers, T, S], its row, the words of the source tokens, the linked words."""
    vocabulary = translator.vocabulary
    source, target = vocabulary.source(sentence.english), vocabulary.target(sentence.german)
    trace = translator.trace(Translation(tuple(source), tuple(target), sentence.german, ended=True))
    weights = np.stack([layer.cross_attn.weights[0].mean(0).numpy() for layer in trace.decoder])
    words = word_of_token(vocabulary, source)
    targets = word_of_token(vocabulary, target[1:])  # row t predicts target[t + 1]
    for german in sorted({g for _, g in sentence.links}):
        yield weights, targets.index(german), words, {e for e, g in sentence.links if g == german}
