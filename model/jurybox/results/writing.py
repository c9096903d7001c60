"""A frame as a file or as text: CSV and Excel unrounded; terminal, Markdown, LaTeX and HTML for people.

Every form has the same content: Markdown, LaTeX, HTML and JSON have the caption and the notes, and CSV, which
has no place for sentences, has the basis of each score in separate columns. pandas prints Markdown and LaTeX
only with further packages, and escapes neither for cells of other people's text, so these two are written
here.
"""

from __future__ import annotations

import io
import json as jsons
import math
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from jurybox.csv_files import csv_of_rows, guarded_cell
from jurybox.errors import Refused
from jurybox.language import tr, tr_cell, tr_head
from jurybox.lists import sentences
from jurybox.results.cells import cell_text, one_line, p_text, score_text
from jurybox.results.frame import UNITS, Rows, head_of, rows_of, with_units
from jurybox.results.heads import COLUMNS_OF_CELLS, head_in_words
from jurybox.wording import escaped_latex

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.measures import Direction
    from jurybox.scoring.results import JudgedShare

_STYLE = (
    "body { font: 15px/1.5 sans-serif; margin: 2rem } table { border-collapse: collapse } "
    "th, td { padding: .2em 1em .2em 0; text-align: left } .n { text-align: right } "
    "th { border-bottom: 1px solid #888 }"
)
_NEGATIVE = re.compile(r"(?<![\w.)])-(?=\.?\d)")
_MARKDOWN = {mark: f"\\{mark}" for mark in "\\`*_[]<>|"}


class ShownTable(NamedTuple):
    """A table as displayed: heads, texts of cells, which columns have words, and which cells are best.

    `best`: the highest scores of their columns (lowest, where lower is better), as (row, column).
    """

    head: list[str]
    rows: list[list[str]]
    words: frozenset[int]
    best: frozenset[tuple[int, int]] = frozenset()


def shown(frame: Rows | pd.DataFrame, *, undefined: str = "-", units: bool = True) -> ShownTable:
    """Return a frame as people see it: rounded, bounds and spans in brackets, a last row that counts units.

    Beside scores of ranked lists is how much is judged, where not all is. `undefined`: what NaN is printed as;
    `units` False: without the last row.
    """
    return shown_with_places(frame, undefined=undefined, units=units)[0]


def shown_with_places(
    frame: Rows | pd.DataFrame, *, undefined: str = "-", units: bool = True
) -> tuple[ShownTable, list[int]]:
    """Return the same, and for each column its position without the columns of how much is judged.

    Such a column has that of the score it is beside.
    """
    from jurybox.scoring.coverage import short_of

    head, rows, attrs = head_of(frame), rows_of(frame), frame.attrs
    kept = [at for at, name in enumerate(head) if name not in attrs["exact_only"]]
    texts = {at: [_text(row[at], undefined) for row in rows] for at in kept}
    for name, least in attrs["p_values"].items():
        at = head.index(name)
        texts[at] = [p_text(row[at], least) if isinstance(row[at], float) else cell_text(row[at]) for row in rows]
    for name, (low, high, exact) in attrs["ranges"].items():
        at, ends = head.index(name), (head.index(low), head.index(high))
        texts[at] = [
            f"{text} [{'' if is_exact else '~'}{score_text(row[ends[0]])}, {score_text(row[ends[1]])}]"
            for text, row, is_exact in zip(texts[at], rows, exact, strict=True)
        ]
    for name, (low, high) in attrs["spans"].items():
        at, end = head.index(low), head.index(high)
        texts[at] = [_span(row[at], row[end]) for row in rows]
        del texts[end]
        kept.remove(end)
        head[at] = name
    texts |= {at: list(map(tr_cell, column)) for at, column in texts.items() if head[at] in COLUMNS_OF_CELLS}
    for name, words in attrs["shown_as"].items():
        at = head.index(name)
        texts[at] = [words.get(text, text) for text in texts[at]]
    shares = _shares(attrs["judged"])
    places = [(at, beside) for at in kept for beside in (False, True) if not beside or head[at] in shares]
    columns = [shares[head[at]].cells if beside else texts[at] for at, beside in places]
    cells = [list(row) for row in zip(*columns, strict=True)]
    if units and attrs["units"]:
        short = {name: short_of(each) for name, each in attrs["units"].items()}
        counted = [shares[head[at]].all if beside else short.get(head[at], "") for at, beside in places[1:]]
        cells.append([tr_head(UNITS), *counted])
    words = frozenset(place for place, (at, beside) in enumerate(places) if at in attrs["words"] and not beside)
    best = frozenset(
        (row, place)
        for place, (at, beside) in enumerate(places)
        if head[at] in attrs["best"] and not beside
        for row in _best([row[at] for row in rows], attrs["best"][head[at]])
    )
    heads = [shares[head[at]].head if beside else head_in_words(head[at]) for at, beside in places]
    own = {at: place for place, at in enumerate(kept)}
    return ShownTable(heads, cells, words, best), [own[at] for at, _ in places]


