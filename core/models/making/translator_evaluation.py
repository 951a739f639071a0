"""Measure the translator that ships: BLEU on held-out sentences, and where its cross-attention points.

    python -m core.models.making.translator_evaluation deu-eng.zip --out runs/translator/evaluation.json

BLEU is sacrebleu's (13a, case-sensitive, one reference). "No variant" are the test sentences that differ from every
training sentence by more than one word. The links are those of `core/data/alignments.tsv`, made by hand.
"""

import argparse
import json
from pathlib import Path

from core.models.making.batching import pad
from core.models.making.pointing import alignment_accuracy
from core.models.making.sentence_pairs import Variants, read_pairs, split_corpus
from core.models.translator.alignment import read_alignments
from core.models.translator.loader import MAX_NEW_TOKENS, Translator, load

SHORT = 9  # words


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", type=Path)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--beams", type=int, default=4)
    options = ask.parse_args()
    translator, corpus = load(), split_corpus(read_pairs(options.corpus))
    variants = Variants(english for english, _ in corpus.train)
    short = [pair for pair in corpus.test if len(pair[0].split()) <= SHORT]
    output = dict(zip(short, greedy(translator, short), strict=True))
    fresh = [pair for pair in short if not variants.has(pair[0])]
    figures = {
        "training_pairs": len(corpus.train),
        "parameters": sum(p.numel() for p in translator.model.parameters()),
        "validation_perplexity": translator.log[-1]["validation_perplexity"],
        "cpu_minutes": translator.log[-1]["cpu_minutes"],
        "steps": int(translator.log[-1]["step"]),
        "longest": SHORT,
        "sentences": len(short),
        "bleu": bleu(short, [output[pair] for pair in short]),
        "sentences_no_variant": len(fresh),
        "bleu_no_variant": bleu(fresh, [output[pair] for pair in fresh]),
        "beams": options.beams,
        "bleu_no_variant_beam": bleu(fresh, [translator.translate(a, beams=options.beams).text for a, _ in fresh]),
        "alignment": alignment_accuracy(translator, read_alignments()),
    }
    text = json.dumps(figures, indent=1)
    options.out.write_text(text, encoding="utf-8", newline="\n")
    print(text)


def bleu(pairs: list[tuple[str, str]], outputs: list[str]) -> float:
    """Corpus BLEU in percent."""
    from sacrebleu import corpus_bleu  # a tool of the evaluation, not of the app

    return corpus_bleu(outputs, [[german for _, german in pairs]]).score


def greedy(translator: Translator, pairs: list[tuple[str, str]], batch: int = 64) -> list[str]:
    """Greedy translations, many at a time."""
    from core.decoding import generate

    outputs = []
    for at in range(0, len(pairs), batch):
        source = pad([translator.source_ids(english) for english, _ in pairs[at : at + batch]])
        rows = generate(translator.model, source, MAX_NEW_TOKENS)
        outputs += [translator.vocabulary.text(row).strip() for row in rows]
    return outputs


if __name__ == "__main__":
    main()
