"""What the picture of the machine says in words and in a table."""

from collections.abc import Sequence

from core.analysis.inside.passes import WholePass
from core.decoding import largest
from core.say import percent


def output_in_words(
    passed: WholePass, written: Sequence[str], source: Sequence[str], t: int, *, cut: bool = False
) -> str:
    """How output t came about: how probable it was, what stood behind it, and where the decoder looked for it."""
    shares = passed.likeliest(t, 2)[1]
    said = f"Output {t}, “{written[t]}”: probability {percent(shares[0])}, the next candidate {percent(shares[1])}."
    if cut:
        return f"{said} The cross-attention is cut, so nothing of the source reached it."
    attended = passed.attended(t)
    first, second = largest(attended, 2).tolist()  # a source has two tokens at least: a piece and its end
    layers, heads = passed.weights.shape[1:3]
    return (
        f"{said} Averaged over {layers} layers of {heads} heads, it took most from “{source[first]}” "
        f"({percent(float(attended[first]))}), then from “{source[second]}” ({percent(float(attended[second]))})."
    )


def stage_table(passed: WholePass, source: Sequence[str], read: Sequence[str]) -> dict[str, list]:
    """The vectors of all stages as columns: one row for each number."""
    names = {"encoder": source, "decoder": read}
    rows = [
        (stage.label, at, names[stage.tower][at], component, value)
        for stage in passed.stages
        if stage.id in passed.vectors
        for at, vector in enumerate(passed.vectors[stage.id].tolist())
        for component, value in enumerate(vector)
    ]
    return dict(
        zip(("stage", "position", "token", "component", "value"), map(list, zip(*rows, strict=True)), strict=True)
    )