class _JudgedColumn(NamedTuple):
    """A column of the shares of answers judged, and the share of all rows together."""

    head: str
    cells: list[str]
    all: str


def _shares(columns: Mapping[str, Sequence[JudgedShare | None]]) -> dict[str, _JudgedColumn]:
    """Return by the head of scores of ranked lists what people see beside it: how much is judged."""
    from jurybox.scoring.coverage import judged_columns, percent

    found: dict[str, _JudgedColumn] = {}
    for at, head in judged_columns(list(columns.values())).items():
        name, judged = list(columns.items())[at]
        known = [one for one in judged if one is not None and one.returned]
        cells = ["" if one is None or not one.returned else percent(one.share) for one in judged]
        whole = sum(one.judged for one in known) / sum(one.returned for one in known)
        found[name] = _JudgedColumn(head, cells, percent(whole))
    return found


def _span(low: float | None, high: float | None) -> str:
    """Return two ends in brackets; nothing if there are none."""
    if low is None or high is None or math.isnan(low) or math.isnan(high):
        return ""
    return f"[{score_text(low)}, {score_text(high)}]"


def _best(scores: Sequence[float | None], direction: Direction) -> list[int]:
    """Return the rows of the best scores; none where all that are defined are tied."""
    from jurybox.measures.ranks import ranks_of

    ranks = ranks_of([math.nan if score is None else score for score in scores], direction)
    first = [at for at, rank in enumerate(ranks.tolist()) if rank == 1]
    return first if len(first) < sum(not math.isnan(rank) for rank in ranks.tolist()) else []


def _text(cell: object, undefined: str) -> str:
    return undefined if isinstance(cell, float) and math.isnan(cell) else cell_text(cell)


# The body of a table


def aligned(head: Sequence[str], rows: Sequence[Sequence[object]], words: Collection[int] | None) -> str:
    """Return rows in columns as wide as they need; those not in `words` (None: all) are set to the right."""
    cells = [[cell_text(value) for value in row] for row in (head, *rows)]
    widths = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        parts = [
            text + space if words is None or at in words else space + text
            for at, (text, wide) in enumerate(zip(row, widths, strict=True))
            for space in (" " * (wide - columns_of(text)),)
        ]
        lines.append("  ".join(parts).rstrip() + "\n")
    return "".join(lines)


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(mark) in "WF" for mark in text)
    return len(text) + wide - sum(unicodedata.combining(mark) > 0 for mark in text)


def csv(frame: Rows | pd.DataFrame) -> str:
    """Return CSV (see `jurybox.csv_files`), and in columns of their own what each score rests on."""
    head, rows = with_units(frame)
    return csv_of_rows([head, *rows])


