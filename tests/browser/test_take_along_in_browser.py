"""A page taken along, as a reader does it: opened by a link, moved, downloaded; then the files are put to work."""

import json

from tests.browser.conftest import console_errors, main_text
from tests.browser.rest import answered, settle

VEGA = "loadVegaEmbed"  # the script of Streamlit's that brings what draws charts
DRAW = """async ([script, spec]) => {
    const [load] = Object.values(await import(script));
    const { embed, expressionInterpreter } = await load();
    const box = document.body.appendChild(document.createElement('div'));
    await embed(box, spec, { ast: true, expr: expressionInterpreter, renderer: 'svg', actions: false });
    const svg = box.querySelector('svg'), names = svg.querySelectorAll('[aria-label]').length;
    return { background: svg.style.backgroundColor, texts: svg.textContent, names };
}"""


def download(page, label: str, folder):
    """Press a button that gives a file; gives where it lies."""
    with page.expect_download() as file:
        page.get_by_role("button", name=label).first.click()
    path = folder / file.value.suggested_filename
    file.value.save_as(path)
    return path


def open_files(page) -> None:
    with answered(page):
        page.get_by_role("button", name="Take it along").click()
    page.get_by_role("button", name="Notebook (.ipynb)").wait_for()


def run(cells: list[dict]) -> list:
    """What `result` is after each cell of code."""
    names: dict = {}
    results = []
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            results.append(names["result"])
    return results


def test_a_view_is_taken_along_after_a_move_and_gives_the_number_on_the_page(visit, address, tmp_path):
    page = visit(f"{address}/lookup?query_angle=90")
    with answered(page):  # redraws one group of the page
        page.get_by_role("slider").first.press("ArrowRight")
    query = page.evaluate("location.search")
    open_files(page)
    cells = json.loads(download(page, "Notebook (.ipynb)", tmp_path).read_text(encoding="utf-8"))["cells"]
    assert f"/lookup{query}\n" in "".join(cells[0]["source"])
    readings = [cell for cell in cells if "**Figure.**" in "".join(cell["source"])]
    assert len(readings) == page.locator("[data-testid=stVegaLiteChart]").count()  # each once
    (answer,) = run(cells)
    said = f"The soft answer is ({answer[0]:.2f}, {answer[1]:.2f})".replace("-", "−")
    assert said in main_text(page)
    path = download(page, "Python file (.py)", tmp_path)
    assert path.name == "transformer_lookup.py"
    names: dict = {"__name__": "taken"}
    exec(path.read_text(encoding="utf-8"), names)
    assert names["snippet"]().tolist() == answer.tolist()
    assert not console_errors(page)


def test_the_first_page_is_taken_along_on_a_phone_and_in_a_frame(visit, address, tmp_path):
    page = visit(f"{address}/?embed=true&machine_stage=memory", width=390)
    open_files(page)
    button = page.get_by_role("button", name="Notebook (.ipynb)").bounding_box()
    assert button["x"] >= 0 and button["x"] + button["width"] <= 390
    cells = json.loads(download(page, "Notebook (.ipynb)", tmp_path).read_text(encoding="utf-8"))["cells"]
    assert any("passed.numbers('memory'" in "".join(cell["source"]) for cell in cells)


def test_a_chart_is_drawn_outside_the_app(visit, address, tmp_path):
    page = visit(f"{address}/attention", theme="dark")
    scripts: list[str] = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    (script,) = {name for name in scripts if VEGA in name}
    with answered(page):
        page.get_by_text("Data", exact=True).first.click()
    path = download(page, "Download Vega-Lite", tmp_path)
    assert path.name == "attention_heads.vl.json"
    drawn = page.evaluate(DRAW, [script, json.loads(path.read_text(encoding="ascii"))])
    settle(page)
    assert drawn["background"] == "rgb(250, 247, 241)"  # light, whatever the reader's theme
    assert "head 8" in drawn["texts"] and "·car" in drawn["texts"] and drawn["names"] > 64
