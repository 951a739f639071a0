"""Sentences with a number or a word of measure that claim nothing a test could hold, each found by a few of its words.

definition  says what a word or a sign means here, or how the figure is to be read
set-up      says what was chosen: the settings, the data, what the reader may do
cited       reports what a source says, or what people say; the page names it
told        what the figure beside it shows in any case, or common sense
"""

UNCLAIMED: dict[str, dict[str, tuple[str, ...]]] = {
    "tokenization": {},
    "embeddings": {},
    "positions": {},
    "attention": {},
    "feed_forward": {},
    "residuals": {},
    "architecture": {},
    "kv_cache": {},
    "sampling": {},
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
