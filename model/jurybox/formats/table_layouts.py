"""Layouts of tables and records that are rows of cells only once they are turned: ratings, choices, dictionaries.

Annotation tools keep what several people said in a list of each record, or a column for each label. Libraries
of measures keep grades and scores in a dictionary of topics and documents.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from jurybox.collection.cell_types import moment, moment_text, real
from jurybox.formats.label_words import is_yes

USER = "user_id"
"""The column of who gave a rating."""
_RATING = {"value", USER}
_USERS = ".users"
_SINCE_1970 = re.compile(r"[0-9]{9,10}(\.[0-9]+)?|[0-9]{12,13}")
_MILLISECONDS = 1e11
"""A number from here on is no count of seconds."""
_DEEPEST = 4
"""Objects within each other that become columns of their own."""
_BETWEEN = ":::"
"""What stands between a question and a label in the heads of Potato."""
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
DECIDED = "answer"
"""The column in which Prodigy says whether a label counts."""
DECISIONS = frozenset(("reject", "ignore", "accept"))
"""What it says there: all but one of them for labels that do not count."""
_STATES = {DECIDED, "assignmentstatus", "responsestatus", "annotationstatus"}
_DISCARDED = frozenset(("reject", "ignore", "rejected", "ignored", "discarded", "draft"))
"""What a state is called of which a label does not count."""
_OF_POTATO = "label_annotations"
_FREE = frozenset(("text_box", "textbox", "text", "slider", "number"))
"""Keys of what people write for Potato, where others are the labels they choose."""


def separator_in(line: str) -> str:
    """Return the separator that a first line such as `sep=;` names, as Excel writes it; "" for any other line."""
    found = _SEPARATOR_LINE.fullmatch(line.strip(" \r\n;,"))
    found = found or _SEPARATOR_LINE.fullmatch(line.strip(" \r\n"))
    return found[1] if found else ""


def flat(record: Mapping[str, object]) -> dict[str, str]:
    """Return the fields of a record as texts, those of objects in it as `outer.inner`."""
    return dict(_cells(record, "", 1))


def rated(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return a record once for each person who rated something in it, with what that person said; else once."""
    record = _with_users(record)
    places = [(path, ratings) for path, ratings in _lists_of_ratings(record, ()) if ratings]
    users = dict.fromkeys(str(one[USER]) for _, ratings in places for one in ratings)
    if not users:
        return [record]
    turned = list[Mapping[str, Any]]()
    for user in users:
        one: dict[str, Any] = json.loads(json.dumps(record))
        for path, ratings in places:
            inner = one
            for key in path[:-1]:
                inner = inner[key]
            said = [rating["value"] for rating in ratings if str(rating[USER]) == user and _counts(rating)]
            inner[path[-1]] = said
        turned.append({USER: user, **one})
    return turned


def graded(record: object) -> Iterator[tuple[str, str, str]] | None:
    """Return topic, document and number of each grade or score in a dictionary of them; None for anything else."""
    if not isinstance(record, dict) or not record:
        return None
    for documents in record.values():
        if not isinstance(documents, dict) or not all(_is_number(value) for value in documents.values()):
            return None
    if not any(record.values()):
        return None
    return ((topic, document, str(value)) for topic, of in record.items() for document, value in of.items())


