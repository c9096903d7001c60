"""Label schemes of a collection's own: how they are written, read, and refused.

A kind of question is judged by the scheme of the papers (`jurybox.kinds`) unless the collection sets another.
It is a fact of the log (`scheme:KIND`), JSON with `name`, `measurement` and `labels`, the best first; each
label has `label`, as the log spells it, and may have `name`, `short`, `meaning`, `guideline`, `key`, `grade`,
`gain` and `relevant` ("strict", "lenient" or "no"). A scale of numbers may be written `0..3`, or `0..1 by
0.1`, and labels that are only names `Good, Fair, Poor`.
"""

import csv
import io
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurybox.collection.codes import MOST_LABELS, own_labels
from jurybox.collection.entries import STATES
from jurybox.collection.label_keys import refuse_owned_letters
from jurybox.csv_files import unguard
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.label_schemes import Label, LabelScheme, Measurement, Relevance
from jurybox.language import tr, tr_noop, trc
from jurybox.lists import comma_list, or_list
from jurybox.wording import count_of

if TYPE_CHECKING:
    import sqlite3

SCHEME = "scheme:"
"""With a kind of question: the name of the fact that holds its scheme."""
MOST = 101
"""Labels of one scheme: a scale from 0 to 100."""
_HANDFUL = 10
_LONGEST = 40
_HIGHEST = 1_000_000_000
"""The largest grade, as in files of grades: nine digits."""
_FINEST = 1e-6
"""The smallest step between two grades: a finer one is lost where grades are written and averaged."""
_JOINERS = "\u200c\u200d"
"""They join letters of Persian and parts of emoji, and are visible through their effect."""
_MEASUREMENTS: tuple[Measurement, ...] = ("nominal", "ordinal", "interval")
_RELEVANCES: tuple[Relevance, ...] = ("strict", "lenient", "no")
_RELEVANCE_WORDS: dict[str, Relevance] = {
    **{one: one for one in _RELEVANCES},
    "yes": "strict",
    "only lenient": "lenient",
    tr("yes"): "strict",
    tr("only lenient"): "lenient",
    tr("no"): "no",
}
"""What files may write for each, as people see it in the window too."""
_BETWEEN_NAMES = re.compile("[,\u3001\uff0c]")
_NUMBER = r"[-+]?[0-9]{1,6}(?:\.[0-9]{1,6})?"
_SCALE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?: by ({_NUMBER}))?")
_NUMBERS = {"grade": tr_noop("grade"), "gain": tr_noop("gain")}
_TEXTS = {"name": "name", "short": "short", "meaning": "meaning", "guideline": "explained", "key": "letter"}
_SUFFIXES = (".csv", ".json")
_FIELDS = ("name", "measurement", "labels")
_COLUMNS = ("label", *_TEXTS, "grade", "gain", "relevant")
_OF_TABLES = (*_COLUMNS, "measurement")
SCHEME_KINDS: tuple[str, ...] = tuple(kind.name for kind in KINDS.values() if kind.is_labeled)
"""The kinds of question that may have a scheme of their own."""
_TOLD_BY_NAME = ("correct", "incorrect")
"""Whether NIL is right, and which answers are equal, follows from these labels in kinds that have either."""


def scheme_from(value: object, kind: str) -> LabelScheme:
    """Return the scheme that JSON describes, for a kind of question.

    Raises Refused with what is wrong for anything else, and for a kind that has no scheme of its own.
    """
    if kind not in SCHEME_KINDS:
        raise Refused(
            tr("Questions of kind {kind!r} take no label scheme; {listed} do.", kind=kind, listed=_listed(SCHEME_KINDS))
        )
    if not isinstance(value, Mapping) or not isinstance(value.get("labels"), (list, tuple)):
        raise Refused(tr("A label scheme has a name, a measurement and a list of labels, the best first."))
    name = str(value.get("name") or "").strip() or f"{kind} labels"
    measurement = next((one for one in _MEASUREMENTS if one == value.get("measurement", "ordinal")), None)
    if measurement is None:
        raise Refused(
            tr(
                "The measurement of a label scheme is {listed}, not {value!r}.",
                listed=_listed(_MEASUREMENTS),
                value=value["measurement"],
            )
        )
    labels = tuple(_label(one) for one in value["labels"])
    return checked(LabelScheme(name, labels, measurement), kind)


