"""Causal mask and KV cache: generating a token at a time without doing old work again (essay one, section 8)."""

import streamlit as st

import core
from core import ui

EXAMPLE = "I think that she wanted to buy a new car yesterday."
NEW = 40  # tokens that the translator writes at most
DTYPES = ("float32", "float16", "bfloat16", "int8")
PRESETS = {
    "base": "the paper's base",
    "gpt2": "GPT-2",
    "gpt2-xl": "GPT-2 XL",
    "llama2-7b": "Llama 2, 7 B",
    "llama2-70b": "Llama 2, 70 B",
    "llama3-8b": "Llama 3, 8 B",
    "mistral-7b": "Mistral, 7 B",
    "own": "your own",
}
POWERS = tuple(2**n for n in range(8))

SENTENCE = ui.Sentence("kv_text", "An English sentence", default=EXAMPLE, most=160, tokens=24)
STEP = ui.Index("kv_step", "Step", most=41, default=4)
LAYER = ui.Ordinal("kv_layer", "Layer", most=6, default=1)
HEAD = ui.Ordinal("kv_head", "Head", most=16, default=0)
ROW = ui.Index("kv_row", "Query", most=41, default=4)
COLUMN = ui.Index("kv_column", "Key", most=41, default=1)
BUG = ui.Choice("kv_bug", "Break it", ("position", "row"), "position", ("wrong positions", "a row lost"))
AT = ui.Index("kv_bug_at", "First token concerned", most=41, default=2)
CLOCK = ui.Fold("kv_clock", "How much time that saves, by the clock")
PRESET = ui.Choice("cache_model", "Model", tuple(PRESETS), default="base", labels=tuple(PRESETS.values()))
LAYERS = ui.Number("cache_layers", "Layers", 1, 128, step=1, default=6)
WIDTH = ui.Steps(
    "cache_width", "Width d_model", (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384), default=512, term="model-width"
)
HEADS = ui.Divisor("cache_heads", "Heads", POWERS, default=8)
KV_HEADS = ui.Divisor("cache_kv_heads", "Key–value heads", POWERS, default=8)
DTYPE = ui.Choice("cache_dtype", "Number format", DTYPES, default="float16")
BATCH = ui.Steps("cache_batch", "Sequences at once", (1, 2, 4, 8, 16, 32, 64, 128, 256), default=1, term="batch")
LENGTH = ui.Steps("cache_length", "Tokens held", tuple(2**n for n in range(18)), default=1024)
QUESTION = ui.Seed("kv_question")

WRITING = (SENTENCE, STEP, LAYER, HEAD, ROW, COLUMN, CLOCK, BUG, AT)
MEMORY = (PRESET, LAYERS, WIDTH, HEADS, KV_HEADS, DTYPE, BATCH, LENGTH)

ui.open_page("kv_cache", *WRITING, *MEMORY, QUESTION)

ui.prose("""
A [[decoder]] writes one [[token]] at a time. It reads what it has written so far, its **[[context]]**, which begins
with a token for the start, `<bos>`. It turns the last position into a probability for every token of its
[[vocabulary]], takes one, puts it at the end of the context, and begins again. Below, the translator writes German in
this way. It always [[takes the most probable token|greedy-decoding]].
""")


st.header("Word by word")


@ui.group
def one_step() -> None:
    """What the decoder guesses at a step, and the matrix as far as it has grown."""
    said = SENTENCE.translated()
    controls, picture = ui.experiment()
    with controls:
        t = STEP.draw(said.read)
        st.text(f"In the end it has written: {said.translation.text or '(nothing)'}")
    with picture:
        next_token(said, t)
    matrix()


def next_token(said, t: int) -> None:
    tokens = said.read
    st.text("Context")
    st.code(" ".join(tokens[: t + 1]), language=None, wrap_lines=True)
    ids, shares = core.decoding.most_probable(said.trace.logits[0, t], 6)
    names = said.translator.tokens(ids)
    ui.figure(
        core.charts.bars(names, shares, domain=(0, 1), title="probability"),
        f"Step {t + 1} of {len(tokens)}: after “{tokens[t]}”, “{names[0]}” has {ui.percent(shares[0])}, ahead of "
        f"“{names[1]}” with {ui.percent(shares[1])}.",
        {"token": names, "id": ids, "probability": shares},
        key="kv_next",
        alt="Bars: the probability of the most likely next tokens.",
    )