def spreadsheet(frame: pd.DataFrame) -> str:
    """Return the same as CSV with tabs between the cells, to be pasted; tabs and line ends become escapes."""
    head, rows = with_units(frame)
    lines: list[list[object]] = [[*head], *rows]
    return "\n".join("\t".join(map(_pasted, line)) for line in lines)


def _pasted(cell: object) -> str:
    unrounded = guarded_cell(cell)
    return one_line(unrounded) if isinstance(unrounded, str) else str(unrounded)


def excel(frames: Sequence[pd.DataFrame]) -> bytes:
    """Return an Excel workbook: a sheet for each frame, with its caption above and its notes below.

    Numbers are unrounded, what is undefined is empty, and what each score rests on is in columns, as in CSV.
    Text stays text: a run called `=1+1` is not a formula, and an address is not a link. The same frames
    give the same bytes, whenever they are written.
    """
    import pandas as pd

    file, names = io.BytesIO(), set[str]()
    options = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with pd.ExcelWriter(file, engine="xlsxwriter", engine_kwargs={"options": options}) as writer:
        writer.book.set_properties({"created": datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)})
        for frame in frames:
            head, rows = with_units(frame)
            flat = pd.DataFrame(rows, columns=pd.Index(head, dtype=object), dtype=object)
            name = _sheet_name(frame.attrs["name"], names)
            flat.to_excel(writer, sheet_name=name, index=False, startrow=2, freeze_panes=(3, 1))
            sheet = writer.sheets[name]
            sheet.write_string(0, 0, frame.attrs["caption"])
            for at, note in enumerate(filter(None, (frame.attrs["lead"], *frame.attrs["notes"]))):
                sheet.write_string(len(rows) + 4 + at, 0, note)
            sheet.autofit()
            sheet.set_column(0, 0, max(12, *(columns_of(str(row[0])) for row in rows[:200]), columns_of(head[0])))
    return file.getvalue()


def _sheet_name(name: str, taken: set[str]) -> str:
    """Return a name for a sheet: at most 31 letters, none that Excel forbids, and no other sheet's."""
    plain = "".join("-" if mark in "[]:*?/\\" else mark for mark in one_line(name)).strip("'") or "table"
    found, number = plain[:31], 2
    while found.casefold() in taken:
        found, number = f"{plain[:27]} {number}", number + 1
    taken.add(found.casefold())
    return found


def markdown_rows(
    head: Sequence[str],
    rows: Sequence[Sequence[object]],
    words: Collection[int],
    best: Collection[tuple[int, int]] = (),
) -> str:
    """Return a Markdown table; columns in `words` are set to the left, others to the right.

    Cells in `best`, by row and column, are in bold.
    """
    marks = ("---" if at in words else "--:" for at, _ in enumerate(head))
    cells = _bold([[marked(cell_text(value)) for value in row] for row in rows], best, "**{}**")
    lines = [f"| {' | '.join(row)} |" for row in ([marked(cell_text(name)) for name in head], *cells)]
    return "".join(f"{line}\n" for line in [lines[0], f"|{'|'.join(marks)}|", *lines[1:]])


def _bold(rows: list[list[str]], best: Collection[tuple[int, int]], form: str) -> list[list[str]]:
    for row, column in best:
        rows[row][column] = form.format(rows[row][column])
    return rows


def marked(text: str) -> str:
    """Return text in one line as Markdown shows it."""
    return "".join(_MARKDOWN.get(mark, mark) for mark in one_line(text))


