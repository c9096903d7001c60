"""How commands print: tables in five forms, JSON, and text of other people's that cannot harm a terminal."""

import csv
import json
import math
import sys
import unicodedata
from collections.abc import Sequence

import click

Rows = Sequence[Sequence[object]]


def print_json(value: object) -> None:
    """Print one JSON object; numbers are not rounded, what is not a number is null."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def say(*lines: str) -> None:
    """Print lines of text, whatever they were put together from."""
    for line in lines:
        click.echo(one_line(line))


def one_line(text: str) -> str:
    """Return text as it can be printed in one line: line ends and control characters as escapes."""
    return "".join(_escape(mark) if unicodedata.category(mark) in _UNSAFE else mark for mark in text)


def short(text: str | None, most: int = 60) -> str:
    """Return the beginning of a text that is too long for a column."""
    return "" if text is None else text if len(text) <= most else f"{text[: most - 1]}…"


def score_text(value: float | None) -> str:
    """Return a score as it is printed in tables: `.648`, `1.000`, and a dash where it is undefined."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 0.9995 else f"{value:.3f}"


def print_rows(head: Sequence[str], rows: Rows, form: str, *, left: Sequence[int] = (0,)) -> None:
    """Print rows as `table`, `csv`, `markdown` or `latex`; columns in `left` hold words, others numbers.

    Numbers are rounded for people to read, and not rounded in CSV, where what is undefined is empty.
    """
    if form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(
            [["" if value is None or value != value else value for value in row] for row in rows]
        )
    elif form == "markdown":
        _print_markdown(head, rows, left)
    elif form == "latex":
        _print_latex(head, rows, left)
    else:
        print_table(head, rows, left=left)


def print_table(head: Sequence[str], rows: Rows, *, left: Sequence[int] | None = None) -> None:
    """Print rows in columns as wide as they need; columns not in `left` (None: all) are set to the right."""
    cells = [[_text(value) for value in row] for row in (head, *rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        parts = [
            text + space if left is None or at in left else space + text
            for at, (text, wide) in enumerate(zip(row, widths, strict=True))
            for space in (" " * (wide - _width(text)),)
        ]
        click.echo("  ".join(parts).rstrip())


def _print_markdown(head: Sequence[str], rows: Rows, left: Sequence[int]) -> None:
    marks = ("---" if at in left else "--:" for at, _ in enumerate(head))
    click.echo(f"| {' | '.join(map(_markdown, head))} |\n|{'|'.join(marks)}|")
    for row in rows:
        click.echo(f"| {' | '.join(_markdown(_text(value)) for value in row)} |")


def _print_latex(head: Sequence[str], rows: Rows, left: Sequence[int]) -> None:
    columns = "".join("l" if at in left else "r" for at, _ in enumerate(head))
    click.echo(f"\\begin{{tabular}}{{{columns}}}\n\\toprule")
    click.echo(" & ".join(map(_latex, head)) + " \\\\\n\\midrule")
    for row in rows:
        click.echo(" & ".join(_latex(_text(value)) for value in row) + " \\\\")
    click.echo("\\bottomrule\n\\end{tabular}")


_UNSAFE = frozenset(("Cc", "Cs", "Zl", "Zp"))
_LATEX = {mark: f"\\{mark}" for mark in "&%$#_{}"} | {
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
}
_MARKDOWN = {mark: f"\\{mark}" for mark in "\\`*_[]<>|"}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(mark, mark) for mark in text)


def _markdown(text: str) -> str:
    return "".join(_MARKDOWN.get(mark, mark) for mark in text)


def _text(value: object) -> str:
    if value is None:
        return ""
    return score_text(value) if isinstance(value, float) else one_line(str(value))


def _escape(mark: str) -> str:
    return mark.encode("unicode_escape", "surrogatepass").decode("ascii")


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in text)
    return len(text) + wide - sum(unicodedata.combining(mark) > 0 for mark in text)


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
