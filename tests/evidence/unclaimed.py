"""Sentences with a number or a word of measure that claim nothing a test could hold, each found by a few of its words.

definition  says what a word or a sign means here, or how the figure is to be read
set-up      says what was chosen: the settings, the data, what the reader may do
cited       reports what a source says, or what people say; the page names it
told        what the figure beside it shows in any case, or common sense
"""

UNCLAIMED: dict[str, dict[str, tuple[str, ...]]] = {
    "tokenization": {
        "set-up": ("To see what learning adds, here is a cutter that learns nothing.",),
        "cited": ("It is often said that they make a sequence ten times as long",),
    },
    "embeddings": {
        "set-up": ("Here are two arrows in a real plane, to try it on.",),
        "cited": ("GloVe was made for nothing but such comparisons.",),
    },
    "positions": {
        "definition": ("In the picture a row is a position, a column one of the 512 numbers.",),
        "set-up": ("one attention layer runs over the words: once in this order, once shuffled",),
        "told": ("Attention works with dot products, so it matters what the dot product of two encodings is.",),
    },
    "attention": {"told": ("tired, and “it” is the animal; wide, and “it” is the street",)},
    "feed_forward": {
        "definition": (
            "crossed out when its output is exactly zero",
            "Read the two matrices unit by unit.",
            "**What makes unit … fire**",
            "**What unit … then adds**",
        ),
        "set-up": ("Here a single number $x$ takes the place of the 512, and one number comes out.",),
        "cited": ("two thirds of a Transformer's weights are in its feed-forward networks",),
    },
    "residuals": {"definition": ("At 1 all have the same vector.",)},
    "architecture": {"cited": ("Table 3 of the paper changes one thing at a time.", "The text says about 37,000.")},
    "kv_cache": {
        "told": ("Fewer operations are not yet less time: at short lengths a step costs what it costs to start it.",)
    },
    "sampling": {
        "definition": ("Between the logits and the draw there is room for three decisions.",),
        "set-up": ("Take eight words that could come next, with the score of each",),
    },
    "lookup": {"definition": ("A dictionary in a program takes a",)},
    "shapes": {},
    "scaling": {},
    "saturation": {},
    "causal_mask": {},
    "flops": {
        "definition": ("one addition or multiplication of two numbers",),
        "cited": ('"More heads cost more", one may think', "A sentence one often reads"),
        "told": ("small products keep it waiting for memory",),
    },
    "pre_norm": {
        "set-up": (
            "your vector as the last of three tokens",
            "The norm and the FFN are those chosen above; the width is 64",
            "A stack of such layers, width 32, is to write four letters in reverse order",
        )
    },
    "trainer": {},
}
