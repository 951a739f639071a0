"""Positions: sines and cosines that say where a token stands (essay one, section 3)."""

import streamlit as st

import core
from core import ui

WIDTH = 512
ESSAY_PAIRS = (0, 32, 64, 128)
SAID = "I bought a new car yesterday."
STREET = ("the", "dog", "crossed", "the", "street")

LENGTH = ui.Number("wave_length", "Positions to draw", 2, 512, step=1, default=20)
PAIR = ui.Number("pair", "Another pair, 2i", 0, 510, step=2, default=96)
POSITION = ui.Number("position", "Position p", 0, 511, step=1, default=10)
SHIFT = ui.Number("shift", "Distance k", 0, 255, step=1, default=3)
MATRICES = ui.Fold("position_matrices", "What W_Q and W_K can make of it")
WORDS = ui.Words("shuffled_words", "Words to shuffle", default=STREET, fewest=2, most=10)
SHUFFLE = ui.Number("shuffle", "Shuffle number", 1, 99, step=1, default=1)
SENTENCE = ui.Sentence("position_text", "An English sentence", default=SAID, most=120, tokens=24)
QUESTION = ui.Seed("positions_question")

ui.open_page("positions", LENGTH, PAIR, POSITION, SHIFT, MATRICES, WORDS, SHUFFLE, SENTENCE, QUESTION)

ui.prose("""
[[Attention]] compares all [[tokens]] with each other at once, and nothing in it knows which of them came first. So the
paper adds to each token's vector a second one that depends on nothing but the position: a **[[positional encoding]]**,
PE. Its 512 numbers are 256 pairs of a sine and a cosine, and each pair swings more slowly than the one before.
""")

st.header("The waves")


@st.cache_resource(max_entries=1, show_spinner=False)
def whole_table() -> tuple:
    """The table and its picture: no control changes them, and the sections around them are redrawn often."""
    table = core.transformer.sinusoidal_positions(512, WIDTH).numpy()
    return table, core.charts.matrix_image(table, x_title="dimension", y_title="position", height=290)


@ui.group
def strips() -> None:
    p, extra, length = POSITION.value, PAIR.value, LENGTH.draw()
    found = core.analysis.sinusoids.pair_strips(whole_table()[0], sorted({*ESSAY_PAIRS, extra}), length)
    shows = whole_table()[0][p, extra : extra + 2].tolist()
    ui.figure(
        core.charts.waves(
            found.waves, dots=found.dots, x_title="position", end=length - 1, marker=p if p < length else None
        ),
        found.in_words(),
        found.table,
        key="pair_waves",
        alt="Strips of waves, one for each pair: its sine and its cosine over the positions.",
        more=ui.program(core.programs.positions.ENCODING, shows=shows, p=p, even=extra, end=extra + 2),
    )


def waves() -> None:
    controls, picture = ui.experiment()
    with controls:
        extra, p = PAIR.draw(), POSITION.draw()
    with picture:
        strips()
    sine, cosine = whole_table()[0][p, extra : extra + 2].tolist()
    ui.formula(
        r"\begin{aligned} PE(p, 2i) &= \sin\!\left(\frac{p}{10000^{2i/d_{model}}}\right) \\ "
        r"PE(p, 2i+1) &= \cos\!\left(\frac{p}{10000^{2i/d_{model}}}\right) \end{aligned}",
        r"\begin{aligned} PE($p, $even) &= \sin($p / 10000^{$even/512}) \\ &= $sine \\ "
        r"PE($p, $odd) &= \cos($p / 10000^{$even/512}) \\ &= $cosine \end{aligned}",
        beside=True,
        p=p,
        even=extra,
        odd=extra + 1,
        sine=ui.number(sine, 6),
        cosine=ui.number(cosine, 6),
    )


def table_and_wavelengths() -> None:
    st.header("The whole table, and how long its waves are")
    ui.prose("""
In the picture a row is a position, a column one of the 512 numbers. On the left the colours change from row to row; far
to the right a whole text of 512 tokens sees less than a hundredth of a period, and the columns look constant.

The [[wavelengths]] grow by the same factor from pair to pair, so they make a straight line on a logarithmic scale. They
start at $2\\pi$ exactly. It is often said that they end at $10000 \\cdot 2\\pi$; that is the limit, which the last pair
would reach only if $2i$ were 512. It is 510.
""")
    ui.beside(matrix, wavelengths)


def matrix() -> None:
    table, picture = whole_table()
    lengths = core.analysis.sinusoids.wavelengths(WIDTH)
    ui.figure(
        picture,
        f"512 positions, 512 numbers each. Columns 0 and 1 go through {ui.number(511 / lengths[0], 1)} periods from "
        f"top to bottom, columns 510 and 511 through {ui.number(511 / lengths[-1], 4)}. Terracotta is positive, "
        "blue-green negative, and cells in the page's colour are near zero.",
        table,
        key="position_matrix",
        alt="A picture of the table: a row for each position, a column for each of its 512 numbers.",
    )