def stored_schemes(db: "sqlite3.Connection") -> dict[str, LabelScheme]:
    """Return the schemes that an open collection file sets, by kind, as far as they can be used."""
    rows = db.execute(
        "SELECT e.fact, e.label FROM entry e WHERE e.kind = 'fact' AND e.fact LIKE 'scheme:%' "
        "AND e.label IS NOT NULL AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
    )
    values: dict[str, Any] = {}
    disputed = set()
    for fact, label in rows:
        value = json.loads(label)
        if values.setdefault(fact, value) != value:
            disputed.add(fact)
    return schemes_among({fact: value for fact, value in values.items() if fact not in disputed})


def foreign_label(db: "sqlite3.Connection") -> tuple[str, str, LabelScheme] | None:
    """Return a label in force that is not in the scheme of its question, with the kind and the scheme."""
    own = stored_schemes(db)
    for kind in KINDS.values():
        scheme = own.get(kind.name) or kind.label_scheme
        marks = ", ".join("?" * len(scheme.words))
        found = db.execute(
            "SELECT e.label FROM entry e JOIN question q ON q.id = e.question WHERE q.kind = ? "  # noqa: S608
            "AND e.kind IN ('judgment', 'repeat', 'adjudication') AND e.answer IS NOT NULL "
            f"AND e.nugget IS NULL AND e.fact IS NULL AND e.label NOT IN ({marks}) "
            "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id) LIMIT 1",
            (kind.name, *scheme.words),
        ).fetchone()
        if found:
            return found[0], kind.name, scheme
    return None


def too_many_labels(schemes: Iterable[LabelScheme]) -> str:
    """Return what is wrong with the label schemes of one collection: together they have too many labels."""
    many = len(own_labels(word for scheme in schemes for word in scheme.words))
    return (
        tr(
            "The label schemes of the collection have {many} different labels, and {most_labels} are "
            "possible in all. Use the same labels for several kinds of question, or wider steps.",
            many=many,
            most_labels=MOST_LABELS,
        )
        if many > MOST_LABELS
        else ""
    )


def schemes_among(values: Mapping[str, Any]) -> dict[str, LabelScheme]:
    """Return the schemes among the values of facts, by kind; unusable ones are left out."""
    found = {}
    for name, value in values.items():
        if name.startswith(SCHEME) and value is not None:
            kind = name.removeprefix(SCHEME)
            with suppress(Refused):
                found[kind] = scheme_from(value, kind)
    return found


def scheme_as_json(scheme: LabelScheme) -> dict[str, Any]:
    """Return the JSON from which `scheme_from` reads the same scheme."""
    labels = []
    for one in scheme.labels:
        texts = {key: text for key, field in _TEXTS.items() if (text := getattr(one, field))}
        gain = {} if one.gain is None else {"gain": one.gain}
        labels.append({"label": one.word, **texts, "grade": one.grade, **gain, "relevant": one.relevance})
    return {"name": scheme.name, "measurement": scheme.measurement, "labels": labels}


def scale(grades: Iterable[float], *, name: str = "", measurement: Measurement = "ordinal") -> LabelScheme:
    """Return the scheme whose labels are these numbers; those above 0 are relevant, except the lowest.

    The lowest gains nothing: on a scale from 1 up the gains are the steps above it. Not checked yet: see
    `checked`.
    """
    falling = sorted(set(grades), reverse=True)
    words = [number_text(one) for one in falling]
    lowest = falling[-1] if falling else 0
    labels = tuple(
        Label(
            word,
            word,
            grade=one,
            gain=one - lowest if lowest > 0 else None,
            relevance="strict" if one > max(0, lowest) else "no",
        )
        for word, one in zip(words, falling, strict=True)
    )
    named = name or (f"{words[-1]} to {words[0]}" if words else "")
    return LabelScheme(named, labels, measurement)


