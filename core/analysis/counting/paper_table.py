"""Table 3 of the paper: the parameters it prints, beside an exact count of the same model."""

from dataclasses import dataclass, replace

from core.analysis.counting.parameters import parameter_count
from core.transformer import PAPER_BASE, PAPER_BIG, ModelConfig


@dataclass(frozen=True)
class Table3Row:
    """One row: `counted` is exact, `printed` is in millions as in the paper (None: the cell is empty there)."""

    name: str
    change: str
    config: ModelConfig
    counted: int
    printed: int | None
    note: str

    @property
    def difference(self) -> float | None:
        """(counted − printed) / printed."""
        return None if self.printed is None else self.counted / (self.printed * 1e6) - 1

    @property
    def fitting_vocabulary(self) -> tuple[float, float] | None:
        """Between which sizes of the shared table the count rounds to the printed figure."""
        if self.printed is None:
            return None
        width, stacks = self.config.d_model, self.counted - self.config.vocab_size * self.config.d_model
        low, high = ((self.printed + half) * 1e6 - stacks for half in (-0.5, 0.5))
        return low / width, high / width


_SAME = "only dropout or smoothing changes, so the count is the base model's"
_HEADS = "h · d_k stays 512, so the count does not change"
_SHORT = "the printed figures fit a shared table of about 41,000 rows, the text says about 37,000"
_BIG = "the only row above the printed figure: 213 M fits about 36,000 rows, so the table is not consistent in itself"
_LEARNED = "sinusoids cost nothing; the learned tables of the two stacks add 2 · max_len · d_model"


def table3() -> list[Table3Row]:
    """Rows base, A–E and big of Table 3 with one shared 37,000-row table, no attention biases, feed-forward biases,
    LayerNorm gain and bias, and no norm on top of the stacks (what the paper's text describes).

    No convention reproduces all printed figures: attention biases add 36,864, separate tables 37.9 M.

    Source: Vaswani et al. 2017, Table 3.
    """
    rows = [_row("base", "", PAPER_BASE, 65, _SHORT)]
    rows += [_row("A", f"h = {h}, d_k = {512 // h}", _base(n_heads=h), None, _HEADS) for h in (1, 4, 16, 32)]
    rows += [_row("B", f"d_k = {k}", _base(head_size=k), printed, _SHORT, value_size=64) for k, printed in _ROWS_B]
    rows += [_row("C", change, _base(**changes), printed, _SHORT) for change, changes, printed in _ROWS_C]
    rows += [_row("D", change, _base(**changes), None, _SAME) for change, changes in _ROWS_D]
    rows.append(_row("E", "learned positions", _base(positions="learned"), None, _LEARNED))
    rows.append(_row("big", "d = 1024, d_ff = 4096, h = 16", PAPER_BIG, 213, _BIG))
    return rows


_ROWS_B = ((16, 58), (32, 60))
_ROWS_C = (
    ("N = 2", {"n_layers": 2}, 36),
    ("N = 4", {"n_layers": 4}, 50),
    ("N = 8", {"n_layers": 8}, 80),
    ("d = 256, d_k = 32", {"d_model": 256}, 28),
    ("d = 1024, d_k = 128", {"d_model": 1024}, 168),
    ("d_ff = 1024", {"d_ff": 1024}, 53),
    ("d_ff = 4096", {"d_ff": 4096}, 90),
)
_ROWS_D = (
    ("dropout 0.0", {"dropout": 0.0}),
    ("dropout 0.2", {"dropout": 0.2}),
    ("smoothing 0.0", {}),
    ("smoothing 0.2", {}),
)


def _base(**changes) -> ModelConfig:
    return replace(PAPER_BASE, **changes)


def _row(name, change, config, printed, note, value_size=None) -> Table3Row:
    counted = parameter_count(config, value_size=value_size).total
    return Table3Row(name, change, config, counted, printed, note)
