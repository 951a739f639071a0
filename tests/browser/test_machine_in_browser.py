"""The first page and the path: a reader's own sentence, from the machine through ten pages and back."""

import re

import pytest

from core.ui.contents import ROOT
from core.ui.path import STOPS
from tests.browser.conftest import console_errors, link_to_this_view, main_text, query, running
from tests.browser.rest import answered, settle

MINE = "She never drinks cold water."


def write(page, text: str) -> None:
    box = page.get_by_label("An English sentence")
    box.fill(text)
    with answered(page):
        box.press("Enter")


def follow(page, name: str) -> None:
    with answered(page):
        page.locator("[data-testid=stMain]").get_by_role("link", name=name).click()


def click_cell(page, stage: str, at: int) -> None:
    """Click on a cell of the picture: the marks that take clicks carry their stage in their description."""
    cells = page.locator(f"[data-testid=stVegaLiteChart] path[aria-label*='stage: {stage};']")
    box = cells.nth(at).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with answered(page):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_sentence_of_ones_own_an_output_and_a_stage(visit, address):
    """The page behind the stage shows the same number of the same sentence."""
    page = visit(f"{address}/")
    assert "·gestern" in main_text(page) and page.locator("[data-testid=stSkeleton]").count() == 0
    write(page, MINE)
    assert query(page) == f"?machine_text={MINE}".replace(" ", "+")
    with answered(page):
        page.get_by_role("slider", name="Output token").press("ArrowRight")
    said = main_text(page)
    assert "Output 3, “" in said
    reading = re.search(r"head (\d) of layer (\d) takes most from “(.*)”: ([\d.]+) %", said)
    follow(page, "More on this, at your sentence: Attention")
    assert page.locator("h1").inner_text() == "Attention"
    assert page.get_by_label("An English sentence").input_value() == MINE
    _, layer, token, share = reading.groups()
    assert f"attention_layer={layer}" in query(page) and "attention_kind=cross" in query(page)
    assert re.search(rf"The chosen cell: .* gives “{token}” \(column \d+\) {re.escape(share)} %", main_text(page))
    assert not console_errors(page)


def test_a_click_in_the_picture_chooses_the_stage_and_the_token(visit, address):
    page = visit(f"{address}/")
    click_cell(page, "encoder layer 2", 4)
    assert "machine_source=4&machine_stage=encoder-2" in query(page)
    assert "trace.encoder[1].resid_post[0, 4]" in main_text(page)
    click_cell(page, "decoder layer 3", 6)
    assert "machine_output=6" in query(page) and "machine_stage=decoder-3" in query(page)
    again = visit(link_to_this_view(page))
    assert "trace.decoder[2].resid_post[0, 6]" in main_text(again)
    assert "Output 6, “·gekauft”" in main_text(again)


def test_one_switch_cuts_the_decoder_off(visit, address):
    page = visit(f"{address}/")
    with answered(page):
        page.get_by_text("Cut cross-attention").click()
    assert "nothing of the source reached it" in main_text(page)
    assert "·gestern" not in main_text(page).split("Output token")[0].split("Other sentences")[1]
    with answered(page):
        page.get_by_text("Cut cross-attention").click()
    assert "it took most from" in main_text(page)


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "There is nothing to translate"),
        ("Xyzzy plugh 😀", "Output 2"),
        ("wa ter wo " * 9, "this page draws at most 24"),
    ],
)
def test_sentences_that_are_none(visit, address, text, said):
    page = visit(f"{address}/")
    write(page, text or " ")
    assert said in main_text(page)
    assert page.locator("[data-testid=stVegaLiteChart]").count() >= 1 and not console_errors(page)


def test_the_path_from_the_first_stop_to_the_last_and_back(visit, address):
    page = visit(f"{address}/")
    write(page, MINE)
    follow(page, "Follow this sentence through the machine")
    for n, stop in enumerate(STOPS, 1):
        assert f"stop {n} of 10" in main_text(page) and f"/{stop.stem}?" in page.evaluate("location.href")
        assert MINE in query(page).replace("+", " ")
        assert "The link" not in main_text(page)
        if n < len(STOPS):
            follow(page, f"Stop {n + 1}:")
    for n in range(9, 0, -1):
        follow(page, f"Stop {n}:")
        assert f"stop {n} of 10" in main_text(page) and MINE in query(page).replace("+", " ")
    follow(page, "The whole machine")
    assert query(page) == f"?machine_text={MINE}".replace(" ", "+")


def test_another_sentence_on_the_way_goes_along(visit, address):
    page = visit(f"{address}/attention?stop=4")
    write(page, MINE)
    follow(page, "Stop 5:")
    assert f"memory_text={MINE}" in query(page).replace("+", " ")


def test_a_stop_that_was_shared_opens_cold_and_can_be_left(visit):
    with running(ROOT / "app.py") as address:
        page = visit(f"{address}/feed_forward?memory_text=He+sleeps.&stop=5")
        assert "stop 5 of 10" in main_text(page) and "He sleeps." in query(page).replace("+", " ")
        with answered(page):
            page.get_by_role("button", name="Leave the path").click()
        assert "stop 5 of 10" not in main_text(page) and "stop" not in query(page)
        assert page.get_by_label("An English sentence").input_value() == "He sleeps."


def test_a_stop_of_another_page_is_said(visit, address):
    page = visit(f"{address}/attention?stop=5")
    assert "stop = “5”" in main_text(page) and "one of 0, 4, 7" in main_text(page)
    assert query(page) == ""


def test_previous_and_next_keep_the_readers_sentence(visit, address):
    page = visit(f"{address}/attention")
    write(page, MINE)
    follow(page, "Feed-forward")
    assert f"memory_text={MINE}" in query(page).replace("+", " ")
    page = visit(f"{address}/attention")
    follow(page, "Feed-forward")
    assert query(page) == ""  # the page's own example


def test_the_text_stands_there_before_the_machine(visit):
    """On a cold server: the title and the contents are there while a skeleton keeps the place of the picture."""
    with running(ROOT / "app.py") as address:
        page = visit(f"{address}/?machine_text=He+sleeps.")
        settle(page)
        assert page.locator("[data-testid=stSkeleton]").count() == 0
        assert "He" in main_text(page) and "Softmax saturation" in main_text(page)