def scheme_of_text(text: str, kind: str) -> LabelScheme:
    """Return the scheme of a text: a scale such as `0..3`, `-2..2` or `0..1 by 0.1`, names, or a file.

    Names are separated by commas, the best first; as on a scale, all but the last are relevant, unless they
    are labels of the papers. A file is JSON as above, or a table with a column `label` and any of the others,
    the best label first. Raises Refused with the place of what is wrong.
    """
    if found := _SCALE.fullmatch(text.strip()):
        low, high, step = float(found[1]), float(found[2]), float(found[3] or 1)
        if not (low < high and step > 0) or (high - low) / step > MOST:
            raise Refused(
                tr(
                    "{text!r} is not a scale: write the lowest and the highest grade, with at most "
                    "{most} steps, such as 0..3 or 0..1 by 0.1.",
                    text=text,
                    most=MOST,
                )
            )
        count = math.floor((high - low) / step + 1e-9) + 1
        grades = [round(low + step * at, 6) for at in range(count)]
        if not math.isclose(grades[-1], high, abs_tol=1e-9):
            raise Refused(
                tr(
                    "{text!r} is not a scale: steps of {number} lead to {number2}, not to "
                    "{number3}. Write steps that do, or a file with the labels.",
                    text=text,
                    number=number_text(step),
                    number2=number_text(grades[-1]),
                    number3=number_text(high),
                )
            )
        # Equal steps of many numbers make an interval scale; a handful of grades is only ordered.
        return checked(scale(grades, measurement="interval" if count > len("0123456789") else "ordinal"), kind)
    path = Path(text)
    if not _is_file(path):
        if _BETWEEN_NAMES.search(text) and path.suffix.lower() not in _SUFFIXES:
            return checked(_of_names([name.strip() for name in _BETWEEN_NAMES.split(text) if name.strip()], kind), kind)
        raise Refused(
            tr(
                "{text!r} is neither a scale such as 0..3, nor names of labels separated by commas, nor a file. A "
                "file is a CSV table with the columns {columns}, the best label first, or JSON; the help explains "
                "it under “Gold standards”, “Labels”.",
                text=text,
                columns=comma_list(_OF_TABLES),
            )
        )
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(tr("{path} cannot be read: {error}.", path=path, error=error)) from error
    if path.suffix.lower() == ".csv":
        return _of_table(path, content, kind)
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Refused(
            tr("{path} is not JSON: {error}. The name of a table ends in .csv.", path=path, error=error)
        ) from error
    try:
        _refuse_unknown_fields(value)
        scheme = scheme_from(value, kind)
        refuse_owned_letters(scheme, kind)
        return scheme
    except Refused as error:
        raise Refused(f"{path}: {error}") from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # many names are too long for one of a file
        return False


def _of_names(names: Sequence[str], kind: str) -> LabelScheme:
    """Return the scheme with these names, the best first; numbers are the scale that they form."""
    if names and all(re.fullmatch(_NUMBER, name) for name in names):
        return scale(map(float, names))
    known = {
        spelled.casefold(): label
        for label in KINDS[kind].label_scheme.labels
        for spelled in (label.word, label.name, tr(label.name))
    }
    labels: list[Label] = []
    for at, name in enumerate(names):
        same, last = known.get(name.casefold()), at == len(names) - 1
        relevance: Relevance = same.relevance if same else "no" if last else "strict"
        if labels and _RELEVANCES.index(relevance) < _RELEVANCES.index(labels[-1].relevance):
            relevance = labels[-1].relevance  # what is worse is not worth more
        word, letter = (same.word, same.letter) if same else (name, "")
        labels.append(Label(word, name, letter=letter, grade=len(names) - 1 - at, relevance=relevance))
    title = tr("{first} to {last}", first=names[-1], last=names[0]) if names else ""
    return LabelScheme(title, tuple(labels), "ordinal")


def _refuse_unknown_fields(value: object) -> None:
    """Refuse an unknown field, such as a misspelled one: its content would be lost."""
    if not isinstance(value, Mapping) or not isinstance(value.get("labels"), list):
        return  # refused with what a scheme has
    labels = [one for one in value["labels"] if isinstance(one, Mapping)]
    for fields, known, what in ((value, _FIELDS, "scheme"), *((one, _COLUMNS, "label") for one in labels)):
        for name in fields:
            if name not in known:
                raise Refused(
                    tr(
                        "{name!r} is not a field of a {what}; write {listed}.",
                        name=name,
                        what=what,
                        listed=_listed(known),
                    )
                )


def _of_table(path: Path, content: str, kind: str) -> LabelScheme:
    rows = csv.DictReader(io.StringIO(content, newline=""), strict=True)
    try:
        return _of_rows(path, rows, kind)
    except csv.Error as error:
        raise Refused(tr("{path} is not a table with commas: {error}.", path=path, error=error)) from error


