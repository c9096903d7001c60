"""PyEvALL JSON: `[{"test_case", "id", "value"}]`; the id is a question's, a slash, and an answer's."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from jurybox.collection.entries import STATES
from jurybox.collection.findings import shown
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, ExportedJudgment, label_or_state, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import LETTERS, grade_scale
from jurybox.formats.json_records import Record, records_of, text_under, write_records
from jurybox.formats.mentions import Mentions
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, unfitting
from jurybox.label_schemes import ANSWER_LABELS
from jurybox.language import Sentence, tr, trf, trn_noop
from jurybox.lists import comma_list


def item_id(question: str, answer: str) -> str:
    """Return the id of an item; slashes and percent signs in the two ids are written as %2F and %25."""
    return "/".join(quote(part, safe=" :;,.()[]{}'\"<>|!?*+=@#$&~^`-_") for part in (question, answer))


def names_in(item: str) -> tuple[str, str] | None:
    """Return question and answer that such an id names; None if it has not the two parts."""
    question, slash, answer = item.partition("/")
    return (unquote(question), unquote(answer)) if slash and question and answer else None


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Read judgments, one value for each answer; shares of several assessors are not attributed."""
    mentions = Mentions(reading)
    if reading.options.labels not in (None, LETTERS):
        grade_scale(reading, {}, [source.name for source in files_of(sources)])
    labels = {*ANSWER_LABELS, *(word for scheme in reading.staging.schemes.values() for word in scheme.words)}

    def one(source: SourceFile) -> None:
        assessor = reading.assessor(source)
        with reading.sheet("judgments", source, "assessor question answer label state") as sheet:
            records = records_of(source.path)
            for line, row in reading.good("judgments", source, records, lambda record: _parse(record, labels)):
                mentions.add(source, line, *row[:2])
                sheet.row(line, (assessor, *row))

    reading.each(sources, one, "judgments")
    mentions.store()


def _parse(  # whatever stands in the file
    record: Any,  # noqa: ANN401
    labels: Collection[str],
) -> tuple[str, str, str, str] | Sentence:
    if not isinstance(record, dict):
        return trf("pyevall-no-record", "This record is not an object with test_case, id and value.")
    names = names_in(text_under(record, "id") or "")
    value = record.get("value")
    if names is None or not all(names) or any(map(unfitting, names)):
        return trf(
            "pyevall-id",
            "The id is {place}. Write the question's, a slash, and the answer's.",
            place=shown(record.get("id")),
        )
    if isinstance(value, dict):
        return trf(
            "pyevall-shares", "The value has shares of several assessors, who are not named. Import single values."
        )
    if value is None or value in STATES:
        return (*names, "", value or "")
    if isinstance(value, list) or value not in labels:
        return trf(
            "pyevall-value",
            "The value is {value}. Write one of {labels}.",
            value=shown(value),
            labels=comma_list(sorted(labels)),
        )
    return (*names, str(value), "")


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write one item for each answer: a label for one voice, the share of each label for several."""
    out.leave_out("judgments", "strictness")
    name = out.db.execute("SELECT value FROM local WHERE name = 'name'").fetchone()
    items = _items(out, name[0] if name else out.stem)
    return {"items": write_records(part, items, listed=True)}


def _items(out: CollectionExport, case: str) -> Iterator[Record]:
    alone = len(out.voices) < 2
    for row in out.by_answer():
        choices = [label_or_state(said, gold=out.gold is not None) for said in row]
        value = choices[0] if alone else _shares(out, row)
        yield {"test_case": case, "id": item_id(row[0].question, row[0].answer), "value": value}
    if not alone:
        out.lose(
            trn_noop(
                "The values are the labels of {n} assessor, who is not named.",
                "The values are shares of {n} assessors, who are not named.",
            ),
            len(out.voices),
        )


def _shares(out: CollectionExport, row: Iterable[ExportedJudgment]) -> dict[str, float] | None:
    labels = Counter(said.label for said in row if said.label)
    out.lose(
        trn_noop(
            "{n} state (skipped, junk and so on) is left out of the shares.",
            "{n} states (skipped, junk and so on) are left out of the shares.",
        ),
        sum(said.state is not None for said in row),
    )
    total = labels.total()
    return {label: count / total for label, count in sorted(labels.items())} if total else None


FORMAT = Format(
    "pyevall",
    tr("PyEvALL items (JSON)"),
    Signs(tr("its records have test_case, id and value"), record={"test_case", "id", "value"}.issubset),
    stage="judgments",
    shape=tr("items as JSON"),
    imports=tr("one value for each answer"),
    exports=tr("labels, or shares of several assessors"),
    example=("x.json", '[{"test_case": "t", "id": "q/a", "value": "A"}]'),
    read=read,
    write=write,
)
