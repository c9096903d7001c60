"""TREC topics: blocks of `<top>` with a number, and a title, description and narrative, or a QA question.

Topics are also lines of an id, a tab and the text, with or without a head such as `qid query`: see `are_lines`;
and records of JSON with such fields, as the queries of BEIR have them.

The tags have no ends in most files, so this is no XML. Ad hoc topics become ranked questions: the title is
the text, description and narrative are the guideline that is shown beside the answers. Topics of the question
answering tracks from 1999 to 2003 have no title: the description is the question. Their type gives its kind;
a definition is a question with nuggets.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jurybox.collection.findings import shown
from jurybox.formats.evidence import Signs
from jurybox.formats.format import Format
from jurybox.formats.json_records import Record, first_record, records_of, text_under
from jurybox.formats.source_files import MOST_LINES, FormatImport, SourceFile, first_lines, lines_of
from jurybox.language import Sentence, tr, trf
from jurybox.lists import comma_list

_KINDS = {"factoid": "factoid", "list": "list", "definition": "other", "other": "other"}
_READ = ("num", "type", "title", "desc", "narr")
_PARTS = tuple(f"<{part}>" for part in _READ)
_TAG = re.compile(r"\s*<(/?)([A-Za-z]\w*)>\s*(.*)")
_LABEL = re.compile(r"(?:Number|Topic|Type|Description|Narrative)\s*:\s*", re.IGNORECASE)
_MARK = re.compile(r"(?<=[0-9])[:.)]$")
"""What stands behind the id in lines such as `1: text`."""
_END = re.compile(r"</[A-Za-z]\w*>\s*$")


_IDS = ("qid", "query_id", "query-id", "queryid", "topic_id", "topicid", "_id", "id", "num", "number")
_ORDER = ("title", "query", "question", "querytext", "query_text", "text", "topic")
_NARRATIVES = ("narrative", "narr")
_HEADS, _TEXTS = {*_IDS, "topic"}, {*_ORDER}
"""Names of ids and of texts, in lines and in records, the clearest first."""
_FIELDS = {"description", "desc", *_NARRATIVES, "metadata", "keywords", "background", "lang", "language"}
_OF_TOPICS = re.compile(r"\bq|quer|topic|question", re.IGNORECASE)
"""Heads of topics, and of nothing else, as `id` and `text` are."""
_OF_RECORDS = re.compile(r"topic|quer(y|ies)|^qid$|^narr(ative)?$", re.IGNORECASE)
"""Fields and names of records of topics; those with a question may be of any kind, and their columns are matched."""
_NAMES = re.compile(r"topic|quer(y|ies)|question", re.IGNORECASE)
_OTHERS = re.compile(r"patter|answer|doc|passage|corpus|collection|nugget|run|qrel|label|judg", re.IGNORECASE)
_ASKS = re.compile(
    r"(who|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|should|name|list|find|tell)\b"
    r".*\s.*|.*\?\s*",
    re.IGNORECASE | re.DOTALL,
)
_EXAMPLE = '{"qid": "301", "query": "river treaty"}'
_ASKING = 0.5
"""The share of texts that ask something, in files that have no name."""


@dataclass
class Topic:
    """One topic: the line where it begins, and what its parts say."""

    line: int
    parts: dict[str, list[str]] = field(default_factory=dict)

    def of(self, part: str) -> str:
        """Return the text of a part in one line, "" if it is missing."""
        return " ".join(" ".join(self.parts.get(part, ())).split())

    @property
    def kind(self) -> str | None:
        """The kind of question; None for a type that is not known."""
        if "type" in self.parts:
            return _KINDS.get(self.of("type").casefold())
        return "ranked" if self.of("title") or self.of("narr") else "factoid"

    @property
    def text(self) -> str:
        """The text of the question."""
        return self.of("title") or self.of("desc")

    @property
    def guideline(self) -> str:
        """What else an assessor should know of it: the description beside a title, and the narrative."""
        described = self.of("desc") if self.of("title") else ""
        return "\n".join(part for part in (described, self.of("narr")) if part)


def _contents(path: Path) -> str | None:
    """Return in words what topics a path has: `<top>` in the first line, and a part; records; or lines. None: others.

    Lines are topics only where a head, the name of the file or the texts say so: see `are_lines`.
    """
    if path.is_dir():
        return None
    if record := first_record(path):
        return tr("its records have the id and the text of a question") if _is_record(path, record) else None
    given = first_lines(path)
    lines = [line.strip().lower() for line in given if line.strip()]
    if lines and lines[0].startswith("<top>") and any(line.startswith(_PARTS) for line in lines):
        return tr("it has topics")
    if are_lines(given) and _say_so(path, given) and are_lines(first_lines(path, MOST_LINES)):
        return tr("each of its lines has an id, a tab and the text of a question")
    return None


def _is_record(path: Path, record: Record) -> bool:
    """Return whether a record has an id and a text, nothing else than topics have, and a name of questions."""
    told = {name.lower() for name in record}
    is_named = any(map(_OF_RECORDS.search, told)) or (_OF_RECORDS.search(path.name) and not _OTHERS.search(path.name))
    is_topic = bool(told & _HEADS and told & _TEXTS) and told <= _HEADS | _TEXTS | _FIELDS
    is_topic &= not ("topic" in told and told & {*_IDS} and told & (_TEXTS - {"topic"}))  # it is one of a text
    return bool(is_named) and is_topic and isinstance(_topic_of(1, record), Topic)


def _topic_of(line: int, value: Any) -> Topic | tuple[int, str]:  # noqa: ANN401 - whatever JSON holds
    """Return a record as a topic, with fields of other names as other parts; its line and text if it is none."""
    given = {name.lower(): name for name, one in value.items() if one} if isinstance(value, dict) else {}
    parts = dict[str, list[str]]()
    for part, names in (("num", _IDS), ("title", _ORDER), ("desc", ("description", "desc")), ("narr", _NARRATIVES)):
        name = next((given.pop(one) for one in names if one in given), None)
        text = text_under(value, name) if name is not None else None
        if text is not None:
            parts[part] = [text]
    if not {"num", "title"} <= parts.keys():
        return line, str(value)
    return Topic(line, {name: [] for name in given} | parts)


def are_lines(lines: Sequence[str]) -> bool:
    """Return whether each line is an id without blanks, a tab, and a text with a letter in it; no id comes twice."""
    cells = [line.split("\t") for line in lines]
    return _have_texts(cells) and all(len(one[0].split()) == 1 for one in cells)


def may_be_lines(lines: Sequence[str]) -> bool:
    """Return whether each line is an id with a digit and a text with a letter in it, and no id comes twice."""
    cells = [line.split(None, 1) for line in lines]
    return _have_texts(cells) and all(any(map(str.isdigit, one[0])) for one in cells)


def _have_texts(cells: Sequence[Sequence[str]]) -> bool:
    are_two = bool(cells) and all(len(one) == 2 and any(map(str.isalpha, one[1])) for one in cells)
    return are_two and len({one[0].strip() for one in cells}) == len(cells)


def _say_so(path: Path, lines: Sequence[str]) -> bool:
    if _is_head(lines[0]) and _OF_TOPICS.search(lines[0]):
        return True
    texts = [line.split("\t")[1].strip() for line in lines]
    if _OTHERS.search(path.name) or 2 * sum(" " in text for text in texts) < len(texts):
        return False
    asking = sum(_ASKS.fullmatch(text) is not None for text in texts)
    return _NAMES.search(path.name) is not None or asking >= _ASKING * len(texts)


def _is_head(line: str) -> bool:
    cells = [cell.strip().lower() for cell in line.split("\t")]
    return len(cells) == 2 and cells[0] in _HEADS and cells[1] in _TEXTS


def topics_of(path: Path) -> Iterator[Topic | tuple[int, str]]:
    """Yield the topics of a file, and every line outside a topic as its number and text.

    Where no line begins with a tag, each line is a topic: an id, a tab or else a blank, and its text; or a record.
    """
    if first_record(path):
        return (_topic_of(line, value) for line, value in records_of(path))
    return _blocks(path) if _is_of_blocks(path) else _lines(path)


def _is_of_blocks(path: Path) -> bool:
    return any(map(_TAG.match, first_lines(path)))


def _lines(path: Path) -> Iterator[Topic | tuple[int, str]]:
    for at, (line, text) in enumerate(lines_of(path)):
        if at == 0 and _is_head(text):
            continue
        name, rest = text.split("\t", 1) if "\t" in text else (*text.split(None, 1), "", "")[:2]
        name = name if "\t" in text else _MARK.sub("", name)
        if name.strip() and rest.strip() and not text.lstrip().startswith(("{", "[")):
            yield Topic(line, {"num": [name], "title": [rest]})
        else:
            yield line, text


def _blocks(path: Path) -> Iterator[Topic | tuple[int, str]]:
    topic: Topic | None = None
    part = ""
    for line, text in lines_of(path):
        tag = _TAG.match(text)
        is_end, name, rest = (bool(tag[1]), tag[2].lower(), tag[3]) if tag else (False, "", text)
        if name == "top":
            if topic is not None:
                yield topic
            topic, part = (None if is_end else Topic(line)), ""
            continue
        if topic is None:
            yield line, text
            continue
        if name:
            part = "" if is_end else name
            rest = _LABEL.sub("", rest, count=1) if _LABEL.match(rest) else rest
            if part:
                topic.parts.setdefault(part, [])
        ended = _END.search(rest)
        if part:
            topic.parts[part].append(_END.sub("", rest))
        part = "" if ended else part
    if topic is not None:
        yield topic


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take topics in as questions; parts of other names are left out, and said so."""

    def one(source: SourceFile) -> None:
        others: dict[str, int] = {}
        of_blocks = _is_of_blocks(source.path)
        with reading.sheet("questions", source, "question kind text guideline") as sheet:
            for topic in topics_of(source.path):
                if isinstance(topic, tuple):
                    line, text = topic
                    reading.bad("questions", source, line, _stray(text, of_blocks=of_blocks))
                elif problem := _problem_of(topic):
                    reading.bad("questions", source, topic.line, problem)
                else:
                    others |= dict.fromkeys(set(topic.parts) - set(_READ), 1)
                    sheet.row(topic.line, (topic.of("num"), topic.kind or "", topic.text, topic.guideline))
        if others:
            listed = comma_list(f"<{name}>" for name in sorted(others))
            reading.note(trf("topic-parts-left-out", "Parts of topics are left out: {listed}.", listed=listed), source)

    reading.each(sources, one, "questions")


