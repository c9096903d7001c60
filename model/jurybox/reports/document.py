"""A document of sentences, tables and pictures, written as one HTML page or as LaTeX that compiles."""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from jurybox.figures import Figure
from jurybox.gold.why import listed
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox.results import writing
from jurybox.results.writing import notes_of, safe_html, safe_latex
from jurybox.wording import count_of

if TYPE_CHECKING:
    import pandas as pd

TABLES, FIGURES = "tables", "figures"
"""The folders of a report for the files of tables and of pictures."""

Draw: TypeAlias = Callable[[Figure, Literal["svg", "pdf"]], bytes]
"""How a picture becomes a file: the same picture, the same bytes. The model draws nothing itself."""
Pages: TypeAlias = Callable[["Document"], bytes]
"""How a document becomes a PDF: the same document, the same bytes."""


@dataclass(frozen=True)
class Paragraph:
    """Sentences. `warns`: they say that a number rests on little, and are seen first."""

    text: str
    warns: bool = False


@dataclass(frozen=True)
class Plate:
    """A picture in a document; `name` is that of its files."""

    name: str
    figure: Figure


@dataclass(frozen=True)
class References:
    """Papers, each by the short name that texts cite it by, and in full."""

    papers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Section:
    """A heading and what follows it: paragraphs, pictures, and tables as frames of `jurybox.results`.

    `folded`: for those who look something up; closed at first on a page.
    """

    title: str
    parts: tuple[Any, ...]
    folded: bool = False

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the parts of a kind."""
        return [part for part in self.parts if isinstance(part, kind)]

    @property
    def tables(self) -> list[pd.DataFrame]:
        """The tables, in their order."""
        import pandas as pd

        return self.of(pd.DataFrame)


@dataclass(frozen=True)
class Document:
    """A title, a line below it, and sections; tables and pictures are numbered in their order."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]

    @property
    def tables(self) -> list[pd.DataFrame]:
        """All tables, in their order."""
        return [table for section in self.sections for table in section.tables]

    @property
    def plates(self) -> list[Plate]:
        """All pictures, in their order."""
        return [part for section in self.sections for part in section.of(Plate)]


# A page

