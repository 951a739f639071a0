"""What all addresses of the app begin with, wherever it is served, and the page that an address asks for."""

import pytest

from core.ui.address import find_base, last_of_path


@pytest.mark.parametrize(
    "base", ["http://host", "http://host:8501/course/app", "https://host/sampling", "http://trainer"]
)
@pytest.mark.parametrize("page", ["sampling", "trainer", "shapes"])
@pytest.mark.parametrize("configured", [True, False])
def test_the_base_is_what_stands_before_the_page_on_every_way_to_it(base, page, configured):
    path = base.split("//")[1].partition("/")[2] if configured else ""
    ask = {"configured": path, "framed": False}
    assert find_base(f"{base}/{page}", page, known=None, **ask) == base, "a deep link"
    home = find_base(base, "", known=None, **ask)
    assert home == base, "the contents"
    for address in (base, f"{base}/lookup", f"{base}/{page}"):  # from the contents, from another page, and there
        assert find_base(address, page, known=home, **ask) == base


def test_a_name_that_ends_like_a_page_is_none():
    """`st.context.url` cuts "lookup" off "my-lookup"."""
    assert find_base("http://host/my-lookup", "", known=None, configured="", framed=False) == "http://host/my-lookup"
    assert find_base("http://my-lookup", "lookup", known="http://my-lookup", configured="", framed=False) == (
        "http://my-lookup"
    )


def test_in_a_frame_the_address_may_be_that_of_the_page_around_it():
    around = "https://host/lesson/3"
    assert find_base(around, "sampling", known=None, configured="/app/", framed=True) == "https://host/app"
    assert find_base(around, "sampling", known=None, configured="", framed=True) == "https://host"
    assert find_base("https://app/sampling", "sampling", known=None, configured="", framed=True) == "https://app"


def test_without_a_browser_addresses_begin_at_the_root():
    assert find_base("", "sampling", known=None, configured="course", framed=False) == ""


def test_a_proxy_may_hide_the_servers_own_base_path():
    ask = {"known": None, "configured": "y", "framed": False}
    assert find_base("http://host/x/sampling", "sampling", **ask) == "http://host/x"
    assert find_base("http://host/x/y", "", **ask) == "http://host/x/y"
    assert find_base("http://host/y/no/such/page", "", **ask) == "http://host/y"


@pytest.mark.parametrize(
    "url, name",
    [
        ("", ""),
        ("http://host", ""),
        ("http://host/", ""),
        ("http://host/nope", "nope"),
        ("http://host/nope/", "nope"),
        ("http://host/relookup", "relookup"),
        ("http://host/base/%3Cb%3E", "<b>"),
        ("http://host/a%2Fb", ""),
    ],
)
def test_the_name_that_an_address_asks_for(url, name):
    assert last_of_path(url) == name