def wavelengths() -> None:
    lengths, extra = core.analysis.sinusoids.wavelengths(WIDTH), PAIR.value
    firsts, limit = list(range(0, WIDTH, 2)), 10_000 * lengths[0]
    ui.figure(
        core.charts.curves(
            firsts,
            {"wavelength": lengths},
            x_title="pair, 2i",
            y_title="positions in a period",
            y_domain=(1, 1e5),
            y_log=True,
            y_format="~s",
            rules={"10000 · 2π": limit},
            marker=extra,
        ),
        f"The first pair repeats after {lengths[0]:.3f} positions, pair {extra} after {lengths[extra // 2]:,.3f}, "
        f"the last after {lengths[-1]:,.0f}; the limit is {limit:,.0f}.",
        {"2i": firsts, "wavelength": lengths},
        key="wavelength_curve",
        alt="A curve: the wavelength of each pair.",
    )
    ui.formula(
        r"\lambda_i = 2\pi \cdot 10000^{2i/d_{model}}",
        r"\lambda = 2\pi \cdot 10000^{$even/512} = $length",
        even=extra,
        length=ui.thousands(lengths[extra // 2], 3),
    )


def distance() -> None:
    controls, picture = ui.experiment()
    with controls:
        k, p = SHIFT.draw(), POSITION.value
    first, other = core.analysis.sinusoids.position_dot_products(WIDTH, 256, (0, p)).tolist()
    with picture:
        ui.figure(
            core.charts.curves(
                range(256),
                {"from position 0": first, f"from position {p}": other},
                x_title="distance k",
                y_title="PE(p) · PE(p + k)",
                y_domain=(0, 260),
                y_format=",d",
                marker=k,
                height=220,
            ),
            core.analysis.sinusoids.products_in_words(first, other, k, p),
            {"k": range(256), "from 0": first, f"from {p}": other},
            key="position_products",
            alt="Curves: the product of two encodings over their distance, from two positions.",
        )
    ui.formula(
        r"\begin{aligned} PE(p) \cdot PE(p+k) &= \sum_{i=0}^{255} \cos(k\,\omega_i) \\ "
        r"\omega_i &= 10000^{-2i/512} \end{aligned}",
        r"\begin{aligned} PE($p) \cdot PE($q) &= \cos($k \cdot 1) + \dots \\ &+ \cos($k \cdot $last) \\ "
        r"&= $dot \end{aligned}",
        beside=True,
        p=p,
        q=p + k,
        k=k,
        last=ui.number(core.analysis.sinusoids.frequencies(WIDTH)[-1], 6),
        dot=ui.number(other[k], 3),
    )


def turn() -> None:
    st.header("A shift is a turn")
    ui.prose("""
Take one pair as a point on the unit circle: at position $p$ it stands at the angle $p\\,\\omega_i$. To go on by $k$
positions is to turn it by $k\\,\\omega_i$, wherever it was. A turn is a matrix, so one [[linear layer]] is enough to
look “three tokens back”. The pair and the position are those chosen above.
""")
    k, p, first = SHIFT.value, POSITION.value, PAIR.value
    moved = core.analysis.sinusoids.pair_turn(k, p, first, WIDTH)
    start, end = moved.start, moved.end
    here, there = f"p = {p}", f"p + {k} = {p + k}"
    plane, numbers = st.columns(2, vertical_alignment="center")
    with plane:
        ui.figure(
            core.charts.plane({}, arrows={here: start, there: end}, limit=1.7, size=240),
            f"In pair {first}, the {k} positions from {p} to {p + k} are a turn by {ui.number(moved.degrees, 2)}°. "
            "(The sine runs to the right and the cosine upwards, so turning on is clockwise.)",
            {"position": [p, p + k], "sine": [start[0], end[0]], "cosine": [start[1], end[1]]},
            key="position_turn",
            alt="The chosen pair as two arrows on a plane: at the position, and after the shift.",
            more=ui.program(core.programs.positions.TURN, shows=moved.block, k=k, first=first, end=first + 2),
        )
    with numbers:
        ui.formula(*core.analysis.sinusoids.turn_formula(moved))
        st.text(
            f"Checked on all 256 pairs and on the positions 0 to 511: R times PE(p) differs from PE(p + {k}) by "
            f"{moved.error:.1e} at most. The numbers have 64 bits, so that is rounding."
        )


def matrices() -> None:
    """Scores once W_Q and W_K stand between two encodings."""
    ui.prose("""
Attention does not see $PE(p) \\cdot PE(q)$. The matrices $W^Q$ and $W^K$ stand between, and what they make of it is
learned. They can turn every [[key]] by $k$ positions. But they need not leave it to the distance alone.
""")
    if not MATRICES.draw():
        return
    k = SHIFT.value
    found = core.analysis.sinusoids.after_matrices(k, WIDTH)
    lines = {"as they are": found.plain, "keys turned": found.turned}
    ui.figure(
        core.charts.curves(
            found.offsets,
            lines,
            x_title="position of the key, from the query",
            y_title="score",
            y_domain=(0, 260),
            y_format=",d",
            marker=-k,
            height=220,
        ),
        found.in_words(ui.kept(core.analysis.sinusoids.random_shares)(WIDTH)),
        {"offset": found.offsets} | lines,
        key="position_scores",
        alt="Curves: the score of a position with those around it, as they are and with the keys turned.",
        more=ui.program(core.programs.positions.SCORES, shows=found.turned, k=k),
    )


@ui.group
def distance_and_turn() -> None:
    """The distance, and the turn that it stands for."""
    st.header("Only the distance counts")
    ui.prose("""
Attention works with [[dot products]], so it matters what the dot product of two encodings is. The sines and cosines
were chosen so that it depends on the distance $k$ alone, and not on where the two positions are:
$\\sin a \\sin b + \\cos a \\cos b = \\cos(a - b)$, in every pair.
""")
    distance()
    turn()
    matrices()


@ui.group
def one_encoding() -> None:
    """The waves, and the sections that look at the same position and pair."""
    waves()
    table_and_wavelengths()
    distance_and_turn()


one_encoding()

st.header("Without positions, order is lost")
ui.prose("""
Now the claim from the beginning, tested. Each word gets its pretrained vector (GloVe, 50 numbers), and one
[[attention layer]] runs over the words: once in this order, once shuffled. Without positions every word comes out
exactly as before, just in another place: attention is **[[permutation-equivariant]]**. With positions added, the same
word in another place comes out different.
""")


@ui.group
def shuffled() -> None:
    controls, picture = ui.experiment()
    with controls:
        typed, seed = WORDS.draw(), SHUFFLE.draw()
    with picture:
        shuffled_words(typed, seed)


def shuffled_words(typed: tuple[str, ...], seed: int) -> None:
    """The words with a vector, once in this order and once in another."""
    vectors = core.text.WordVectors.load()
    words = [word for word in typed if word in vectors]
    missing = [word for word in typed if word not in vectors]
    if missing:
        st.text(f"There is no vector for {', '.join(f'“{word}”' for word in missing)}: left out.")
    if len(words) < 2:
        st.text("At least two words with a vector are needed to shuffle them.")
        return
    order = core.analysis.sinusoids.shuffled_order(len(words), seed)
    x = [vectors[word].tolist() for word in words]
    without, with_pe = (core.analysis.sinusoids.permutation_check(x, order, positions) for positions in (False, True))
    names = core.analysis.sinusoids.shuffled_names(words, order)
    marks = {"marks": without.per_word, "marks_title": "without positions"}
    ui.figure(
        core.charts.bars(names, with_pe.per_word, **marks, form=".3f", title="largest change of the output"),
        core.analysis.sinusoids.shuffle_in_words(words, without, with_pe),
        core.analysis.sinusoids.shuffle_table(words, without, with_pe),
        key="shuffle_changes",
        alt="Bars: the change of each word's output when the words are shuffled, and lines without positions.",
        more=ui.program(core.programs.positions.SHUFFLED, shows=with_pe.per_word, words=words, order=order),
    )
    st.text(f"In this order: {' '.join(words)}\nShuffled: {' '.join(words[old] for old in order)}")


shuffled()

st.header("In the translator")
ui.prose("""
The translator of this app adds the same sines and cosines, 128 of them, to its tokens' vectors. How much that changes
them is told by the angle between what the table gives and what goes into the first [[layer]].
""")


@ui.group
def in_a_sentence() -> None:
    said = SENTENCE.draw_translated()
    embedded = core.analysis.inside.embedded_source(said.trace)
    found, names = core.analysis.sinusoids.added_positions(embedded), said.source
    labels = core.charts.unique(names)
    ui.figure(
        core.charts.bars(labels, found.degrees, domain=(0, 80), form=".0f", title="degrees"),
        found.in_words(names),
        {
            "token": names,
            "degrees": found.degrees,
            "length of x": found.lengths,
            "length of PE": found.position_lengths,
        },
        key="position_degrees",
        alt="Bars: the angle by which the position turns each token of the sentence.",
        more=ui.program(core.programs.positions.SENTENCE, shows=found.degrees, text=said.text),
    )


in_a_sentence()

exercises = core.exercises.positions
ui.exercise(
    QUESTION, exercises.wavelength_of_a_pair, exercises.first_pair_with_a_long_period, exercises.score_after_a_matrix
)
ui.close_page()
