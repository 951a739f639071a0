"""Tensor shapes: every tensor of one attention layer, with the sizes of a run (essay two, section 2)."""

import streamlit as st

import core
from core import ui

WIDTHS = (4, 6, 8, 12, 16, 24, 32, 48, 64)
DIVISORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)  # all that divide one of these widths
TENSORS = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "P", "O", "concat", "W_O", "Y")

LENGTH = ui.Number("shapes_length", "Tokens, T", 1, 16, step=1, default=5)
WIDTH = ui.Steps("shapes_width", "Width, d", WIDTHS, default=8, term="model-width")
HEADS = ui.Divisor("shapes_heads", "Heads, H", DIVISORS, default=2)
BATCH = ui.Number("shapes_batch", "Sequences, B", 1, 4, step=1, default=1, term="batch")
CAUSAL = ui.Switch("shapes_causal", "Causal mask", default=False)
TENSOR = ui.Choice("shapes_tensor", "Tensor", TENSORS, default="S")
HEAD = ui.Index("shapes_head", "Head", most=64)
ITEM = ui.Index("shapes_item", "Sequence of the batch", most=4)
ROW = ui.Index("shapes_row", "Query, i", most=16)
COLUMN = ui.Index("shapes_column", "Key, j", most=16)
SPLIT = ui.Choice("shapes_split", "Columns of", ("Q", "K", "V", "concat"), default="Q")
QUESTION = ui.Seed("shapes_question")
SIZES = (LENGTH, WIDTH, HEADS, BATCH, CAUSAL)

ui.open_page("shapes", *SIZES, TENSOR, HEAD, ITEM, ROW, COLUMN, SPLIT, QUESTION)

ui.prose("""
A [[layer]] is a chain of matrix products, and a product exists only where the shapes fit. The shapes alone already tell
much of the story: what is kept per [[token]], what is kept per **pair** of tokens, and where the [[heads]] part and
meet again.

Here one [[attention layer]] runs on random numbers, in the sizes you choose, and every shape below is read off the
tensors of that run. $T$ is the number of tokens in a sequence, $d$ the width of a token's vector ($d_{model}$), $H$ the
number of heads, each $d_k = d / H$ wide, and $B$ the number of sequences that go through side by side.
""")


def sizes() -> dict:
    """The arguments of the run. The mask M adds −∞ to the scores of keys that a query must not see."""
    names = ("length", "d_model", "n_heads", "batch", "causal")
    return dict(zip(names, (control.value for control in SIZES), strict=True))


def run() -> dict:
    """The tensors of the run by name, in the order in which they were made."""
    return {row.name: row for row in core.analysis.attention.attention_tensors(**sizes())}


def show_sizes() -> None:
    controls, picture = ui.experiment()
    with controls:
        t, d, b, h = LENGTH.draw(), WIDTH.draw(), BATCH.draw(), HEADS.draw(of=WIDTH.value)
    rows = run()
    table, x, scores = core.analysis.attention.size_table(rows.values()), rows["X"], rows["S"]
    with picture:
        ui.figure(
            core.charts.bars(list(rows), table["numbers"], form=",.0f", title="numbers in the tensor"),
            core.analysis.attention.scores_in_words(scores, x),
            table,
            key="shapes_bars",
            alt="Bars: the numbers in each tensor.",
            more=ui.program(core.programs.shapes.SHAPES, shows=table["numbers"], **sizes()),
        )
    ui.formula(
        r"\begin{aligned} d_k &= d / H \\ |X| &= B\,T\,d \\ |S| &= B\,H\,T^2 \end{aligned}",
        r"\begin{aligned} d_k &= $d / $h = $d_k \\ |X| &= $b \cdot $t \cdot $d = $x"
        r" \\ |S| &= $b \cdot $h \cdot $t^2 = $s \end{aligned}",
        beside=True,
        **{"d": d, "h": h, "b": b, "t": t, "d_k": rows["Q"].shape[-1], "x": x.elements, "s": scores.elements},
    )
    st.dataframe(table, hide_index=True, height="content", key="shapes_list")


st.header("One run, thirteen tensors")

RANGES = {"P": (0, 1)} | dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (-1, 1))


def open_tensor() -> None:
    ui.prose("""
The list holds three kinds of size. The weights, $d \\times d$ each, do not know how long the text is. What belongs
to a token grows with $T$. Only $S$ and $P$ belong to pairs of tokens and grow with $T^2$, once for every
head. Textbooks omit the [[batch]] and write the shapes per head, $[T, d_k]$ and $[T, T]$; in the run the heads are an
axis of one tensor.
""")
    st.header("Open a tensor")
    ui.prose("""
The input and the weights are random, so these numbers mean nothing; their arithmetic can be checked all the same. A
tensor with more than two axes is a stack of matrices, and one of them is shown. In $S$ and $P$ the rows are [[queries]]
and the columns are [[keys]]; any cell of them can be opened.
""")
    controls, picture = ui.experiment()
    with controls:
        CAUSAL.draw()
    with picture:
        show_tensor()


