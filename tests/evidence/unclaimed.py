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
    "lookup": {},
    "shapes": {},
    "scaling": {},
    "saturation": {},
    "causal_mask": {},
    "flops": {},
    "pre_norm": {},
    "trainer": {},
}
