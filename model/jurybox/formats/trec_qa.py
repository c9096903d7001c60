"""The series of TREC QA as XML: targets, each with factoid and list questions and one "other" question."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.formats.bad_files import BadFile
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, check_same, one_line, writer
from jurybox.formats.format import Format
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, first_lines, lines_of, share_of
from jurybox.formats.xml_nodes import XML_HEAD, Node, escaped, quoted, read_xml, root_of, rows_read
from jurybox.language import Sentence, grouped, tr, trf, trn_noop
from jurybox.lists import comma_list

ROOT = "trecqa"
KINDS = {"FACTOID": "factoid", "LIST": "list", "OTHER": "other"}
_COLUMNS = "question kind text series target position target_type"
_TYPE = re.compile(r"#([A-Z]+) (.*\S)\s*")


def _contents(path: Path) -> str | None:
    """Return in words that the first element of a path is `trecqa`, or that it lists types; None for others."""
    if not path.is_dir() and (root_of(path) or "").lower().startswith(ROOT):
        return tr("its first element is trecqa")
    return tr("its lines are types of targets") if _lists_types(path) else None


def _lists_types(path: Path) -> bool:
    return share_of([line for line in first_lines(path) if line.strip()], lambda line: bool(_TYPE.match(line))) == 1


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take questions in, with their series; answers and nuggets inside the file are left out, and said so.

    Lists of types of targets (`#PERSON Fred Durst`) give the series of the same import their type.
    """
    types: dict[str, tuple[SourceFile, int, str]] = {}
    given: set[str] = set()
    for source in files_of(sources):
        if _lists_types(source.path):
            found = ((line, _TYPE.match(text)) for line, text in lines_of(source.path))
            types |= {_plain(each[2]): (source, line, each[1].lower()) for line, each in found if each}

    def one(source: SourceFile) -> None:
        if _lists_types(source.path):
            return
        root = read_xml(source.path)
        if not root.tag.lower().startswith(ROOT):
            raise BadFile(
                trf("trecqa-root", "The first element is {tag}, not {root}.", tag=shown(root.tag), root=ROOT), root.line
            )
        kinds = {name: kind for name, (_, _, kind) in types.items()}
        rows = list(reading.good("questions", source, _questions(root, kinds), lambda row: row))
        series = list(filter(_is_series, root.children))
        if answers := sum(len(held.children) for each in series for pair in each.all("qa") for held in pair.all("as")):
            message = trf(
                "trecqa-left-out", "{counts:,} answers and nuggets inside the file are left out.", counts=answers
            )
            reading.note(message, source)
        reading.put("questions", source, _COLUMNS, rows)
        counts = Counter(cells[1] for _, cells in rows)
        given.update(_plain(target.get("text")) for target in root.children)
        listed = comma_list(f"{grouped(counts[kind])} {kind}" for kind in KINDS.values())
        reading.note(trf("trecqa-counts", "{counts:,} series: {message}.", counts=len(series), message=listed), source)

    reading.each(sources, one, "questions")
    for name, (source, line, _) in types.items():
        if name not in given:
            reading.warn(
                trf("trecqa-target-unknown", "The target of this line is not among the questions imported with it."),
                source,
                line,
            )


def _plain(target: str) -> str:
    return " ".join(target.split()).casefold()


def _is_series(target: Node) -> bool:
    return target.tag.lower() == "target" and bool(target.get("id") and target.get("text"))


def _questions(root: Node, types: Mapping[str, str]) -> Iterator[tuple[int, Cells | Sentence]]:
    """Yield the line of each question with its row, or of what is wrong with that."""
    for target in root.children:
        if target.tag.lower() != "target":
            tag = shown(target.tag)
            yield target.line, trf("trecqa-no-target", "The element {tag} is where a target is expected.", tag=tag)
        elif not _is_series(target):
            yield target.line, trf("trecqa-target-empty", "A target needs an id and a text. Write them.")
        else:
            asked = (question for pair in target.all("qa") for question in pair.all("q"))
            for position, question in enumerate(asked, 1):
                yield question.line, _row(target, question, position, types)