@ui.group
def matrix() -> None:
    st.header("The matrix that grows by a row")
    ui.prose("""
Inside the decoder every token looks back. Its [[query]] meets the [[keys]] of itself and of all tokens before it; those
after it do not exist yet, and in training, where they do exist, the **[[causal mask]]** hides them. So each step adds
one row and one column to the matrix, and *leaves all older rows as they were*. That is why old keys and [[values]] can
be kept. Old queries are not kept: a query is used once, in the step of its own token.
""")
    said = SENTENCE.translated()
    t = STEP.within(len(said.read))
    tokens = said.read[: t + 1]
    controls, picture = ui.experiment()
    with controls:
        layer, head = LAYER.draw(said.layers), HEAD.draw(said.heads)
        i, j = ROW.draw(tokens), COLUMN.draw(tokens)
    view = core.analysis.attention.head_view(said.trace.decoder[layer].self_attn, head)
    with picture:
        program = {"text": said.text, "layer": layer, "head": head, "size": t + 1}
        hidden = show_matrix(view, tokens, (i, j), program)
        keys = view.k[: t + 1].numpy()
        ui.inspect_cell(view.q[i].numpy(), keys, i, j, allowed=~hidden[i], scale=view.scale, names=tokens)


def show_matrix(view, tokens: list[str], chosen: tuple[int, int], program: dict):
    """The weights of the tokens so far; gives what the mask hides of them."""
    n = len(tokens)
    weights, hidden = view.weights[:n, :n].numpy(), ~view.allowed[:n, :n].numpy()
    best, cells = int(weights[-1].argmax()), core.analysis.caching.causal_cells(n)
    ui.figure(
        core.charts.heatmap(weights, tokens, tokens, masked=hidden, chosen=chosen, select=True),
        f"The newest row, “{tokens[-1]}”, gives most, {ui.percent(float(weights[-1, best]))}, to “{tokens[best]}”. "
        f"This step has added {cells.new} weights; {cells.hidden} of {cells.total} cells are hidden.",
        core.analysis.attention.cells(weights, view.scores, tokens, tokens),
        key="kv_matrix",
        alt="A map of queries and keys, one row for each step. Colour is the weight.",
        cell=(ROW, COLUMN),
        more=ui.program(core.programs.kv_cache.MATRIX, shows=weights, **program),
    )
    return hidden


@ui.group
def side_by_side() -> None:
    st.header("With a cache and without")
    ui.prose("""
Without a [[cache]], each step sends the whole context through the decoder again, and throws away all rows but the last.
At step $N$ that is $N$ rows, each compared with each: $O(N^2)$. With a cache, the keys and values of old tokens are
kept in memory. The new token alone goes through the decoder: its query meets the $N$ kept keys, which is $O(N)$, and
its own key and value are added. The tokens must be the same. The [[logits]] differ in the last digits, since sums are
taken in another order.

The decoder also looks across into the source, whose tokens never change. Their keys and values are made at the first
step and held from then on: the **[[cross-attention cache]]**.
""")
    said = SENTENCE.translated()
    found = compared(said)
    tokens = [said.translator.tokens(ids) for ids in (found.cached_ids, found.full_ids)]
    table = core.analysis.caching.comparison_columns(found, *tokens)
    ui.beside(lambda: show_costs(said, found, table, tokens), lambda: show_pairs(found, table["step"]))
    st.text(core.analysis.caching.fair_count_in_words(found))
    st.text(core.analysis.caching.held_in_words(found, len(said.source_ids)))


