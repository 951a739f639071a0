"""The one control that chooses a trained model, with what the chosen one can and cannot do beside it."""

from dataclasses import dataclass

import core
from core.ui import parse
from core.ui.caption import caption
from core.ui.controls import Choice
from core.ui.held import unless_hidden
from core.ui.linked import Linked


@dataclass(frozen=True)
class ModelPicker(Linked):
    """One of the trained models, by its id in `core.models.CATALOGUE`; `draw` gives the id, for `ui.model`.

    The default is the first of the options. A model whose file is missing or altered cannot be chosen, by hand or by a
    link, and a sentence under the control says why; the others go on.

    Example:
        MODEL = ui.ModelPicker("model", "Model", ("toy-reverse", "toy-sort", "translator"))
        model = ui.model(MODEL.draw())
    """

    key: str
    label: str
    options: tuple[str, ...]

    @property
    def usable(self) -> tuple[str, ...]:
        """The options whose files are in order."""
        return tuple(option for option in self.options if _entry(option).problem() is None)

    @property
    def default(self) -> str:
        return (self.usable or self.options)[0]

    @property
    def allowed(self) -> str:
        return "one of " + ", ".join(self.usable)

    def read(self, text: str) -> str:
        return parse.choice(text, self.usable)

    def samples(self) -> tuple[str, ...]:
        return self.usable

    @unless_hidden
    def draw(self) -> str:
        chosen = self.default
        if self.usable:
            titles = tuple(_entry(option).title for option in self.usable)
            chosen = Choice(self.key, self.label, self.usable, self.default, titles, help=self.help).draw()
            entry = _entry(chosen)
            caption(f"**{entry.title}.** {entry.can} {entry.cannot}")
        for entry in map(_entry, self.options):
            if problem := entry.problem():
                caption(f"**{entry.title}** cannot be chosen. {problem}")
        return chosen


def _entry(model_id: str):
    return core.models.CATALOGUE[model_id]