def _stray(text: str, *, of_blocks: bool) -> Sentence:
    if of_blocks:
        return trf("topic-outside", "{text} is outside a topic. Begin each topic with a line <top>.", text=shown(text))
    if text.startswith(("{", "[")):
        return trf(
            "topic-record", "{text} is no topic. Write a record such as {record}.", text=shown(text), record=_EXAMPLE
        )
    return trf("topic-line", "{text} is no topic. Write an id, a tab and the text of the question.", text=shown(text))


def _problem_of(topic: Topic) -> Sentence | None:
    if not topic.of("num"):
        return trf("topic-no-number", "This topic has no number. Write one, such as <num> Number: 301.")
    if topic.kind is None:
        return trf(
            "topic-type", "The type is {of}. Write factoid, list, definition or other.", of=shown(topic.of("type"))
        )
    return (
        None if topic.text else trf("topic-no-text", "This topic has no title and no description. Write one of them.")
    )


FORMAT = Format(
    "trec-topics",
    tr("TREC topics"),
    Signs(place=_contents),
    stage="questions",
    shape=tr(
        "blocks of `<top>` with `<num>`, `<title>`, `<desc>`, `<narr>`, or `<type>`; or lines of `id`, a tab and "
        "`text`; or JSON lines with `qid` and `query`"
    ),
    imports=tr("ranked questions, with description and narrative as guideline; QA questions of 1999 to 2003"),
    exports="-",
    example=("x", "<top>\n<num> Number: 1\n<title> owls\n<desc> Description:\nOwls?\n</top>\n"),
    read=read,
)