def show_costs(said, found, table: dict, tokens: list) -> None:
    steps = core.analysis.caching.step_table(found, *tokens)
    both = {"without cache": table["multiply-adds without"], "with cache": table["multiply-adds with cache"]}
    ui.figure(
        core.charts.curves(table["step"], both, x_title="step", y_title="multiply-adds", y_format="~s", height=220),
        core.analysis.caching.comparison_in_words(found),
        table,
        key="kv_costs",
        alt="Curves: the multiply-adds of each step, with and without a cache.",
        more={"Step by step": lambda: st.dataframe(steps, hide_index=True, key="kv_steps")}
        | ui.program(core.programs.kv_cache.COMPARE, shows=found.multiply_adds, text=said.text, new=NEW),
    )


def show_pairs(found, steps: list[int]) -> None:
    lean, heavy = found.pairs
    both = {"without cache": heavy, "with cache": lean}
    ui.figure(
        core.charts.curves(steps, both, x_title="step", y_title="scores of one head", y_format="~s", height=220),
        core.analysis.caching.pairs_in_words(found),
        {"step": steps, **both},
        key="kv_pairs",
        alt="Curves: the pairs of a query and a key that are compared at each step, with and without a cache.",
    )


def compared(said):
    """The sentence translated with a cache and without."""
    return ui.kept(core.analysis.caching.compare_cache)(said.translator.model, said.source_ids, NEW)


@st.cache_resource(max_entries=8, show_spinner="Timing")
def timed(run: int):
    return core.analysis.caching.step_times()


@ui.group
def time() -> None:
    if not CLOCK.draw():
        return
    ui.prose("""
Fewer operations are not yet less time: at short lengths a step costs what it costs to start it. So the clock decides.
Here an untrained decoder, larger than the translator, reads contexts of up to 512 tokens; the last step is timed with
a filled cache and without one. Measured on this server, so it varies between runs.
""")
    runs = st.session_state.setdefault("kv_runs", 0)
    times = timed(runs)
    axes = {"x_title": "tokens in the context", "y_title": "milliseconds a step", "x_log": True, "y_log": True}
    ui.figure(
        core.charts.curves(times.lengths, {"without cache": times.full, "with cache": times.cached}, **axes),
        core.analysis.caching.times_in_words(times),
        core.analysis.caching.time_table(times),
        key="kv_times",
        alt="Curves: the measured milliseconds of a step over the length of the context, with and without a cache.",
    )
    st.button("Measure again", on_click=lambda: st.session_state.update(kv_runs=(runs + 1) % 8))


@ui.group
def broken() -> None:
    st.header("Two ways to break it")
    ui.prose("""
A cache that is a little wrong raises no error. It writes worse text. *position*: from some token on, the program
forgets to say where a token stands, and each is taken for the first. *row*: the key and the value of one token are
lost, because the next token's are written over them. The model itself is not touched.
""")
    said = SENTENCE.translated()
    controls, picture = ui.experiment()
    with controls:
        bug, at = BUG.draw(), AT.draw(said.read)
    run = ui.kept(core.analysis.caching.broken_run)(said.translator.model, said.source_ids, NEW, bug, at)
    with picture:
        show_broken(said, run, {"bug": bug, "at": at})


def show_broken(said, run, program: dict) -> None:
    translator = said.translator
    written = translator.tokens(run.intact_ids)
    steps = list(range(1, len(written) + 1))
    names = [f"{step} {name}" for step, name in zip(steps, written, strict=True)]
    ui.figure(
        core.charts.bars(names, run.differences, form=".3f", title="largest difference of a logit"),
        core.analysis.caching.broken_in_words(run, written, rounding=max(compared(said).differences)),
        {"step": steps, "token": written, "largest difference": run.differences},
        key="kv_broken",
        alt="Bars: the largest difference of a logit at each step with the broken cache.",
        more=ui.program(core.programs.kv_cache.BROKEN, shows=run.broken_ids, text=said.text, new=NEW, **program),
    )
    st.text("Left to itself, it writes with the intact cache, and with the broken one:")
    for column, ids in zip(st.columns(2), (run.intact_ids, run.broken_ids), strict=True):
        column.code(translator.vocabulary.text(ids).strip() or "(nothing)", language=None, wrap_lines=True)
    if run.intact_ids == run.broken_ids:
        st.text("The same words: no test that looks at the text alone would find this bug.")


