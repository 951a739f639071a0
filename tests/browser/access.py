"""What axe finds on a page that is serious or critical, but for what Streamlit itself writes."""

import pytest

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")

GRAVE = {"serious", "critical"}
FORMULAS = {"exclude": [[".katex"]]}  # KaTeX's hundreds of spans have the colour of the prose around them
# rule -> elements in which Streamlit writes what breaks it, and on which the app has no say.
STREAMLITS = {
    # The list of pages is a <ul> whose children are <div>s, and these hold the <li>s.
    "list": "[data-testid=stSidebarNavItems]",
    "listitem": "[data-testid=stSidebarNavItems]",
    # It writes the chosen value in the very colour on which its buttons carry white text. On the dark background no
    # colour is 4.5 : 1 to both (see test_access.py); ours is 3.6 : 1 as text, 4.9 : 1 under white.
    # And the name of a compact expander at rest it shows at an opacity of 0.6, whatever its colour: 3.95 : 1 in light.
    "color-contrast": "[data-testid=stSliderThumbValue], [data-testid=stButtonGroup] [data-selected=true], summary",
}


def grave(page, *rules: str) -> list[str]:
    """What axe finds on the page by these rules, or by all: one line an element, the rule, what is wrong, where."""
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = (
        axe_playwright.Axe().run(page, FORMULAS, options={"resultTypes": ["violations"], **only}).response["violations"]
    )
    return [
        f"{rule['id']}: {node['failureSummary']} {node['html'][:200]}"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
        if not _is_streamlits(page, rule["id"], node["target"][0])
    ]


def _is_streamlits(page, rule: str, target: str) -> bool:
    inside = "([target, inside]) => Boolean(document.querySelector(target).closest(inside))"
    return rule in STREAMLITS and page.evaluate(inside, [target, STREAMLITS[rule]])
