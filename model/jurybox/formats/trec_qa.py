"""The series of TREC QA as XML: targets, each with factoid and list questions and one "other" question."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.collection.staging import Sheet, Staging
from jurybox.formats.delimited import BadFile
from jurybox.formats.format import ReadOptions
from jurybox.formats.reading import Reading, Source
from jurybox.formats.xml_nodes import Node, read_xml, root_of

ROOT = "trecqa"
KINDS = {"FACTOID": "factoid", "LIST": "list", "OTHER": "other"}
_COLUMNS = ("question", "kind", "text", "series", "target", "position")


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: the first element is `trecqa`."""
    if not path.is_dir() and (root_of(path) or "").lower().startswith(ROOT):
        return "its first element is trecqa"
    return None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take questions in, with their series; answers and nuggets inside the file are left out, and said so."""
    reading = Reading(staging, options)

    def one(source: Source) -> None:
        root = read_xml(source.path)
        if not root.tag.lower().startswith(ROOT):
            raise BadFile(f"The first element is {shown(root.tag)}, not {ROOT}.", root.line)
        with reading.sheet("questions", source, *_COLUMNS) as sheet:
            counts = _File(reading, source, sheet).read(root)
        told = ", ".join(f"{counts[kind]:,} {kind}" for kind in KINDS.values())
        reading.note(f"{counts['series']:,} series: {told}.", source)

    reading.each(sources, one, "questions")


class _File:
    def __init__(self, reading: Reading, source: Source, sheet: Sheet) -> None:
        self._reading = reading
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
            row = (name, kind, text, target.get("id"), target.get("text"), str(position))
            self._sheet.row(question.line, row)

    def _bad(self, node: Node, sentence: str) -> None:
        self._reading.bad("questions", self._source, node.line, sentence)
