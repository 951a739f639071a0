"""A control that counts from 1: which layer, which head."""

from dataclasses import dataclass

from core.ui import parse
from core.ui.controls import Index
from core.ui.held import unless_hidden


@dataclass(frozen=True)
class Ordinal(Index):
    """The first to the last of some things: 1 … n for the reader and in the link, 0 … n − 1 as a value in code.

    `draw(n)` takes how many there are, which may be fewer than `most`.

    Example:
        LAYER = ui.Ordinal("layer", "Layer", most=6, default=1)  # the second
        layer = LAYER.draw(3)
    """

    @property
    def allowed(self) -> str:
        return f"1 to {self.most}"

    def read(self, text: str) -> int:
        return int(parse.snap(parse.ranged(text, 1, self.most), 1, 1)) - 1

    def text(self, value: int) -> str:
        return str(value + 1)

    @unless_hidden
    def draw(self, n: int) -> int:
        return self._draw_up_to(min(n, self.most) - 1)

    def at_rest(self, n: int) -> int:
        return self.within(n)
