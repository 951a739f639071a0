"""Texts that show what a tokenizer does: repetition, long words, white space, characters of several bytes."""

EXAMPLES = {
    "aaabdaaabac": "aaabdaaabac",
    "German": "Donaudampfschifffahrt ist ein Wort, Donaudampfschifffahrtsgesellschaft auch.",
    "Emoji and accents": "👍🏽 “quoted” déjà vu, 日本語テキスト化, i ⭢ j",
    "White space": "  Hello World.\ta\tb\n\nhi ",
    "Look-alikes": "<|endoftext|> <unk> <s> <pad> [CLS]",
}
