"""What is shown under "How do we know?" is what the tests say, and no claim of a page is without a test."""

import pytest

from core.evidence import FILE, held_claims
from core.ui.contents import sections
from tests.evidence import collected
from tests.evidence.__main__ import text
from tests.evidence.prose import claims, plain, sentences
from tests.evidence.unclaimed import UNCLAIMED

ALL = collected()
ESSAYS = [row.stem for row in sections()]


def said(page: str) -> list[str]:
    """What tests say that the page says."""
    return [plain(row["claim"]) for row in ALL.get(page, ()) if row["said"]]


def passed_over(page: str) -> list[str]:
    return [plain(words) for kind in UNCLAIMED.get(page, {}).values() for words in kind]


def test_what_the_app_shows_is_what_the_tests_say():
    """Written by `python -m tests.evidence`."""
    assert FILE.read_text(encoding="utf-8") == text()


@pytest.mark.parametrize("page", sorted(ALL))
def test_what_is_said_to_be_held_is_said_by_the_page(page):
    prose = " ".join(sentences(page))
    assert not [words for words in said(page) + passed_over(page) if words not in prose]


@pytest.mark.parametrize("page", ESSAYS)
def test_no_claim_is_without_a_test(page):
    """A sentence with a number or a word of measure is held by a test, or is named as one that claims nothing."""
    known = said(page) + passed_over(page)
    assert not [one for one in claims(page) if not any(words in one or one in words for words in known)]


@pytest.mark.parametrize("page", ESSAYS)
def test_the_numbers_of_every_page_are_held_too(page):
    shown = [one for one in held_claims(page) if not one.said]
    assert len(shown) >= 3 and len({one.claim for one in shown}) == len(shown)


def test_a_sentence_that_claims_nothing_is_not_held_as_well():
    for page in UNCLAIMED:
        both = set(said(page)) & set(passed_over(page))
        assert not both, f"{page}: {both}"
