"""Counts and nouns, as sentences and captions write them; any text as LaTeX sets it."""

from jurybox.language import trn_found

_LATEX = {mark: f"\\{mark}" for mark in "&%$#_{}"} | {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    "†": "$\\dagger$",
    "‡": "$\\ddagger$",
    "±": "$\\pm$",
    "≤": "$\\leq$",
    "≥": "$\\geq$",
    "×": "$\\times$",
    "−": "$-$",
    "…": "\\ldots{}",
    "α": "$\\alpha$",
    "β": "$\\beta$",
    "κ": "$\\kappa$",
    "τ": "$\\tau$",
}


def plural(noun: str) -> str:
    """Return the noun for several: questions, answers, and series, which stays."""
    return noun if noun.endswith("s") else f"{noun}s"


def count_of(count: int, noun: str, several: str | None = None) -> str:
    """Return a count with its noun in the language in force: 1 pair, 2 pairs, 1,200 series.

    `several`: the noun for several where `plural` does not form it, such as entries.
    """
    return trn_found(f"{{n}} {noun}", f"{{n}} {several or plural(noun)}", count)


def capitalized(text: str) -> str:
    """Return a text that begins a sentence: the first letter large, all others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def escaped_latex(text: str) -> str:
    """Return a line of text such that LaTeX prints it as it is."""
    return "".join(_LATEX.get(mark, mark) for mark in text).replace("--", "-{}-")
