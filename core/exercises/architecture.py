"""The questions of the page `architecture`."""

from functools import lru_cache
from itertools import product

from core import say
from core.analysis.counting import parameter_count
from core.analysis.inside import cut_map, cut_names, sentence_flops
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.exercises.shared_models import SENTENCES, translated, translator
from core.transformer import ModelConfig

WIDTHS = (128, 192, 256, 384, 512, 768, 1024, 2048)
PARTS = tuple(product(WIDTHS, (2, 3, 4, 8), ("feed-forward network", "encoder layer", "decoder layer")))
EXAMPLE = "He gave me a book for my birthday."  # the page's own
CUTS = tuple(product((EXAMPLE, *SENTENCES[::4]), ("encoder", "decoder", "cross"), ("cheapest", "costliest")))
TOWERS = tuple(product((2, 3, 4, 6, 12), range(4, 14), range(3, 16)))  # layers, source and target tokens


def parameters_of_a_part(rng: Draw) -> Question:
    """The parameters of a feed-forward network or of a whole layer, of another size."""
    width, times, part = rng.deal(PARTS)
    count = parameter_count(ModelConfig(d_model=width, d_ff=times * width, n_heads=8), biases=False, norms=False)
    answers = {
        "feed-forward network": count.encoder_layer.feed_forward,
        "encoder layer": count.encoder_layer.total,
        "decoder layer": count.decoder_layer.total,
    }
    attentions = {"feed-forward network": 0, "encoder layer": 1, "decoder layer": 2}[part]
    answer, square = answers[part], width * width
    return Question(
        f"A model has the width {width:,} and {times * width:,} hidden units. How many parameters does one {part} "
        "have, biases and norms not counted, in thousands?",
        answer=answer / 1000,
        working=rf"${4 * attentions}$ matrices of ${width} \times {width}$ in {attentions or 'no'} "
        rf"attention{'s' if attentions != 1 else ''}, and two of ${width} \times {times * width}$: "
        rf"$({4 * attentions} + 2 \cdot {times}) \cdot {width}^2 = {say.thousands(answer)}$.",
        tolerance=max(1.0, answer / 500_000),
        unit="thousand",
        digits=1,
        hints=(
            "An attention has four matrices: for queries, keys, values and the output. The heads share them out.",
            "A feed-forward network has two matrices; a decoder layer has two attentions.",
        ),
        confusions={
            (answer - times * square) / 1000: "what comes out with one matrix in the feed-forward network; it has two",
            (answer - 4 * square) / 1000: "what comes out with an attention too few",
            (answer - attentions * square)
            / 1000: "what comes out with three matrices in an attention: $W_O$ is one too",
            (answer + 4 * square) / 1000: "what comes out with an attention too many",
            answer: "the number itself, not in thousands",
        },
    )


def extreme_cut(rng: Draw) -> Question:
    """The change of the loss at the cheapest, or the costliest, cut of a map."""
    text, kind, which = rng.deal(CUTS)
    names, costs = cut_names(translator().model.config.n_heads), _costs(text, kind)
    cells = [(cost, layer, name) for layer, row in enumerate(costs, 1) for cost, name in zip(row, names, strict=True)]
    (low, *_), (high, *_) = min(cells), max(cells)
    cost, layer, name = min(cells) if which == "cheapest" else max(cells)
    return Question(
        f"In “Cut something out”, let the translator read “{text}” and look at the map for “{kind}”. What is the "
        "change "
        f"of the loss, in nats a token, at the {which} cut of the whole map? (The smallest change is the cheapest, and "
        "it may be negative.)",
        answer=cost,
        working=f"It is “{name}” in layer {layer}: {say.number(cost, 3)} nats a token. Over the map the changes go "
        f"from {say.number(low, 3)} to {say.number(high, 3)}. A negative one says that the translator finds its own "
        "translation more probable without that part.",
        tolerance=0.0015,
        unit="nats",
        digits=3,
        kind="experiment",
        hints=(
            f"Put the sentence into the box at the top, and choose “{kind}” under “Attention to cut in”.",
            "Click the cell that is farthest on its side of the colours; the sentence below gives its change.",
        ),
        confusions={
            (high if which == "cheapest" else low): "the change at the other end of the map",
            min((cell[0] for cell in cells), key=abs): "the change nearest to 0; a cheaper one lies below 0",
        },
        given={"arch_text": text, "cut_kind": kind, "which": which},
    )


@lru_cache(maxsize=128)
def _costs(text: str, kind: str) -> list[list[float]]:
    """What every cut of the page's map costs."""
    said = translated(text)
    return cut_map(translator().model, said.source_ids, said.target_ids, kind)


def passes_through_the_encoder(rng: Draw) -> Question:
    """How often a vector passes an encoder layer while a sentence is written token by token."""
    layers, source, target = rng.deal(TOWERS)
    config = ModelConfig(d_model=64, n_heads=4, d_ff=256, n_layers=layers)
    one = sentence_flops(ModelConfig(d_model=64, n_heads=4, d_ff=256, n_layers=1), 1, 1)["encoder-ffn"]
    passes = sentence_flops(config, source, target)["encoder-ffn"] // one
    return Question(
        f"A model has {layers} layers in each tower. It reads {source} source tokens and then writes {target} tokens, "
        "one after the other. How many times, in all, does the vector of a token go through an encoder layer?",
        answer=passes,
        working=f"The source does not change while the translation is written, and no encoder layer looks at the "
        f"target: {layers} layers times {source} tokens, once. All decoder layers read the same result, that of the "
        "last encoder layer.",
        digits=0,
        kind="misconception",
        hints=(
            "What does the encoder read? Does that change when the decoder has written a token?",
            "Each source token goes through every layer of its tower.",
        ),
        confusions={
            passes * target: "what comes out if the encoder runs again for every token that is written",
            passes * (target + 1): "what comes out if the encoder runs again for every token that is written, and once "
            "before",
            source * layers + target * layers: "the passes through both towers",
            source: "the passes through one layer",
            layers: "the layers that each token goes through",
            layers * target: "the passes of the *written* tokens through the decoder",
        },
        given={"layers": layers, "source": source, "target": target},
    )