_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.55 Inter, system-ui, sans-serif; color: #1c1f24; background: #fff; margin: 0 }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem }
p, figcaption { overflow-wrap: anywhere }
.subtitle, figcaption, .notes { color: #51565e }
.warns { border-left: .25rem solid #b3261e; padding: .1rem 0 .1rem .8rem }
nav ul { list-style: none; padding: 0; margin: 1.2rem 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem }
a { color: #1f5fbf }
figure { margin: 1.4rem 0 }
figure.picture { text-align: center }
figure.picture figcaption { text-align: left }
img { max-width: 100%; height: auto }
figure.picture img { zoom: 1.6 }
figcaption { margin: .4rem 0; font-size: .92rem }
.wide { overflow-x: auto }
.notes { font-size: .85rem; margin: .4rem 0 }
table { border-collapse: collapse; font-size: .92rem }
thead th { font-weight: 600; border-bottom: 1px solid #8a9099; vertical-align: bottom }
tbody th { font-weight: 400; white-space: nowrap }
th, td { padding: .25em 1em .25em 0; text-align: left; vertical-align: top }
td, tbody th { border-bottom: 1px solid #e3e6ea }
td:first-child { white-space: nowrap }
.n { text-align: right; font-variant-numeric: tabular-nums }
td.n, td.s { white-space: nowrap }
td.t { min-width: 11rem }
summary { cursor: pointer; color: #1f5fbf }
@media screen and (prefers-color-scheme: dark) {
  body { color: #eceae6; background: #1d1e22 }
  .subtitle, figcaption, .notes { color: #bab7b1 }
  a, summary { color: #8db2ff }
  .warns { border-color: #f77c93 }
  thead th { border-color: #767b85 }
  td, tbody th { border-color: #2d2f35 }
  figure.picture img { background: #fff; border-radius: .25rem }
}
@media print {
  main { max-width: none; padding: 0 }
  nav { display: none }
  figure, tr { break-inside: avoid }
}
"""


def html_of(document: Document, draw: Draw) -> str:
    """Return a page that is complete in itself, pictures included; it needs no network and no script."""
    title, numbers = safe_html(document.title), _Numbering()
    links = "".join(
        f'<li><a href="#part-{at}">{safe_html(section.title)}</a></li>\n'
        for at, section in enumerate(document.sections, start=1)
    )
    body = "".join(_html_section(at, section, numbers, draw) for at, section in enumerate(document.sections, start=1))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<header>\n"
        f'<h1>{title}</h1>\n<p class="subtitle">{safe_html(document.subtitle)}</p>\n'
        f'</header>\n<nav aria-label="Sections">\n<ul>\n{links}</ul>\n</nav>\n'
        f"{body}</main>\n</body>\n</html>\n"
    )


class _Numbering:
    """Counts tables and pictures of a document."""

    def __init__(self) -> None:
        self.tables = self.pictures = 0

    def table(self) -> str:
        self.tables += 1
        return tr("Table {tables}.", tables=self.tables)

    def picture(self) -> str:
        self.pictures += 1
        return tr("Figure {pictures}.", pictures=self.pictures)


def _html_section(at: int, section: Section, numbers: _Numbering, draw: Draw) -> str:
    body = "".join(_html_part(part, numbers, draw) for part in section.parts)
    head = f"<h2>{safe_html(section.title)}</h2>"
    if section.folded:
        shown = "Show the table" if len(section.parts) == 1 == len(section.tables) else f"Show {_inside(section)}"
        folded = f"<details>\n<summary>{shown}</summary>\n{body}</details>\n"
        return f'<section id="part-{at}">\n{head}\n{folded}</section>\n'
    return f'<section id="part-{at}">\n{head}\n{body}</section>\n'


def _inside(section: Section) -> str:
    """Return the content of a folded section in words: `20 tables`, `1 table and 2 pictures`, `2 notes`."""
    kinds = (("table", section.tables), ("picture", section.of(Plate)), ("note", section.of(Paragraph)))
    return listed([count_of(len(parts), noun) for noun, parts in kinds if parts])


def _html_part(part: Any, numbers: _Numbering, draw: Draw) -> str:  # noqa: ANN401 - one of three
    if isinstance(part, Paragraph):
        warns = ' class="warns"' if part.warns else ""
        return f"<p{warns}>{safe_html(part.text)}</p>\n"
    if isinstance(part, References):
        papers = "".join(f"<li>{safe_html(name)}. {safe_html(paper)}</li>\n" for name, paper in part.papers)
        return f"<h3>References</h3>\n<ul>\n{papers}</ul>\n"
    if isinstance(part, Plate):
        image = base64.b64encode(draw(part.figure, "svg")).decode()
        return (
            f'<figure class="picture">\n<img alt="{safe_html(_alternative(part.figure))}" '
            f'src="data:image/svg+xml;base64,{image}">\n'
            f"<figcaption><b>{numbers.picture()}</b> {safe_html(caption_of(part.figure))}</figcaption>\n"
            "</figure>\n"
        )
    notes, number = notes_of(part), numbers.table()
    below = f'<p class="notes">{safe_html(notes)}</p>\n' if notes else ""
    return (
        f"<figure>\n<figcaption><b>{number}</b> {safe_html(part.attrs['caption'])}.</figcaption>\n"
        f'<div class="wide" tabindex="0" role="region" aria-label="{number}">\n'
        f"{writing.html_table(part, name_rows=True)}\n</div>\n{below}</figure>\n"
    )


def plain_name(text: str) -> str:
    """Return a name as a part of names of files, in small letters, such as `ndcg-10` for nDCG@10."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-") or "labels"


_LONG_TABLE, _NARROW = 42, 8


def latex_table(frame: pd.DataFrame) -> str:
    """Return a table as LaTeX to include in a paper: with caption, label `tab:NAME` and notes.

    One with more rows than a page holds, and few columns, is a longtable; others are floats. The document
    needs booktabs, and longtable if the table is one.
    """
    name = frame.attrs["name"]
    label = f"\\caption{{{safe_latex(frame.attrs['caption'])}}}\\label{{tab:{name}}}"
    notes = safe_latex(notes_of(frame))
    _, *rows, end = writing.body(frame, "latex").splitlines()
    types = _column_types(writing.shown(frame))
    begin, packages = f"\\begin{{tabular}}{{{types}}}", "array,booktabs" if ">" in types else "booktabs"
    if len(frame) > _LONG_TABLE and len(frame.columns) < _NARROW:
        columns = begin.removeprefix("\\begin{tabular}")
        head = rows[: rows.index("\\midrule") + 1]
        lines = [f"% Needs \\usepackage{{{packages},longtable}}", "{\\small", f"\\begin{{longtable}}{columns}"]
        lines += [f"{label}\\\\", *head, "\\endfirsthead", *head, "\\endhead", *rows[len(head) :]]
        lines += ["\\end{longtable}}", f"{{\\footnotesize\\noindent {notes}\\par}}" if notes else ""]
    else:
        lines = [f"% Needs \\usepackage{{{packages}}}", "\\providecommand{\\fitted}[1]{#1}"]
        lines += ["\\begin{table}[!htb]", "\\centering", label, "\\fitted{%", begin, *rows, f"{end}}}"]
        if notes:
            lines += ["\\par\\smallskip", f"\\parbox{{\\textwidth}}{{\\footnotesize {notes}}}"]
        lines.append("\\end{table}")
    return "".join(f"{line}\n" for line in lines if line)


_BROKEN_FROM, _LETTERS = 40, 100
"""Columns of longer texts are broken into lines; this many small letters are about as wide as a page."""


def _column_types(table: writing.ShownTable) -> str:
    """Return the types of columns: `l` for text, `r` for numbers, `p` with a width for long text."""
    cells = [*table.rows, table.head]
    longest = [max(len(row[at]) for row in cells) for at in range(len(table.head))]
    broken = [at for at in sorted(table.words) if longest[at] > _BROKEN_FROM]
    taken = sum(wide for at, wide in enumerate(longest) if at not in broken) / _LETTERS
    room = max(0.4, 0.95 - taken - 0.025 * len(longest)) / max(1, sum(longest[at] for at in broken))
    return "".join(
        f">{{\\raggedright\\arraybackslash}}p{{{max(0.12, room * wide):.3f}\\textwidth}}"
        if at in broken
        else "l"
        if at in table.words
        else "r"
        for at, wide in enumerate(longest)
    )


def caption_of(figure: Figure) -> str:
    """Return the title of a picture and its caption, as printed below it."""
    return sentences((f"{figure.title}.", figure.caption))


def _alternative(figure: Figure) -> str:
    """Return the alternative text of a picture: what it shows, and its axes."""
    axes = " against ".join(filter(None, (figure.y.label, figure.x.label)))
    return f"{figure.title}{f': {axes}' if axes else ''}"


# LaTeX

_PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[margin=25mm]{geometry}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \usepackage{lmodern}
\else
  \usepackage{fontspec}
\fi
\usepackage{array}
\usepackage{booktabs}
\usepackage{longtable}
\usepackage{graphicx}
\usepackage[hidelinks]{hyperref}
\newsavebox{\jurybox}
% A table as large as it is, or as small as the page asks for.
\newcommand{\fitted}[1]{%
  \sbox{\jurybox}{\small#1}%
  \ifdim\wd\jurybox>\textwidth
    \sbox{\jurybox}{\resizebox{\textwidth}{!}{\usebox{\jurybox}}}%
  \fi
  \ifdim\dimexpr\ht\jurybox+\dp\jurybox\relax>.8\textheight
    \sbox{\jurybox}{\resizebox{!}{.8\textheight}{\usebox{\jurybox}}}%
  \fi
  \usebox{\jurybox}}
% A picture as large as it was made, or as the page is wide.
\newcommand{\drawn}[1]{%
  \sbox{\jurybox}{\includegraphics{#1}}%
  \ifdim\wd\jurybox>\textwidth
    \sbox{\jurybox}{\resizebox{\textwidth}{!}{\usebox{\jurybox}}}%
  \fi
  \usebox{\jurybox}}
"""


_FOREIGN = r"""\ifPDFTeX
  \errmessage{There are names in scripts that pdfLaTeX does not set. Use LuaLaTeX or XeLaTeX}
\else
  % The usual font has no Japanese, Chinese, Korean or Arabic: choose one that has, for all text with
  % \setmainfont{Noto Serif CJK JP}
  % or beside the default one, under LuaLaTeX:
  % \directlua{luaotfload.add_fallback("jurybox", {"NotoSerifCJKjp-Regular:", "NotoNaskhArabic:mode=harf;"})}
  % \setmainfont{Latin Modern Roman}[RawFeature={fallback=jurybox}]
\fi
"""
_LAST_LATIN = "\u024f"


def latex_of(document: Document) -> str:
    """Return a LaTeX document that includes the files of its tables and pictures.

    They are in the folders `TABLES` and `FIGURES`, under the names of tables and plates. A document with
    non-Latin scripts states that it needs LuaLaTeX or XeLaTeX, and a font that covers them.
    """
    lines = [
        _PREAMBLE,
        f"\\title{{{safe_latex(document.title)}}}",
        f"\\date{{{safe_latex(document.subtitle)}}}",
        "\\author{}",
        "\\begin{document}",
        "\\maketitle",
    ]
    for section in document.sections:
        lines.append(f"\n\\section{{{safe_latex(section.title)}}}")
        for part in section.parts:
            lines += _latex_part(part)
        if section.of(Plate) or len(section.of(Paragraph)) < len(section.parts):
            lines.append("\\clearpage")
    if _is_foreign("".join(map(writing.latex, document.tables)) + "".join(lines)):
        lines.insert(1, _FOREIGN)
    return "\n".join([*lines, "\\end{document}", ""])


def _is_foreign(text: str) -> bool:
    """Return whether a text has letters that the fonts of pdfLaTeX lack."""
    return any(mark > _LAST_LATIN and unicodedata.category(mark).startswith("L") for mark in text)


def _latex_part(part: Any) -> Iterator[str]:  # noqa: ANN401 - one of three
    if isinstance(part, Paragraph):
        text = safe_latex(part.text)
        yield f"\n\\textbf{{{text}}}" if part.warns else f"\n{text}"
        return
    if isinstance(part, References):
        yield "\n\\begin{thebibliography}{99}"
        for name, paper in part.papers:
            yield f"\\bibitem{{{plain_name(name)}}} {safe_latex(name)}. {safe_latex(paper)}"
        yield "\\end{thebibliography}"
        return
    if isinstance(part, Plate):
        yield "\n\\begin{figure}[!htb]\n\\centering"
        yield f"\\drawn{{{FIGURES}/{part.name}}}"
        caption = f"\\caption{{{safe_latex(caption_of(part.figure))}}}"
        yield f"{caption}\\label{{fig:{part.name}}}\n\\end{{figure}}"
        return
    yield f"\n\\input{{{TABLES}/{part.attrs['name']}.tex}}"