def _of_rows(path: Path, rows: "csv.DictReader[str]", kind: str) -> LabelScheme:
    if wrong := _wrong_head(list(rows.fieldnames or ())):
        known = _listed(_OF_TABLES)
        raise Refused(
            tr("{path}, line 1: {wrong}; write {known}, separated by commas.", path=path, wrong=wrong, known=known)
        )
    found: list[dict[str, object]] = []
    places: list[str] = []
    measurements: dict[object, None] = {}
    for row in rows:
        cells = {key: unguard(text.strip()) for key, text in row.items() if isinstance(text, str) and text.strip()}
        if not cells and None not in row:
            continue
        place = tr("{file}, line {line}", file=path, line=rows.line_num)
        if None in row:
            raise Refused(
                tr(
                    "{place}: there are more cells than columns. Put quotes around a text that has a comma.",
                    place=place,
                )
            )
        if "label" not in cells:
            raise Refused(tr("{place}: the label is missing.", place=place))
        if measured := cells.pop("measurement", ""):
            measurements[measured] = None
        numbers = {
            key: _number(cells[key], tr("{place}: the {number}", place=place, number=tr(name)))
            for key, name in _NUMBERS.items()
            if key in cells
        }
        found.append({**cells, **numbers})
        places.append(place)
    if len(measurements) > 1:
        raise Refused(
            tr(
                "{path}: the measurement is {listed}. A scheme has one; write it once.",
                path=path,
                listed=_listed(map(str, measurements)),
            )
        )
    measurement = next(iter(measurements), "ordinal")
    try:
        scheme = scheme_from({"name": path.stem, "measurement": measurement, "labels": found}, kind)
    except Refused as error:
        raise Refused(f"{path}: {error}") from error
    refuse_owned_letters(scheme, kind, places)
    return scheme


def _wrong_head(head: list[str]) -> str:
    if unknown := [name for name in head if name not in _OF_TABLES]:
        return tr("{unknown!r} is not a column of a label scheme", unknown=unknown[0])
    if "label" not in head:
        return tr("there is no column 'label' of a label scheme")
    twice = next((name for name in head if head.count(name) > 1), "")
    return tr("the column {twice!r} appears twice", twice=twice) if twice else ""


def _number(text: str, what: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise Refused(tr("{what} is {text!r}; write a number such as 2 or 0.5.", what=what, text=text)) from error


def number_text(number: float) -> str:
    """Return a number as a label spells it: `3`, `-2`, `0.1`."""
    return f"{round(number, 6) + 0.0:.6f}".rstrip("0").rstrip(".")  # never -0


def _label(value: object) -> Label:
    given = value.get("label") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(given, (str, int)) or isinstance(given, bool):
        raise Refused(tr('{value!r} is not a label of a scheme; write {{"label": "its text"}}.', value=value))
    word = str(given).strip()
    texts = {field: str(value.get(key) or "").strip() for key, field in _TEXTS.items()}
    numbers = {key: value.get(key) for key in ("grade", "gain")}
    for key, number in numbers.items():
        if number is not None and (isinstance(number, bool) or not isinstance(number, (int, float))):
            raise Refused(
                tr("The {key} of label {word!r} is {number!r}; write a number.", key=key, word=word, number=number)
            )
        if number is not None and not -_HIGHEST <= number <= _HIGHEST:  # nor is what is not a number
            raise Refused(
                tr(
                    "The {key} of label {word!r} is not between -{highest:,} and {highest:,}.",
                    key=key,
                    word=word,
                    highest=_HIGHEST,
                )
            )
    relevance = _RELEVANCE_WORDS.get(str(value.get("relevant")).casefold())
    if relevance is None and value.get("relevant") is not None:
        raise Refused(
            tr(
                "'relevant' of label {word!r} is {value!r}; write {listed}.",
                word=word,
                value=value["relevant"],
                listed=_listed(_RELEVANCES),
            )
        )
    grade = float(numbers["grade"] or 0)
    gain = None if numbers["gain"] is None else float(numbers["gain"])
    usual: Relevance = "strict" if (grade if gain is None else gain) > 0 else "no"
    return Label(
        word,
        texts["name"] or word,
        texts["meaning"],
        texts["explained"],
        texts["letter"].upper(),
        texts["short"],
        grade,
        gain,
        relevance or usual,
    )


def checked(scheme: LabelScheme, kind: str) -> LabelScheme:
    """Return a scheme if the questions of a kind can be judged by it; raises Refused if not."""
    problem = _problem(scheme, kind)
    if problem:
        raise Refused(
            tr(
                "The label scheme {scheme!r} does not fit {kind} questions: {problem}.",
                scheme=scheme.name,
                kind=kind,
                problem=problem,
            )
        )
    return scheme


def _problem(scheme: LabelScheme, kind: str) -> str:
    if not 2 <= len(scheme.labels) <= MOST:
        return tr(
            "it has {labels}, and 2 to {most} are possible", labels=count_of(len(scheme.labels), "label"), most=MOST
        )
    if _has_control(scheme.name):
        return tr("its name has a line break, or a character that is not text")
    graded = KINDS[kind].is_graded
    checks = (
        *map(_problem_of_label, scheme.labels),
        *(_problems_of_order(scheme, nominal=not graded) if scheme.is_ordinal else ()),
        *(
            _used_twice(scheme, field, what)
            for field, what in (("word", tr("label")), ("letter", trc("keyboard", "key")))
        ),
        tr("ranked answers need labels in an order; call it ordinal or interval")
        if graded and not scheme.is_ordinal
        else "",
        _problem_of_names(scheme) if KINDS[kind].nil else "",
        "" if scheme.relevant("strict") else tr("no label is relevant to a strict gold standard"),
        ""
        if len(scheme.relevant("lenient")) < len(scheme.labels)
        else tr("every label is relevant, so nothing can be wrong"),
        tr("no label has a gain") if graded and scheme.labels[0].worth <= 0 else "",
    )
    return next(filter(None, checks), "")


def _problems_of_order(scheme: LabelScheme, *, nominal: bool) -> Iterable[str]:
    if any(label.grade for label in scheme.labels):
        return map(_problem_of_pair, pairwise(scheme.labels))
    other = tr(", or call the scheme nominal") if nominal else ""
    return (tr("its labels have no grades; give each label a grade, the best label the highest{other}", other=other),)


def _has_control(text: str) -> bool:
    return any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text)


