"""An assignment as an example: a page with a heading, an instruction, and controls that nobody can move."""

from core.course.view import View

ASSIGNMENT = View(
    "sampling",
    {
        "temperature": "1.5",
        "heading": "Week 4: temperature",
        "instruction": "Find the smallest temperature at which the first candidate has less than half. Then say why.",
        "hide": "top_k,top_p",
    },
    "Week 4: temperature",
)
