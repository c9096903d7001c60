"""The series of TREC QA as XML: targets, each with factoid and list questions and one "other" question."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.collection.staging import StagedSheet, Staging
from jurybox.formats.delimited import BadFile
from jurybox.formats.format import ReadOptions
from jurybox.formats.reading import Reading, Source, files_of, first_lines, lines_of, share_of
from jurybox.formats.xml_nodes import Node, read_xml, root_of

ROOT = "trecqa"
KINDS = {"FACTOID": "factoid", "LIST": "list", "OTHER": "other"}
_COLUMNS = ("question", "kind", "text", "series", "target", "position", "target_type")
_TYPE = re.compile(r"#([A-Z]+) (.*\S)\s*")


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: the first element is `trecqa`, or it lists types of targets."""
    if not path.is_dir() and (root_of(path) or "").lower().startswith(ROOT):
        return "its first element is trecqa"
    return "its lines are types of targets" if _lists_types(path) else None


def _lists_types(path: Path) -> bool:
    return (
        share_of([line for line in first_lines(path) if line.strip()], lambda line: bool(_TYPE.match(line)))
        == 1
    )


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take questions in, with their series; answers and nuggets inside the file are left out, and said so.

    Lists of types of targets (`#PERSON Fred Durst`) give the series of the same import their type.
    """
    reading = Reading(staging, options)
    types: dict[str, tuple[Source, int, str]] = {}
    given: set[str] = set()
    for source in files_of(sources):
        if _lists_types(source.path):
            found = ((line, _TYPE.match(text)) for line, text in lines_of(source.path))
            types |= {_plain(each[2]): (source, line, each[1].lower()) for line, each in found if each}

    def one(source: Source) -> None:
        if _lists_types(source.path):
            return
        root = read_xml(source.path)
        if not root.tag.lower().startswith(ROOT):
            raise BadFile(f"The first element is {shown(root.tag)}, not {ROOT}.", root.line)
        with reading.sheet("questions", source, *_COLUMNS) as sheet:
            counts = _File(reading, source, sheet, {name: kind for name, (_, _, kind) in types.items()}).read(
                root
            )
        given.update(_plain(target.get("text")) for target in root.children)
        told = ", ".join(f"{counts[kind]:,} {kind}" for kind in KINDS.values())
        reading.note(f"{counts['series']:,} series: {told}.", source)

    reading.each(sources, one, "questions")
    for name, (source, line, _) in types.items():
        if name not in given:
            reading.warn("The target of this line is not among the questions imported with it.", source, line)


def _plain(target: str) -> str:
    return " ".join(target.split()).casefold()


class _File:
    def __init__(
        self, reading: Reading, source: Source, sheet: StagedSheet, types: Mapping[str, str]
    ) -> None:
        self._reading = reading
        self._types = types
        self._source = source
        self._sheet = sheet
        self._counts: Counter[str] = Counter()

    def read(self, root: Node) -> Counter[str]:
        for target in root.children:
            if target.tag.lower() != "target":
                self._bad(target, f"The element {shown(target.tag)} stands where a target is expected.")
            elif not (target.get("id") and target.get("text")):
                self._bad(target, "A target needs an id and a text. Write them.")
            else:
                self._counts["series"] += 1
                self._target(target)
        if self._counts["answers"]:
            told = f"{self._counts['answers']:,} answers and nuggets inside the file are left out."
            self._reading.note(told, self._source)
        return self._counts

    def _target(self, target: Node) -> None:
        position = 0
        for pair in target.all("qa"):
            for question in pair.all("q"):
                position += 1
                self._question(target, question, position)
            self._counts["answers"] += sum(len(held.children) for held in pair.all("as"))

    def _question(self, target: Node, question: Node, position: int) -> None:
        name, kind = question.get("id"), KINDS.get(question.get("type").upper())
        if not name:
            self._bad(question, "A question has no id. Write one.")
        elif kind is None:
            known = ", ".join(KINDS)
            self._bad(question, f"The type of question {shown(name)} is none of {known}. Write one of them.")
        else:
            self._counts[kind] += 1
            text = " ".join(question.text.split())
            series, target_type = target.get("id"), self._types.get(_plain(target.get("text")), "")
            row = (name, kind, text, series, target.get("text"), str(position), target_type)
            self._sheet.row(question.line, row)

    def _bad(self, node: Node, sentence: str) -> None:
        self._reading.bad("questions", self._source, node.line, sentence)
