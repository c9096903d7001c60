"""Tables as text: CSV with unrounded numbers; Markdown, LaTeX and HTML with numbers rounded for people."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jurybox.results.cells import cell_text, one_line, score_text
from jurybox.results.writing import latex_rows as latex_of
from jurybox.results.writing import markdown_rows as markdown_of
from jurybox.results.writing import marked

__all__ = [
    "Rows",
    "Table",
    "cell_text",
    "csv_file",
    "csv_of",
    "html_of",
    "latex_file",
    "latex_of",
    "markdown_file",
    "one_line",
    "score_text",
]

if TYPE_CHECKING:
    from jurybox.scoring.coverage import Coverage, Resting

Rows = Sequence[Sequence[object]]

UNITS = "units"
"""What the row, or the column, is called that says on how many units scores rest."""


@dataclass(frozen=True)
class Table:
    """A table of a report: `name` is that of its files; columns in `left` hold words, others numbers.

    `coverage`: for columns of scores, what the score of each row rests on. CSV has it in columns of its own,
    other forms in a last row, and in sentences behind the caption. `rests`: the same for scores that have no
    column of their own, such as those behind the p-values of pairs; CSV repeats it in every row, for the run
    with the fewest units.
    """

    name: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    left: tuple[int, ...] = (0,)
    caption: str = ""
    coverage: Mapping[int, tuple["Coverage", ...]] = field(default_factory=dict)
    rests: tuple["Resting", ...] = ()

    @property
    def told(self) -> str:
        """The caption, with what the columns rest on."""
        return " ".join(filter(None, (self.caption, *self.coverage_lines)))

    @property
    def coverage_lines(self) -> list[str]:
        """Say what the columns rest on, one sentence for those that rest on the same."""
        from jurybox.scoring.coverage import lines_of

        columns = [(self.head[at], each) for at, each in self.coverage.items()]
        return lines_of([*columns, *((one.name, one.each) for one in self.rests)])

    @property
    def coverage_numbers(self) -> list[tuple[str, str, int]]:
        """Return the same as rows of a score, what is counted and the count."""
        from jurybox.scoring.coverage import Resting

        names = tuple(str(row[0]) for row in self.rows)
        columns = [Resting(self.head[at], each, names) for at, each in self.coverage.items()]
        return [row for one in (*columns, *self.rests) for row in one.numbers]

    @property
    def rows_for_people(self) -> Rows:
        """The rows, and a last one that says on how many units each column rests."""
        from jurybox.scoring.coverage import short_of

        if not self.coverage:
            return self.rows
        last = [short_of(self.coverage[at]) if at in self.coverage else None for at in range(len(self.head))]
        return [*self.rows, [UNITS, *last[1:]]]

    @property
    def with_columns(self) -> tuple[list[str], Rows]:
        """Head and rows with what each score rests on in columns of their own."""
        names = [*(self.head[at] for at in self.coverage), *(one.name for one in self.rests)]
        more = [f"{name} {what}" for name in names for what in (UNITS, "pending", "excluded")]
        same = [part for one in self.rests for part in _counts(one.least)]
        rows = [
            [*row, *(part for each in self.coverage.values() for part in _counts(each[at])), *same]
            for at, row in enumerate(self.rows)
        ]
        return [*self.head, *more], rows


def _counts(one: "Coverage") -> tuple[int, int, int]:
    return one.units, one.pending, one.excluded


def csv_of(head: Sequence[str], rows: Rows) -> str:
    """Return CSV, numbers unrounded, what is undefined empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([["" if value is None or value != value else value for value in row] for row in rows])
    return text.getvalue()


def csv_file(table: Table) -> str:
    """Return a table as a CSV file."""
    return csv_of(*table.with_columns)


def markdown_file(table: Table) -> str:
    """Return a table under its title, with its caption."""
    caption = f"\n{marked(table.told)}\n" if table.told else ""
    return (
        f"## {marked(table.title)}\n\n{markdown_of(table.head, table.rows_for_people, table.left)}{caption}"
    )


def latex_file(table: Table) -> str:
    """Return a table as LaTeX; title and caption stand above it as comments."""
    told = "".join(f"% {one_line(text)}\n" for text in (table.title, table.told) if text)
    return told + latex_of(table.head, table.rows_for_people, table.left)


def html_of(title: str, facts: Sequence[tuple[str, str]], tables: Sequence[Table]) -> str:
    """Return a page that stands alone: what it is made from, then every table with its caption."""
    told = "".join(f"<dt>{_safe(name)}</dt><dd>{_safe(value)}</dd>\n" for name, value in facts)
    body = "\n".join(_html_table(table) for table in tables)
    return _PAGE.format(title=_safe(title), facts=told, body=body)


def _html_table(table: Table) -> str:
    head = "".join(f"<th{_side(table, at)}>{_safe(text)}</th>" for at, text in enumerate(table.head))
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td{_side(table, at)}>{_safe(cell_text(v))}</td>" for at, v in enumerate(row))
        + "</tr>"
        for row in table.rows_for_people
    )
    caption = f"<p>{_safe(table.told)}</p>" if table.told else ""
    return f"<h2>{_safe(table.title)}</h2>\n<table>\n<tr>{head}</tr>\n{rows}\n</table>\n{caption}"


def _side(table: Table, at: int) -> str:
    return "" if at in table.left else ' class="n"'


def _safe(text: str) -> str:
    from html import escape  # with all entities that HTML knows; few commands write it

    return escape(one_line(text))


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em }}
body {{ color: #1c1f24; background: #fff }}
table {{ border-collapse: collapse; margin: .5em 0 }}
th, td {{ padding: .2em .8em .2em 0; text-align: left; border-bottom: 1px solid #d5d9de }}
.n {{ text-align: right; font-variant-numeric: tabular-nums }}
dt {{ float: left; clear: left; width: 12em; color: #51565e }}
dd {{ margin-left: 13em; overflow-wrap: anywhere }}
</style>
</head>
<body>
<h1>{title}</h1>
<dl>
{facts}</dl>
{body}
</body>
</html>
"""
