"""One Back undoes one page: the browser's history gets an entry for each page, and none for a change of its query.

Streamlit adds an entry whenever the server changes the query of the page that is shown: once for each value that comes
back with a page, once when a link is tidied, and once when a page is left, for the bare address without its values.
"""

import streamlit as st

# A push to the path that is shown replaces the entry. When a page is left, its values are taken off the address just
# before the next page's is pushed: then the entry gets back what it was when the reader clicked the link to that page,
# so that Back leads to the page as it was left.
# A link that was tidied before this script was there has left its own entry: Back does not stop at that one.
_ONE_ENTRY_PER_PAGE = """
<script>
(() => {
  if (history.oneEntryPerPage) return;
  history.oneEntryPerPage = true;
  const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  let left = null;
  const leave = event => {
    const link = event.target.closest?.("a[href]");
    const stays = !link || link.target === "_blank" || link.pathname === location.pathname;
    if (!stays) left = { url: location.href, at: performance.now() };
  };
  addEventListener("click", leave, true);
  history.replaceState = (state, title, url) => { left = null; replace(state, title, url); };
  history.pushState = (state, title, url) => {
    if (left && performance.now() - left.at > 10000) left = null;
    if (new URL(url, location.href).pathname === location.pathname) {
      replace(state, title, url);
    } else {
      if (left) replace(history.state, title, left.url);
      left = null;
      push(state, title, url);
    }
  };
  const first = new URL(performance.getEntriesByType("navigation")[0].name);
  if (history.state !== null && first.pathname === location.pathname && first.search !== location.search) {
    const skip = event => {
      if (event.state !== null || location.pathname + location.search !== first.pathname + first.search) return;
      event.stopImmediatePropagation();
      history.back();
    };
    addEventListener("popstate", skip, true);
  }
})();
</script>
"""


def one_entry_per_page() -> None:
    """Teach the browser the rule above, once for each time that it loads the app."""
    st.html(_ONE_ENTRY_PER_PAGE, unsafe_allow_javascript=True)
