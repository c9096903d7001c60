"""PyEvALL JSON: `[{"test_case", "id", "value"}]`; the id is a question's, a slash, and an answer's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from jurybox.collection.entries import STATES
from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.format import ReadOptions
from jurybox.formats.json_records import first_record, records_of, text_under
from jurybox.formats.mentions import Mentions
from jurybox.formats.reading import Reading, Source, unfitting

_LABELS = ("A", "B", "C", "correct", "inexact", "unsupported", "incorrect")


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: JSON whose first record has test_case, id and value."""
    fits = {"test_case", "id", "value"} <= set(first_record(path))
    return "its records have test_case, id and value" if fits else None


def item_id(question: str, answer: str) -> str:
    """Return the id of an item; slashes and percent signs in the two ids are written as %2F and %25."""
    return "/".join(quote(part, safe=" :;,.()[]{}'\"<>|!?*+=@#$&~^`-_") for part in (question, answer))


def names_in(item: str) -> tuple[str, str] | None:
    """Return question and answer that such an id names; None if it has not the two parts."""
    question, slash, answer = item.partition("/")
    return (unquote(question), unquote(answer)) if slash and question and answer else None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take judgments in, one value for each answer; shares of several assessors cannot be told apart."""
    reading = Reading(staging, options)
    mentions = Mentions(reading)

    def one(source: Source) -> None:
        assessor = reading.assessor(source)
        columns = ("assessor", "question", "answer", "label", "state")
        with reading.sheet("judgments", source, *columns) as sheet:
            for line, value in records_of(source.path):
                row = _parse(value)
                if isinstance(row, str):
                    reading.bad("judgments", source, line, row)
                else:
                    mentions.add(source, line, *row[:2])
                    sheet.row(line, (assessor, *row))

    reading.each(sources, one, "judgments")
    mentions.store()


def _parse(record: Any) -> tuple[str, str, str, str] | str:  # noqa: ANN401 - whatever stands in the file
    if not isinstance(record, dict):
        return "This record is no object with test_case, id and value."
    names = names_in(text_under(record, "id") or "")
    value = record.get("value")
    if names is None or not all(names) or any(map(unfitting, names)):
        return f"The id is {shown(record.get('id'))}. Write the question's, a slash, and the answer's."
    if isinstance(value, dict):
        return "The value has shares of several assessors, who are not named. Import single values."
    if value is None or value in STATES:
        return (*names, "", value or "")
    if value not in _LABELS:
        return f"The value is {shown(value)}. Write one of {', '.join(_LABELS)}."
    return (*names, str(value), "")
