"""Learning 1,000 merges on 1 MB of text, beside the Rust trainer of Hugging Face's tokenizers."""

from core.text import load_corpus, train_bpe
from tests.benchmarks.clock import interleaved, line


def rows():
    """CPU seconds of all threads: the Rust trainer uses several."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    text = load_corpus()[:1_000_000]

    def theirs():
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(vocab_size=1256, initial_alphabet=alphabet, show_progress=False)
        tokenizer.train_from_iterator([text], trainer)

    variants = {"ours": lambda: list(train_bpe(text, 1000, runners_up=0)), "theirs": theirs}
    times = interleaved(variants, rounds=5)
    yield line("BPE, 1 MB, 1,000 merges", times["ours"], "Hugging Face tokenizers", times["theirs"], "at most 1.0")