def _problem_of_label(label: Label) -> str:
    if not label.word or len(label.word) > _LONGEST:
        return tr("{word!r} cannot be a label: write 1 to {longest} letters", word=label.word, longest=_LONGEST)
    if not all(sign.isprintable() or sign in _JOINERS for sign in label.word):
        return tr("the label {word!r} has a character that cannot be seen, such as a line break", word=label.word)
    if label.word in (*STATES, "conflict"):
        return tr("{word!r} cannot be a label: it means that there is no label", word=label.word)
    for name, field in _TEXTS.items():
        text = str(getattr(label, field))
        if _has_control(text.replace("\n", "") if field == "explained" else text):
            return tr(
                "the {name} of {word!r} has a line break, or a character that is not text", name=name, word=label.word
            )
    if label.letter and (len(label.letter) != 1 or not "A" <= label.letter <= "Z"):
        return tr(
            "the key of {word!r} is {letter!r}, and one letter from A to Z is possible",
            word=label.word,
            letter=label.letter,
        )
    return tr("the gain of {word!r} is below 0", word=label.word) if (label.gain or 0) < 0 else ""


def _problem_of_pair(pair: tuple[Label, Label]) -> str:
    better, worse = pair
    if better.grade <= worse.grade:
        return tr(
            "the best label comes first, and the grade of {word!r} is not above that of {word2!r}",
            word=better.word,
            word2=worse.word,
        )
    if better.grade - worse.grade < _FINEST:
        return tr(
            "the grades of {word!r} and {word2!r} are less than 0.000001 apart", word=better.word, word2=worse.word
        )
    order = _RELEVANCES.index
    if better.worth < worse.worth or order(better.relevance) > order(worse.relevance):
        return tr("{word!r} is worth more than {word2!r}, which comes before it", word=worse.word, word2=better.word)
    return ""


def _problem_of_names(scheme: LabelScheme) -> str:
    right, wrong = _TOLD_BY_NAME
    if right in scheme.relevant("strict") and wrong in set(scheme.words) - set(scheme.relevant("lenient")):
        return ""
    return tr(
        "it needs the labels {right!r}, which is relevant, and {wrong!r}, which is not, by which "
        "answers are grouped and NIL is judged; add them, others may come between them",
        right=right,
        wrong=wrong,
    )


def _used_twice(scheme: LabelScheme, field: str, what: str) -> str:
    given = [text for label in scheme.labels if (text := str(getattr(label, field)))]
    folded = [text.casefold() for text in given]
    twice = next((text for text in given if folded.count(text.casefold()) > 1), "")
    if not twice:
        return ""
    if given.count(twice) < 2:
        return tr("the {what} {twice!r} appears twice, apart from capital letters", what=what, twice=twice)
    return tr("the {what} {twice!r} appears twice", what=what, twice=twice)


def _listed(words: Iterable[str]) -> str:
    return or_list(words)
