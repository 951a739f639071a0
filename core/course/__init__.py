"""What an instructor needs to teach with this app: plans whose steps are links, misconceptions, measured load.

Rows of plain data. A page that is named is named by its stem, and a `View` is what a link to it opens.

Example:
    >>> from core import course
    >>> course.exercise("kv_cache", 2, 7).query
    {'kv_question_number': '2', 'kv_question': '7'}
"""

from core.course.assignment import ASSIGNMENT
from core.course.load import MEASURED, THINK, Load
from core.course.misconceptions import MISCONCEPTIONS, Misconception
from core.course.session import SESSION, Step
from core.course.view import View, exercise
from core.course.weeks import WEEKS, Week

__all__ = [
    "ASSIGNMENT",
    "MEASURED",
    "MISCONCEPTIONS",
    "SESSION",
    "THINK",
    "WEEKS",
    "Load",
    "Misconception",
    "Step",
    "View",
    "Week",
    "exercise",
]
