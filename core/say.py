"""Small words: numbers as a reader reads them, and a stranger's text made safe for markdown."""

import re

# Whole quotations, programs and formulas, which are left alone, and hyphens before a number that follow no word.
_QUOTED_OR_HYPHEN = re.compile(r"“[^”]*”|`[^`]*`|\$[^$]*\$|(?<![\w.)\]-])-(?=\.?\d|∞)")


def number(x: float, digits: int = 2) -> str:
    """A number with so many decimals, never "-0.00".

    Example:
        >>> number(3.14159), number(-0.0001)
        ('3.14', '0.00')
    """
    text = f"{x:,.{digits}f}"
    return text.lstrip("-") if not re.search("[1-9]", text) else text


def bracketed(x: float, digits: int = 2) -> str:
    """A number after an operator: in brackets when it is negative.

    Example:
        >>> bracketed(1.5), bracketed(-1.5, 1)
        ('1.50', '(-1.5)')
    """
    return f"({number(x, digits)})" if x < 0 else number(x, digits)


def minus_signs(text: str) -> str:
    """A sentence with a minus sign, not a hyphen, before its negative numbers; what is quoted stays, and so does 1e-7.

    Example:
        >>> minus_signs("(-0.5, -.25); top-5, “-3”, 2e-7 and 2017-2025")
        '(−0.5, −.25); top-5, “-3”, 2e-7 and 2017-2025'
        >>> minus_signs("`x[-1]` is -2, so $e^{-2}$")
        '`x[-1]` is −2, so $e^{-2}$'
    """
    return _QUOTED_OR_HYPHEN.sub(lambda found: "−" if found[0] == "-" else found[0], text)


def percent(share: float, digits: int = 1) -> str:
    """A share of one as a percentage.

    Example:
        >>> percent(0.756)
        '75.6 %'
    """
    return f"{number(100 * share, digits)} %"


def power(x: float) -> str:
    """A number in LaTeX as a power of ten.

    Example:
        >>> power(0.00042), power(0)
        ('4.2 \\\\cdot 10^{-4}', '0')
    """
    mantissa, _, exponent = f"{x:.1e}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if x else "0"


def thousands(x: float, digits: int = 0) -> str:
    """A number in LaTeX with commas between its thousands, which LaTeX would follow by a space.

    Example:
        >>> thousands(63045632), thousands(60611.36, 1)
        ('63{,}045{,}632', '60{,}611.4')
    """
    return f"{x:,.{digits}f}".replace(",", "{,}")


def quoted(text: str) -> str:
    """A stranger's text as an inline code span, inside which markdown, HTML, links and emoji codes are nothing special.

    Everything else that shows such text uses `st.text` or `st.code`.

    Example:
        >>> quoted("a `tick` <b>")
        '`` a `tick` <b> ``'
    """
    text = " ".join(text.split()) or "(empty)"
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{text}{pad}{fence}"
