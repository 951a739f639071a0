"""Write what holds the claims of each page: `python -m tests.evidence`."""

import json

from core.evidence import FILE
from tests.evidence import collected


def text() -> str:
    """The file as it should be."""
    return json.dumps(collected(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8", newline="\n")