@ui.group
def show_tensor() -> None:
    """One matrix of the chosen tensor, and in S and P one of its cells."""
    name, rows = TENSOR.draw(), run()
    tensor, pairs = rows[name], name in ("S", "P")
    left, right = st.columns(2)
    with left:
        item = ITEM.draw(numbered("sequence", BATCH.value)) if "B" in tensor.axes else 0
    with right:
        head = HEAD.draw(owned()) if "H" in tensor.axes else 0
    tokens, matrix = numbered("token", LENGTH.value), tensor.matrix(item, head)
    place = {"tensor": name, "item": item, "head": head}
    opened = ui.program(core.programs.shapes.OPENED, shows=matrix.tolist(), **sizes(), **place)
    if not pairs:
        show_matrix(tensor, matrix, opened, key="shapes_map")
        return
    i, j = ui.beside(lambda: ROW.draw(tokens), lambda: COLUMN.draw(tokens))
    show_matrix(tensor, matrix, opened, key="shapes_pairs", chosen=(i, j), select=True, cell=(ROW, COLUMN))
    q, k, scores = (rows[part].matrix(item, head) for part in ("Q", "K", "S"))
    ui.inspect_cell(q[i], k, i, j, allowed=scores[i].isfinite(), names=tokens)


def show_matrix(tensor, matrix, more: dict, *, key: str, cell: tuple | None = None, **clicks) -> None:
    """One matrix of a tensor, and what its figure has more; `clicks` and `cell` where a click opens a cell."""
    name, titles = tensor.name, core.analysis.attention.matrix_titles(tensor)
    ui.figure(
        core.charts.heatmap(
            matrix,
            row_title=titles[0],
            column_title=titles[1],
            value_title="value",
            form=".2f",
            signed=name != "P",
            domain=RANGES.get(name, (-3, 3)),
            masked=~matrix.isfinite() if name == "S" else None,
            **clicks,
        ),
        core.analysis.attention.matrix_in_words(tensor, matrix),
        {titles[0]: range(len(matrix)), **{str(c): column for c, column in enumerate(matrix.T.tolist())}},
        key=key,
        alt="A map of one matrix of the chosen tensor. Colour is the value.",
        cell=cell,
        more=more,
    )


def numbered(word: str, n: int) -> list[str]:
    return [f"{word} {i}" for i in range(n)]


def owned() -> list[str]:
    """What each head owns of Q, K and V."""
    blocks = core.analysis.attention.head_columns(WIDTH.value, HEADS.value)
    return [f"columns {block[0]} to {block[-1]}" if len(block) > 1 else f"column {block[0]}" for block in blocks]


@ui.group
def show_split() -> None:
    st.header("Which columns belong to which head")
    ui.prose("""
There is no matrix per head in the code. One product makes all $d$ columns of $Q$; then the columns are cut into $H$
blocks of $d_k$ neighbours, and each block becomes a matrix of its own. No number is moved or changed by that: head $h$
simply owns columns $h\\,d_k$ to $(h+1)\\,d_k - 1$, and the same columns of the weight matrix made them. So a head does
not read its slice of $x$: each column of $W_Q$ has $d$ entries, and every head reads all of $x$. After
[[attention]] the blocks are laid side by side again ("concat"), and $W_O$ is the first place where heads mix.
""")
    controls, picture = ui.experiment()
    with controls:
        name, heads = SPLIT.draw(), numbered("head", HEADS.value)
    rows, blocks = run(), core.analysis.attention.head_columns(WIDTH.value, HEADS.value)
    merged = rows["concat"].values if name == "concat" else core.analysis.attention.merge_heads(rows[name].values)
    with picture:
        ui.figure(
            core.charts.column_blocks(merged[0], blocks, domain=(-3, 3), names=heads),
            f"{name} of sequence 0 is {LENGTH.value} × {WIDTH.value}; cut into {len(blocks)} blocks of "
            f"{len(blocks[0])} columns. The last block, {heads[-1]}, owns columns {blocks[-1][0]} to {blocks[-1][-1]}.",
            {"head": range(len(blocks)), "first column": [b[0] for b in blocks], "last": [b[-1] for b in blocks]},
            key="shapes_split_map",
            alt="A map of the projected matrix, cut into the heads' blocks of columns.",
        )
        if name != "concat":
            st.text(
                f"The split is a view: {name} as the layer uses it has the shape "
                f"{' × '.join(map(str, rows[name].shape))} (sequences × heads × tokens × dₖ)."
            )


@ui.group
def one_run() -> None:
    """One run, and its tensors."""
    show_sizes()
    open_tensor()
    show_split()


one_run()

exercises = core.exercises.shapes
ui.exercise(
    QUESTION, exercises.size_of_a_tensor, exercises.length_at_which_scores_outgrow, exercises.weights_behind_a_query
)
ui.close_page()
