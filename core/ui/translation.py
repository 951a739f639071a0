"""Pages that the browser translates: what a control changes is seen to change there too."""

import streamlit as st

# A translator puts a <font> with its own words in the place of a text. React goes on writing into the text that it
# made, which nobody sees any more, and fails when it is to take that text away. So once React writes into such a text
# it is put back (the translator sees to it again), and where React takes one away, the <font> goes in its stead.
# Nothing in the script may look like the beginning of a tag: Streamlit would drop it without a word.
_FOLLOW = """<script>(() => {
    if (window.textsFollow) return;
    window.textsFollow = true;
    const instead = new WeakMap();  // a text of the page: what the translator put in its place
    const stands = (text, parent) => {
        const font = instead.get(text);
        return font && text.parentNode !== parent && font.parentNode === parent ? font : text;
    };
    const written = new MutationObserver(records => {
        for (const { target } of records) {
            const font = instead.get(target);
            if (font && font.isConnected && !target.isConnected) font.replaceWith(target);
        }
    });
    const replaced = new MutationObserver(records => {
        for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
            for (const text of removedNodes) {
                if (text.nodeType !== Node.TEXT_NODE) continue;
                const font = [...addedNodes, previousSibling, nextSibling].find(node => node?.nodeName === "FONT");
                if (!font) continue;
                instead.set(text, font);
                written.observe(text, { characterData: true });
            }
        }
    });
    replaced.observe(document.body, { childList: true, subtree: true });
    const { removeChild, insertBefore } = Node.prototype;
    Node.prototype.removeChild = function (child) {
        return removeChild.call(this, stands(child, this));
    };
    Node.prototype.insertBefore = function (child, before) {
        return insertBefore.call(this, child, stands(before, this));
    };
})()</script>"""


def follow_in_translation() -> None:
    """Let numbers and words that change show in a translated page too. Once per run of the app; draws nothing."""
    st.html(_FOLLOW, unsafe_allow_javascript=True)
