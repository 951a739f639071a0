"""Texts that show what a tokenizer does: words, repetition, long words, white space, characters of several bytes."""

EXAMPLES = {
    "A sentence": "The transformer reads tokens, not words. A tokenizer cuts internationalization into pieces that it "
    "has met before, and it never meets a word that it cannot cut.",
    "aaabdaaabac": "aaabdaaabac",
    "German": "Donaudampfschifffahrt ist ein Wort, Donaudampfschifffahrtsgesellschaft auch.",
    "Emoji and accents": "👍🏽 “quoted” déjà vu, 日本語テキスト化, i ⭢ j",
    "White space": "  Hello World.\ta\tb\n\nhi ",
    "Look-alikes": "<|endoftext|> <unk> <s> <pad> [CLS]",
}
