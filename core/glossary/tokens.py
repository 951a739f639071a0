"""From text to vectors: tokens, what stands for them, and where they stand."""

from core.glossary.term import Term

TERMS = (
    Term(
        "token",
        "A piece of text from a fixed list: a whole word, a part of one, or a single byte. A model reads and writes "
        "tokens, not letters or words.",
        "tokenization",
        also=("tokens",),
    ),
    Term(
        "token id",
        "The number of a token in the vocabulary. It is a name: ids that are near each other need have nothing in "
        "common.",
        "tokenization",
        also=("token ids", "id", "ids"),
    ),
    Term(
        "vocabulary",
        "The fixed list of all tokens that a model can read and write. $V$ is how many they are.",
        "tokenization",
        symbol="V",
        also=("vocabularies",),
    ),
    Term(
        "byte-pair encoding",
        "A way to learn a vocabulary from a text. It starts from single bytes, and again and again gives the most "
        "frequent pair of neighbours an id of its own.",
        "tokenization",
        also=("BPE",),
    ),
    Term(
        "merge",
        "One step of byte-pair encoding: a pair of neighbouring tokens becomes one new token, wherever it stands.",
        "tokenization",
        also=("merges",),
    ),
    Term(
        "hash",
        "A number worked out from a piece of text that looks random but is always the same for the same piece. Two "
        "different pieces may get the same one.",
        "tokenization",
        also=("hashes",),
    ),
    Term(
        "out of vocabulary",
        "Said of a word that is not on the list. To a model that knows only whole words, all such words look the same.",
        "tokenization",
    ),
    Term(
        "embedding",
        "The learned vector that stands for a token: one row of a table that has a row for every entry of the "
        "vocabulary.",
        "embeddings",
        symbol="x",
        shape="[d_{model}]",
        also=("embeddings",),
    ),
    Term(
        "cosine similarity",
        "The cosine of the angle between two vectors: 1 for the same direction, 0 at a right angle, −1 for opposite "
        "directions. Their lengths do not count.",
        "embeddings",
        symbol=r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert\,\lVert v \rVert}",
        also=("cosine", "cosines"),
    ),
    Term(
        "positional encoding",
        "A vector that depends on a token's position alone and is added to its embedding. The paper's holds a sine and "
        "a cosine of each of many wavelengths.",
        "positions",
        symbol="PE(p)",
        shape="[T, d_{model}]",
        also=("positional encodings", "PE"),
    ),
    Term(
        "wavelength",
        "The number of positions after which one pair of the positional encoding comes round again.",
        "positions",
        symbol=r"\lambda_i = 2\pi \cdot 10000^{2i/d_{model}}",
        also=("wavelengths",),
    ),
    Term(
        "permutation-equivariant",
        "Said of a layer that does not know the order of its inputs: reorder them, and the outputs are the same ones, "
        "reordered in the same way.",
        "positions",
        also=("permutation-equivariance",),
    ),
    Term(
        "context",
        "The tokens that a decoder has before it when it predicts the next one: what it has written so far, behind a "
        "token for the start.",
        "kv_cache",
        also=("contexts",),
    ),
)
