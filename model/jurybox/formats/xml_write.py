"""Writing XML: the series of TREC QA, and the questions and responses of CLEF AVE."""

from collections.abc import Callable, Iterator
from pathlib import Path

from jurybox.errors import Refused
from jurybox.formats import ave
from jurybox.formats.delimited import BadFile
from jurybox.formats.exporting import (
    Exporting,
    SaidOf,
    Voice,
    check_same,
    one_line,
    write_lines,
)
from jurybox.formats.names import file_names
from jurybox.formats.trec_qa import KINDS, ROOT
from jurybox.formats.writer import writer
from jurybox.formats.xml_nodes import Node, read_xml

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_TYPE_OF = {kind: name for name, kind in KINDS.items()}
_PLAIN = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}
_QUOTED = _PLAIN | {ord('"'): "&quot;", ord("\n"): "&#10;", ord("\r"): "&#13;", ord("\t"): "&#9;"}
_SERIES = (
    "SELECT s.name, coalesce(s.target, ''), q.name, q.kind, q.text FROM question q JOIN series s "
    "ON s.id = q.series WHERE q.kind IN ('factoid', 'list', 'other') ORDER BY s.id, q.position IS NULL, "
    "q.position, q.id"
)


@writer(folder=False)
def write_trec_qa(out: Exporting, part: Path) -> dict[str, int]:
    """Write the questions that stand in series, as XML in UTF-8."""
    rows: list[tuple[str, ...]] = [
        (s, t, q, kind, one_line(text)) for s, t, q, kind, text in out.db.execute(_SERIES)
    ]
    alone = out.db.execute("SELECT count(*) FROM question").fetchone()[0] - len(rows)
    out.lost["{count} questions of other kinds, or outside of series, are left out."] += alone
    part.write_text("\n".join(_series_lines(rows)) + "\n", encoding="utf-8", newline="\n")
    check_same(part, rows, _read(part, _series_rows))
    return {"questions": len(rows)}


def _series_lines(rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield f'{_HEAD}\n<{ROOT} track="main">'
    last = None
    for series, target, question, kind, text in rows:
        if series != last:
            if last is not None:
                yield "</target>"
            yield f"<target id={_quoted(series)} text={_quoted(target)}>"
            last = series
        yield (
            f"    <qa>\n\t<q id={_quoted(question)} type={_quoted(_TYPE_OF[kind])}>\n"
            f"\t    {_plain(text)}\n\t</q>\n    </qa>"
        )
    yield ("</target>\n" if last is not None else "") + f"</{ROOT}>"


def _series_rows(root: Node) -> list[tuple[str, ...]]:
    return [
        (
            target.get("id"),
            target.get("text"),
            q.get("id"),
            KINDS[q.get("type")],
            one_line(q.text),
        )
        for target in root.all("target")
        for pair in target.all("qa")
        for q in pair.all("q")
    ]


def _read(path: Path, rows: Callable[[Node], list[tuple[str, ...]]]) -> list[tuple[str, ...]] | None:
    """Return what a reader makes of a file; None for what is no XML, such as a control character."""
    try:
        return rows(read_xml(path))
    except BadFile:
        return None


@writer(folder=True)
def write_ave(out: Exporting, part: Path) -> dict[str, int]:
    """Write a new folder: questions.xml, with what one voice says as values, and RUN.txt for each run."""
    said = list(out.said(_voice(out), "validation"))
    questions = part / "questions.xml"
    questions.write_text("\n".join(_ave_lines(out, said)) + "\n", encoding="utf-8", newline="\n")
    check_same(questions, [_ave_row(one) for one in said], _read(questions, _ave_rows))
    rows = {"answers": len(said)}
    for run, name in file_names(out.runs()).items():
        path = part / f"{name}.txt"
        rows[run] = write_lines(path, _responses(out, run), lambda row: " ".join(row).rstrip(), _line)
    return rows


def _voice(out: Exporting) -> Voice:
    """Return the one voice; nobody's, where nobody judged yet, since questions alone are written too."""
    return out.one_voice() if out.voices else Voice("", "person", 0)


def _ave_lines(out: Exporting, said: list[SaidOf]) -> Iterator[str]:
    langs = dict(out.db.execute("SELECT name, lang FROM question"))
    yield f"{_HEAD}\n<input>"
    last = None
    for one in said:
        if one.question != last:
            yield "</q>" if last is not None else ""
            lang = _quoted((langs[one.question] or "").upper())
            yield f"<q id={_quoted(one.question)} lang={lang}>\n    <q_str>{_plain(one.query)}</q_str>"
            last = one.question
        if one.state and one.state != "cannot-tell":
            out.lost[
                "{count} answers that were skipped, deferred or called junk are written as not judged."
            ] += 1
        value, document = _quoted(_value(one)), _quoted(one.document or "")
        yield (
            f"    <a id={_quoted(one.answer)} value={value}>\n\t<a_str>{_plain(one.text)}</a_str>\n"
            f"\t<t_str doc={document}>{_plain(one.support or '')}</t_str>\n    </a>"
        )
    yield ("</q>\n" if last is not None else "") + "</input>"


def _value(one: SaidOf) -> str:
    if one.state == "cannot-tell":
        return "UNKNOWN"
    return {1: "YES", 0: "NO"}.get(one.level, "")


def _ave_row(one: SaidOf) -> tuple[str, ...]:
    texts = map(_plain_ends, (one.query, one.text, one.support or ""))
    return (one.question, one.answer, _value(one), one.document or "", *texts)


def _ave_rows(root: Node) -> list[tuple[str, ...]]:
    return [
        (
            q.get("id"),
            a.get("id"),
            a.get("value"),
            _child(a, "t_str").get("doc"),
            _child(q, "q_str").text.strip(),
            _child(a, "a_str").text.strip(),
            _child(a, "t_str").text.strip(),
        )
        for q in root.all("q")
        for a in q.all("a")
    ]


def _child(node: Node, tag: str) -> Node:
    child = node.first(tag)
    if child is None:
        raise Refused(f"The element {tag} was not read back. Nothing is left of the export.")
    return child


def _plain_ends(text: str) -> str:
    """Return a text as it is read again: every line end is a line feed, and none stands around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _responses(out: Exporting, run: str) -> Iterator[tuple[str, ...]]:
    for given in out.responses(run):
        if given.kind != "validation" or given.answer is None or given.decision is None:
            out.lost["{count} responses without a decision, or to other questions, are left out."] += 1
        else:
            value = "SELECTED" if given.selected else "VALIDATED" if given.decision else "REJECTED"
            if given.score is not None:
                out.lost["{count} scores are left out."] += 1
            confidence = "" if given.confidence is None else repr(given.confidence)
            yield given.question, given.answer, value, confidence


def _line(line: str) -> tuple[str, ...] | str:
    row = ave.parse_response(line)
    return row if isinstance(row, str) else tuple(row)


def _plain(text: str) -> str:
    """Return a text as it stands between tags; `xml.sax.saxutils` does the same and loads half the web."""
    return text.translate(_PLAIN)


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute, in its quotes."""
    return f'"{text.translate(_QUOTED)}"'