def heads_of_grades(record: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return the heads of a table of what `graded` yields: whole numbers are grades, others scores."""
    are_grades = all(isinstance(value, int) for of in record.values() for value in of.values())
    return ["topic", "docno", "grade" if are_grades else "score"]


class LabelColumns:
    """Turns a table with a column for each label, `question:::label`, into one with a column for each question."""

    def __init__(self, heads: Sequence[str]) -> None:
        self._of: dict[str, list[int]] = {}
        for at, head in enumerate(heads):
            self._of.setdefault(head.partition(_BETWEEN)[0].strip(), []).append(at)
        self._names = [head.partition(_BETWEEN)[2].strip() for head in heads]
        self.is_needed = any(self._names)

    @property
    def heads(self) -> list[str]:
        """The heads of the table that is made."""
        return list(self._of)

    def rows(self, cells: Sequence[str]) -> list[list[str]]:
        """Return the one row that a row is: of the columns of one question what is marked, a list of several."""
        return [[_listed(self._said(cells, at) for at in places) for places in self._of.values()]]

    def _said(self, cells: Sequence[str], at: int) -> str:
        cell, name = cells[at], self._names[at]
        marked = is_yes(cell) if name else None
        return name if marked else "" if marked is False else cell


class UserColumns:
    """Turns a table with lists of values and of who gave them, `x` and `x.users`, into one with a row for each."""

    def __init__(self, heads: Sequence[str]) -> None:
        self._given = heads
        kept = [head.removesuffix(_USERS) for head in heads if head.endswith(_USERS)]
        beside = {f"{head}{ending}" for head in kept for ending in (_USERS, ".status")}
        self.is_needed = {*kept} <= {*heads} and bool(kept)
        self.heads = [USER, *(head for head in heads if head not in beside)]

    def rows(self, cells: Sequence[str]) -> list[list[str]]:
        """Return a row for each person who rated something in a row, with what that person said."""
        record = {head: _list_in(cell) for head, cell in zip(self._given, cells, strict=True)}
        return [[found.get(head, "") for head in self.heads] for found in map(flat, rated(record))]


def states_in(heads: Iterable[str]) -> list[str]:
    """Return the columns of a table that say whether what a person said counts."""
    return [head for head in heads if "".join(filter(str.isalnum, head.casefold())) in _STATES]


def is_discarded(state: str) -> bool:
    """Return whether a label does not count, as its state says."""
    return state.strip().casefold() in _DISCARDED


def is_above_heads(cells: Sequence[str]) -> bool:
    """Return whether a row is a title or a comment, and no row of a table: one cell, or a sign before blank."""
    return sum(map(bool, map(str.strip, cells))) < 2 or cells[0].startswith("# ")


def _list_in(cell: str) -> object:
    """Return a cell that is a list, as JSON or as Python writes it, as one; any other as it is."""
    if cell.startswith("["):
        for read in (json.loads, ast.literal_eval):
            with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
                return read(cell)
    return cell


def when(cell: str) -> str:
    """Return a date and time as ISO 8601, also where it is in seconds or milliseconds since 1970; "" for any other."""
    text = cell.strip()
    with suppress(ValueError):
        moment(text)
        return text
    if not _SINCE_1970.fullmatch(text):
        return ""
    seconds = real(text)
    return moment_text(round(seconds if seconds >= _MILLISECONDS else 1000 * seconds))


def texts_in(cell: str) -> str:
    """Return a cell that is a list of texts with one of them in each line; any other as it is."""
    if not cell.startswith('["'):
        return cell
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    return "\n".join(found) if isinstance(found, list) and all(isinstance(one, str) for one in found) else cell


def _cells(record: Mapping[str, object], before: str, depth: int) -> Iterator[tuple[str, str]]:
    for name, given in record.items():
        value = given
        if name == _OF_POTATO and isinstance(given, dict):
            value = {of: _chosen(said) for of, said in given.items()}
        if isinstance(value, dict) and depth < _DEEPEST:
            yield from _cells(value, f"{before}{name}.", depth + 1)
        else:
            yield f"{before}{name}", _cell(value)


def _chosen(said: object) -> object:
    """Return the labels that somebody chose, which Potato writes as keys; where it counts steps, their numbers."""
    if not isinstance(said, dict):
        return said
    given = ((key, str(value)) for key, value in said.items() if value)
    return [text if key in _FREE or key.endswith(f"_{text}") else key for key, text in given]


def _cell(value: object, depth: int = 0) -> str:
    if value == [] or value == {}:
        return ""
    if isinstance(value, list) and len(value) == 1 and not isinstance(value[0], dict) and depth < _DEEPEST:
        return _cell(value[0], depth + 1)
    if isinstance(value, bool) or value is None:
        return "" if value is None else "yes" if value else "no"
    try:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return ""


def _with_users(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record whose lists of values and of their users, `x` and `x.users`, are lists of ratings.

    So are the responses of people, each with the values of several questions.
    """
    turned = dict(record)
    responses = record.get("responses")
    if isinstance(responses, list) and all(isinstance(one, dict) and "values" in one for one in responses):
        ratings: dict[str, list[object]] = {}
        for one in responses:
            for name, rating in one["values"].items() if isinstance(one["values"], dict) else ():
                said = rating if isinstance(rating, dict) else {"value": rating}
                ratings.setdefault(name, []).append({USER: one.get(USER), "status": one.get("status"), **said})
        turned["responses"] = ratings
    for name, users in record.items():
        values = record.get(name.removesuffix(_USERS)) if name.endswith(_USERS) else None
        if isinstance(values, list) and isinstance(users, list) and len(values) == len(users):
            kept = name.removesuffix(_USERS)
            states = turned.pop(f"{kept}.status", None)
            listed = states if isinstance(states, list) and len(states) == len(users) else [None] * len(users)
            turned[kept] = [
                {"value": value, USER: user, "status": state}
                for value, user, state in zip(values, users, listed, strict=True)
            ]
            del turned[name]
    return turned


def _lists_of_ratings(
    record: Mapping[str, Any], before: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    for name, value in record.items():
        if isinstance(value, dict) and len(before) < _DEEPEST:
            yield from _lists_of_ratings(value, (*before, name))
        elif (
            isinstance(value, list) and value and all(isinstance(one, dict) and one.keys() >= _RATING for one in value)
        ):
            yield (*before, name), value


def _counts(rating: Mapping[str, Any]) -> bool:
    return not is_discarded(str(rating.get("status")))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _listed(cells: Iterable[str]) -> str:
    held = [cell for cell in cells if cell.strip()]
    return held[0] if len(held) == 1 else json.dumps(held, ensure_ascii=False) if held else ""