@ui.group
def on_one_sentence() -> None:
    """The sections that write the same sentence."""
    if not SENTENCE.draw_translated().translation.ended:
        st.text(f"The translator stopped at {NEW} tokens, the most that this app lets it write.")
    one_step()
    side_by_side()
    time()
    broken()


on_one_sentence()

st.header("What a cache weighs")
ui.prose("""
Two vectors, a key and a value, for every token, in every [[layer]], for every [[key–value head]]. In the paper each
[[head]] has keys and values of its own. Later models let several query heads share one pair
(*[[grouped-query attention]]*), and the cache shrinks by as much.
""")


@ui.group
def memory() -> None:
    controls, picture = ui.experiment()
    with controls:
        PRESET.draw()
        layers, width, heads, kv_heads = sizes()
        length, batch, dtype = LENGTH.draw(), BATCH.draw(), DTYPE.draw()
    size = core.analysis.counting.BYTES_PER_VALUE[dtype]
    held = {"layers": layers, "length": length, "kv_heads": kv_heads, "size": size, "batch": batch}
    with picture:
        show_memory(held, width, heads)


def show_memory(held: dict, width: int, heads: int) -> None:
    layers, length, kv_heads, size, batch = held.values()
    total = core.analysis.kv_cache_bytes(layers, length, width, heads, kv_heads, size, batch)
    a_token = core.analysis.kv_cache_bytes(layers, 1, width, heads, kv_heads, size)
    mebibytes = ui.number(core.analysis.counting.mebibytes(total))
    ui.formula(
        r"\begin{aligned} 2 &\cdot \text{layers} \cdot \text{tokens} \cdot \text{KV heads} \\"
        r" &\cdot d_k \cdot \text{bytes} \cdot \text{sequences} \end{aligned}",
        r"\begin{aligned} &2 \cdot $layers \cdot $length \cdot $kv_heads \cdot $d_k \cdot $size \cdot $batch \\"
        r" &= \text{$total bytes} = \text{$mib MiB} \end{aligned}",
        **held,
        d_k=width // heads,
        total=f"{total:,}",
        mib=mebibytes,
    )
    lines = core.analysis.caching.sharing_curves(layers, LENGTH.values, width, heads, kv_heads, size, batch)
    axes = {"x_title": "tokens held", "y_title": "MiB", "x_log": True, "y_log": True, "y_format": "~g"}
    known = core.analysis.caching.known_models(length, size, batch)
    ui.figure(
        core.charts.curves(LENGTH.values, lines, **axes, marker=length),
        f"{length:,} tokens take {mebibytes} MiB "
        f"({total:,} bytes), {core.analysis.counting.format_bytes(a_token)} for each token of a sequence.",
        {"tokens": LENGTH.values, **lines},
        key="kv_memory",
        alt="Curves: the size of the cache over the number of tokens that it holds.",
        more={"Known models": lambda: st.dataframe(known, hide_index=True, key="kv_models")}
        | ui.program(core.programs.kv_cache.MEMORY, shows=total, width=width, heads=heads, **held),
    )


def sizes() -> tuple[int, int, int, int]:
    """Layers, width, heads and key–value heads: of the model that was chosen, or as set."""
    if PRESET.value != "own":
        known = core.analysis.counting.CACHE_PRESETS[PRESET.value]
        st.text(core.analysis.counting.preset_in_words(known))
        return known.layers, known.d_model, known.n_heads, known.kv_heads
    layers, width = LAYERS.draw(), WIDTH.draw()
    return layers, width, *own_heads(width)


def own_heads(width: int) -> tuple[int, int]:
    heads = HEADS.draw(of=width)
    return heads, KV_HEADS.draw(of=heads)


memory()

exercises = core.exercises.kv_cache
ui.exercise(QUESTION, exercises.size_of_a_cache, exercises.length_above_a_limit, exercises.numbers_kept_of_a_token)
ui.close_page()