def latex_rows(
    head: Sequence[str],
    rows: Sequence[Sequence[object]],
    words: Collection[int],
    best: Collection[tuple[int, int]] = (),
) -> str:
    """Return a LaTeX tabular with the rules of booktabs; columns in `words` are set to the left.

    Cells in `best`, by row and column, are in bold.
    """
    columns = "".join("l" if at in words else "r" for at, _ in enumerate(head))
    names = " & ".join(safe_latex(cell_text(name)) for name in head)
    lines = [f"\\begin{{tabular}}{{{columns}}}", "\\toprule", f"{names} \\\\", "\\midrule"]
    cells = [[_latex_cell(cell_text(value), is_number=at not in words) for at, value in enumerate(row)] for row in rows]
    lines += [f"{' & '.join(row)} \\\\" for row in _bold(cells, best, "\\textbf{{{}}}")]
    return "".join(f"{line}\n" for line in [*lines, "\\bottomrule", "\\end{tabular}"])


def _latex_cell(text: str, *, is_number: bool) -> str:
    """Return a cell as LaTeX sets it; the hyphen before a number is a minus."""
    return _NEGATIVE.sub("$-$", safe_latex(text)) if is_number else safe_latex(text)


def safe_latex(text: str) -> str:
    """Return text as LaTeX sets it, in one line."""
    return escaped_latex(one_line(text))


def body(frame: Rows | pd.DataFrame, form: str) -> str:
    """Return the rows alone as `table`, `csv`, `markdown` or `latex`, without caption and notes.

    A table that is void has rows as CSV only.
    """
    if form == "csv":
        return csv(frame)
    if frame.attrs["void"]:
        return ""
    found = shown(frame)
    if form == "table":
        return aligned(found.head, found.rows, found.words)
    return (markdown_rows if form == "markdown" else latex_rows)(*found)


# A table in a document of its own


def notes_of(frame: pd.DataFrame) -> str:
    """Return the notes of a frame as one text."""
    return sentences(frame.attrs["notes"])


def said_of(frame: pd.DataFrame) -> str:
    """Return what must be said first, and the notes, as one text."""
    return sentences(filter(None, (frame.attrs["lead"], *frame.attrs["notes"])))


def text(frame: pd.DataFrame) -> str:
    """Return a table for the terminal between its caption and its notes."""
    notes = "".join(f"{one_line(note)}\n" for note in frame.attrs["notes"])
    first = "".join(f"{one_line(part)}\n" for part in (frame.attrs["caption"], frame.attrs["lead"]) if part)
    return f"{first}{body(frame, 'table')}{notes}"


def markdown(frame: pd.DataFrame) -> str:
    """Return a table in Markdown under its caption, with its notes."""
    notes = f"\n{marked(notes_of(frame))}\n" if frame.attrs["notes"] else ""
    lead = f"{marked(frame.attrs['lead'])}\n\n" if frame.attrs["lead"] else ""
    return f"## {marked(frame.attrs['caption'])}\n\n{lead}{body(frame, 'markdown')}{notes}"


def latex(frame: pd.DataFrame) -> str:
    """Return a table as LaTeX; caption and notes are comments above it."""
    said = "".join(
        f"% {one_line(part)}\n" for part in (frame.attrs["caption"], frame.attrs["lead"], notes_of(frame)) if part
    )
    return said + body(frame, "latex")


def html(frame: pd.DataFrame) -> str:
    """Return a table as a part of an HTML page: heading, table, notes."""
    notes = f"<p>{safe_html(notes_of(frame))}</p>" if frame.attrs["notes"] else ""
    table = "" if frame.attrs["void"] else f"{html_table(frame)}\n"
    lead = f"<p><b>{safe_html(frame.attrs['lead'])}</b></p>\n" if frame.attrs["lead"] else ""
    return f"<h2>{safe_html(frame.attrs['caption'])}</h2>\n{lead}{table}{notes}"


_LONG_TEXT, _SHORT_TEXT = 30, 16
"""Columns with more letters than this in a cell are broken into lines."""