def _row(target: Node, question: Node, position: int, types: Mapping[str, str]) -> Cells | Sentence:
    name, kind = question.get("id"), KINDS.get(question.get("type").upper())
    if not name:
        return trf("question-without-id", "A question has no id. Write one.")
    if kind is None:
        return trf(
            "trecqa-type",
            "The type of question {name} is none of {known}. Write one of them.",
            name=shown(name),
            known=comma_list(KINDS),
        )
    series, text, of = target.get("id"), target.get("text"), types.get(_plain(target.get("text")), "")
    return name, kind, " ".join(question.text.split()), series, text, str(position), of


_TYPE_OF = {kind: name for name, kind in KINDS.items()}


_LOST = {
    trn_noop(
        "Category, language, guideline, status or correctness of NIL of {n} question is left out.",
        "Category, language, guideline, status or correctness of NIL of {n} questions is left out.",
    ): (
        "SELECT count(*) FROM question WHERE series IS NOT NULL "
        "AND coalesce(category, lang, guideline, status, nil_correct) IS NOT NULL"
    ),
    trn_noop("The type of {n} target is left out.", "The types of {n} targets are left out."): (
        "SELECT count(*) FROM series WHERE target_type IS NOT NULL"
    ),
}
_SERIES = (
    "SELECT s.name, coalesce(s.target, ''), q.name, q.kind, q.text FROM question q JOIN series s "
    "ON s.id = q.series WHERE q.kind IN ('factoid', 'list', 'other') ORDER BY s.id, q.position IS NULL, "
    "q.position, q.id"
)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write the questions in series, as XML in UTF-8."""
    rows: list[Cells] = [(s, t, q, kind, one_line(text)) for s, t, q, kind, text in out.db.execute(_SERIES)]
    alone = out.db.execute("SELECT count(*) FROM question").fetchone()[0] - len(rows)
    out.lose(
        trn_noop(
            "{n} question of another kind, or outside of series, is left out.",
            "{n} questions of other kinds, or outside of series, are left out.",
        ),
        alone,
    )
    for sentence, query in _LOST.items():
        out.lose(sentence, out.db.execute(query).fetchone()[0])
    part.write_text("\n".join(_series_lines(rows)) + "\n", encoding="utf-8", newline="\n")
    check_same(part, rows, rows_read(part, _series_rows))
    return {"questions": len(rows)}


def _series_lines(rows: list[Cells]) -> Iterator[str]:
    yield f'{XML_HEAD}\n<{ROOT} track="main">'
    last = None
    for series, target, question, kind, text in rows:
        if series != last:
            if last is not None:
                yield "</target>"
            yield f"<target id={quoted(series)} text={quoted(target)}>"
            last = series
        yield (
            f"    <qa>\n\t<q id={quoted(question)} type={quoted(_TYPE_OF[kind])}>\n"
            f"\t    {escaped(text)}\n\t</q>\n    </qa>"
        )
    yield ("</target>\n" if last is not None else "") + f"</{ROOT}>"


def _series_rows(root: Node) -> list[Cells]:
    return [
        (target.get("id"), target.get("text"), q.get("id"), KINDS[q.get("type")], one_line(q.text))
        for target in root.all("target")
        for pair in target.all("qa")
        for q in pair.all("q")
    ]


FORMAT = Format(
    "trec-qa",
    tr("TREC QA series (XML)"),
    Signs(place=_contents),
    stage="questions",
    shape=tr("question series as XML"),
    imports=tr("questions with targets"),
    exports=tr("a file"),
    example=("x", '<trecqa><target id="1" text="T"><qa><q id="1.1" type="LIST">Q</q></qa></target></trecqa>'),
    read=read,
    write=write,
)
