"""The signs of files that no reader takes as they are, such as values of measures, and what to do with them."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from jurybox.collection.findings import shown
from jurybox.formats import trec_topics
from jurybox.formats.bad_files import BadFile
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.json_records import records_of
from jurybox.language import tr

_MEASURE = re.compile(
    r"(num_(q|ret|rel|rel_ret|nonrel\w*)|runid|relstring|(gm_)?(map|bpref)|n?dcg|rprec(_mult)?|(recip_rank|rr|mrr)|inf_?ap|"
    r"11pt_avg|utility|(set_|iprec_at_|relative_)\w+|(n?dcg|map|p|r|precision|recall|success|rbp|err|judged|rndcg)(_cut)?)"
    r"([_@(][\w.@=,+()-]*)?",
    re.IGNORECASE,
)
_MEASURES, _NUMBER = 0.9, re.compile(r"[+-]?[0-9.]+([eE][+-]?[0-9]+)?|nan", re.IGNORECASE)
_DOCUMENTS = r"collection|corpus|passage|document|docs?\b"
_DEEPEST, _LONGEST = 4, 100
_EXAMPLE = '{"question": "q1", "text": "Paris"}'


def cure_of(seen: Seen, *, is_table: bool) -> str:
    """Return what a file is that nothing imports as it is, and what to do, as sentences; "" for any other file.

    `is_table`: it has columns with names, which can be matched.
    """
    if seen.lines and seen.lines[0].lstrip().startswith("{"):
        return "" if is_table else _cure_of_object(seen.path)
    return next((one.words for one in _OF_LINES if one.is_evident(seen)), "")


def _are_documents(seen: Seen) -> bool:
    is_named = seen.is_named(_DOCUMENTS) and trec_topics.are_lines(seen.lines)
    return is_named and re.match(r"\S*[0-9]", seen.lines[0]) is not None


def _are_ids(seen: Seen) -> bool:
    """Return whether all lines have two ids or three, and no number behind them."""
    rows = seen.rows
    has_ids = all(re.search("[0-9]", cell) for row in rows for cell in row)
    return {len(row) for row in rows} in ({2}, {3}) and has_ids and not all(_NUMBER.fullmatch(row[-1]) for row in rows)


def _are_values(seen: Seen) -> bool:
    """Return whether nearly all lines name a measure before or behind a topic, and end in a number."""
    rows = seen.rows
    fitting = sum(
        2 <= len(row) <= 3 and any(map(_MEASURE.fullmatch, row[:-1])) and _NUMBER.fullmatch(row[-1]) is not None
        for row in rows
    )
    return bool(rows) and fitting >= _MEASURES * len(rows) - 1 and fitting > 0


_OF_LINES = (
    Signs(
        tr(
            "It has values of measures, as trec_eval prints them. They are not imported, since they are computed here: "
            "import the run and the qrels."
        ),
        is_evident=_are_values,
    ),
    Signs(
        tr(
            "Its lines have an id and a text. If they are documents, write a line above them that names the columns: "
            "document, a tab, and text."
        ),
        is_evident=_are_documents,
    ),
    Signs(
        tr(
            "Its lines have ids and neither a grade nor a score. Write four columns for qrels: question, group, "
            "answer, grade; or six for a run: question, Q0, answer, rank, score, run."
        ),
        is_evident=_are_ids,
    ),
)
"""Files of lines by their signs, whose words say what to do."""


def _cure_of_object(path: Path) -> str:
    """Return what to write in place of one object, by what is in it; "" for records line by line."""
    try:
        with closing(records_of(path)) as records:
            found = [value for _, value in islice(records, 2)]
    except (BadFile, OSError):
        return ""
    if len(found) != 1 or path.suffix != ".json":
        return ""
    value = found[0]
    if value and all(isinstance(one, str) for one in value.values()):
        ((name, text),) = islice(value.items(), 1)
        record = json.dumps({"question": name, "text": text}, ensure_ascii=False)
        return tr(
            "It is one object with a text under each name, such as the predictions for SQuAD. Write a list with a "
            "record for each: [{record}, ...]",
            record=record if len(record) <= _LONGEST else _EXAMPLE,
        )
    lists = dict(_lists_in(value, ""))
    if len(lists) > 1 and lists.keys() == value.keys():
        return tr(
            "It is one object with a list of records under each name. Write one list of all records, each with that "
            "name in a field, such as question."
        )
    if lists:
        return tr(
            "It is one object. Its records seem to be under {where}: write that list alone into a file.",
            where=shown(max(lists, key=lists.__getitem__)),
        )
    return tr(
        "It is one object, not a list of records. Write a list with a record for each answer: [{record}, ...]",
        record=_EXAMPLE,
    )


def _lists_in(value: Any, under: str, deep: int = 0) -> Iterator[tuple[str, int]]:  # noqa: ANN401 - whatever JSON holds
    """Yield where in objects are lists of objects, and how many these have."""
    for name, one in value.items():
        if isinstance(one, dict) and deep < _DEEPEST:
            yield from _lists_in(one, f"{under}{name}.", deep + 1)
        elif isinstance(one, list) and one and all(isinstance(each, dict) for each in one):
            yield f"{under}{name}", len(one)