def html_table(frame: pd.DataFrame, *, name_rows: bool = False) -> str:
    """Return the table alone, for a page that has its caption and notes elsewhere.

    `name_rows`: the first column has the heads of the rows, which screen readers say with each cell. Cells of
    numbers are of class `n`, those of columns with longer texts of class `t`, with short ones alone of `s`.
    """
    head, rows, words, best = shown(frame)
    number = ["" if at in words else ' class="n"' for at in range(len(head))]
    longest = [max((len(row[at]) for row in rows), default=0) for at in range(len(head))]
    kind = [' class="t"' if n > _LONG_TEXT else ' class="s"' if n <= _SHORT_TEXT else "" for n in longest]
    heads = "".join(f'<th scope="col"{n}>{safe_html(cell)}</th>' for n, cell in zip(number, head, strict=True))
    cells = _bold([list(map(safe_html, row)) for row in rows], best, "<b>{}</b>")
    named = name_rows and frame.index.names[0] is not None
    marks = [("th", f' scope="row"{n}') if named and not at else ("td", n or kind[at]) for at, n in enumerate(number)]
    lines = "\n".join(
        f"<tr>{''.join(f'<{tag}{n}>{cell}</{tag}>' for (tag, n), cell in zip(marks, row, strict=True))}</tr>"
        for row in cells
    )
    return f"<table>\n<thead>\n<tr>{heads}</tr>\n</thead>\n<tbody>\n{lines}\n</tbody>\n</table>"


def safe_html(text: str) -> str:
    """Return text as HTML shows it, in one line."""
    from html import escape  # loads all entities of HTML; few commands write it

    return escape(one_line(text))


def json(frame: pd.DataFrame) -> str:
    """Return a table as one JSON object: caption, notes, and an object for each row; NaN is null."""
    return jsons.dumps(_as_object(frame), ensure_ascii=False, indent=2) + "\n"


def _as_object(frame: pd.DataFrame) -> dict[str, object]:
    head, rows = with_units(frame)
    objects = [dict(zip(head, map(_plain, row), strict=True)) for row in rows]
    notes = [*filter(None, (frame.attrs["lead"], *frame.attrs["notes"]))]
    return {"caption": frame.attrs["caption"], "notes": notes, "rows": objects}


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value


FORMS: dict[str, Callable[[pd.DataFrame], str]] = {
    "text": text,
    "csv": csv,
    "markdown": markdown,
    "latex": latex,
    "html": html,
    "json": json,
}
"""Every way to write a frame as text, by name."""


def html_page(frames: Sequence[pd.DataFrame]) -> str:
    """Return tables below each other as a whole HTML page, which needs no network."""
    title = safe_html(frames[0].attrs["caption"]) if frames else ""
    body = "".join(f"{html(frame)}\n" for frame in frames)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{body}</body>\n</html>\n"
    )


def file_of(frames: Sequence[pd.DataFrame], ending: str) -> bytes:
    """Return one or more tables as the content of a file, in the form of its suffix, such as `.md`.

    An Excel workbook has a sheet for each table; Markdown, LaTeX and HTML have them below each other, JSON as
    a list. Raises Refused for an unknown suffix, and for several tables as CSV, which holds one.
    """
    match ending.lower():
        case ".csv" if len(frames) == 1:
            return csv(frames[0]).encode()
        case ".csv":
            raise Refused(
                tr("A CSV file has one table, and these are {frames:,}. Nothing was written.", frames=len(frames))
            )
        case ".xlsx":
            return excel(frames)
        case ".tex":
            return "\n".join(map(latex, frames)).encode()
        case ".md":
            return "\n".join(map(markdown, frames)).encode()
        case ".html":
            return html_page(frames).encode()
        case ".json" if len(frames) == 1:
            return json(frames[0]).encode()
        case ".json":
            tables = {"tables": list(map(_as_object, frames))}
            return (jsons.dumps(tables, ensure_ascii=False, indent=2) + "\n").encode()
    raise Refused(
        tr(
            "{ending!r} is not a form of tables; name the file .csv, .xlsx, .tex, .md, .html or "
            ".json. Nothing was written.",
            ending=ending,
        )
    )
