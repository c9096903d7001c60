"""Facts about the collection that its organizer sets: its name, mode, gold standard, panel, guidelines.

Each is an entry of the log, with its value as JSON, so that it can be undone, is seen in the log, and is
merged like any other entry. If two are in force after a merge, the default applies until it is set again.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, get_args

from jurybox.collection.frozen_gold import FrozenGold
from jurybox.collection.own_schemes import SCHEME, scheme_from, schemes_among
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS, KINDS, QuestionKind
from jurybox.label_schemes import LabelScheme
from jurybox.language import tr
from jurybox.lists import comma_list, or_list

if TYPE_CHECKING:  # numpy is loaded only after the window is painted
    import numpy as np
    from numpy.typing import NDArray

MODES = ("open", "judging")
Unjudged = Literal["wait", "nonrelevant", "condensed"]
UNJUDGED_WAYS: tuple[Unjudged, ...] = get_args(Unjudged)
"""How unjudged answers count; only ranked lists have alternatives to leaving them pending."""
DATE_FACTS = ("begins", "ends")
"""The first and the last day of the campaign, as 2026-11-23."""
TEXT_FACTS = ("name", "description", "contact", "gold", "seat", "guideline_version", *DATE_FACTS)
SHARE_FACTS = ("repeats", "pass_mark")
"""Facts that are a share, from 0 to the limit in `MOST_OF`."""
SINGLE_FACTS = (*TEXT_FACTS, "mode", "unjudged", *SHARE_FACTS)
"""Facts that hold one value each and are written into tables under their own name."""
READ = "guidelines-read:"
"""With an assessor's code in hex: the version of the guidelines under which they judge from then on."""
MOST_REPEATS = 0.5
"""The largest share of answers that may be shown a second time."""
MOST_OF = {"repeats": MOST_REPEATS, "pass_mark": 1.0}
FROZEN = "frozen:"
"""With a name: the gold standard as it was frozen under it, see `jurybox.collection.frozen_gold`."""
STUDY = "study:"
"""With a name: the record of a stored study, see `jurybox.analysis.studies.records`."""
NIL = "nil:"
"""With a question's name: whether NIL is right there, as the organizer decided where no file states it."""
NIL_WORDS = ("right", "wrong")
DROPPED = "dropped:"
"""With a question's name: why the organizer took it out of all scores."""
KIND = "kind:"
"""With an assessor's code in hex: their kind, instead of the one they were added with."""
SQL_KIND = (
    "coalesce((SELECT CASE WHEN count(*) = count(k.label) AND count(DISTINCT k.label) = 1 "  # noqa: S608 - our own words
    "THEN json_extract(min(k.label), '$') END "
    f"FROM entry k WHERE k.kind = 'fact' AND k.fact = '{KIND}' || lower(hex(assessor.code)) "
    "AND NOT EXISTS (SELECT 1 FROM superseded x WHERE x.entry = k.id)), assessor.kind)"
)
"""The kind of an assessor in force, as an expression over the table `assessor`.

A withdrawn kind beside another one, after a merge, is a conflict as in `State`: the kind in the table
applies.
"""
_PAPERS = {name for kind in KINDS.values() for name in kind.schemes}
_LISTED = {"panel", "withdrawn", "calibration", "removed"}


@dataclass(frozen=True, slots=True)
class Facts:
    """The settings of the collection as a whole.

    `name` is the title of the campaign, `begins` and `ends` are its days (ISO, "" where not set), `contact`
    is who receives files that were handed out, with an address.
    `mode` "judging" hides runs, scores and others' labels; `gold` is "" for the default gold standard;
    `unjudged` says what unjudged answers of ranked lists count as, "" what the data suggests;
    `panel` and `removed` are assessors and `withdrawn` runs, by position; `guidelines` are texts by label;
    `seat` is the assessor who sits down where nobody is named; `calibration` names the questions that
    everybody judges first; `pass_mark` is the share of them that an assessor must label as the key does,
    0 where there is no mark; `repeats` is the share of answers that an assessor is shown a second time;
    `kinds` are those of assessors, by position, of whom it was changed;
    `guideline_version` stamps the labels given from then on; `studies` are records that were kept, by name.
    `schemes` are the label schemes that the collection sets for kinds of question, by the kind. `frozen`
    are gold standards as they were frozen, by name; `answer_keys`, by which they name answers, are there
    only where one was: shape (answers,); `frozen_as`: which of them these facts are those of, "" for none.
    `nil` are decisions on NIL, `NIL_WORDS`, and `dropped` the reasons of questions taken out of all scores, both by
    the question's name. `disputed` names facts of which two with different values are in force.
    """

    name: str = ""
    description: str = ""
    contact: str = ""
    begins: str = ""
    ends: str = ""
    mode: str = "open"
    gold: str = ""
    unjudged: Unjudged | Literal[""] = ""
    seat: str = ""
    panel: tuple[int, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    kinds: Mapping[int, str] = field(default_factory=dict)
    guidelines: Mapping[str, str] = field(default_factory=dict)
    guideline_version: str = ""
    calibration: tuple[str, ...] = ()
    pass_mark: float = 0.0
    repeats: float = 0.0
    studies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    schemes: Mapping[str, LabelScheme] = field(default_factory=dict)
    frozen: Mapping[str, FrozenGold] = field(default_factory=dict)
    answer_keys: "NDArray[np.uint64] | None" = field(default=None, compare=False, repr=False)
    frozen_as: str = ""
    nil: Mapping[str, str] = field(default_factory=dict)
    dropped: Mapping[str, str] = field(default_factory=dict)
    disputed: tuple[str, ...] = ()

    @property
    def days(self) -> str:
        """The days of the campaign in words; empty if neither is set."""
        if self.begins and self.ends:
            return self.begins if self.begins == self.ends else f"{self.begins} to {self.ends}"
        return f"from {self.begins}" if self.begins else f"until {self.ends}" if self.ends else ""

    def scheme_of(self, kind: str) -> LabelScheme:
        """Return the label scheme by which answers to questions of a kind are judged."""
        return self.schemes.get(kind) or KINDS[kind].label_scheme

    def graded_scheme(self, kinds: Iterable[QuestionKind]) -> LabelScheme:
        """Return the label scheme of the graded questions among these; they are of one kind."""
        graded = [kind for kind in (*kinds, *KINDS.values()) if kind.is_graded]
        return self.scheme_of(graded[0].name)

    def kind(self, name: str) -> QuestionKind:
        """Return a kind of question with its label scheme in this collection."""
        kind, scheme = KINDS[name], self.schemes.get(name)
        if scheme is None:
            return kind
        renamed = {kind.label_scheme.name: self.name_of_scheme(name)}
        schemes = tuple(renamed.get(one, one) for one in kind.schemes)
        return replace(kind, label_scheme=scheme, schemes=schemes)

    def name_of_scheme(self, kind: str) -> str:
        """Return a name for the scheme of a kind that no other scheme here has."""
        scheme = self.scheme_of(kind)
        others = {*_PAPERS, *(one.name for one in self.schemes.values() if one != scheme)}
        return scheme.name if kind not in self.schemes or scheme.name not in others else f"{scheme.name} ({kind})"


def check_fact(name: str, value: object) -> str:
    """Return the JSON text of a fact; refuse an invalid name or value."""
    if not _is_known(name):
        raise Refused(tr("{name!r} is not a fact of a collection; nothing was changed.", name=name))
    if name.startswith(SCHEME):
        scheme_from(value, name.removeprefix(SCHEME))
    if name.startswith(FROZEN):
        FrozenGold.read(name.removeprefix(FROZEN), value)
    _refuse_value(name, value)
    return json.dumps(value, ensure_ascii=False)


def fact_value(name: str, text: str) -> Any:  # noqa: ANN401 - of the type that the fact has
    """Return the value of a fact from its JSON text; refuse one that no version of the program sets.

    The value of a fact that only a later version knows is returned unchanged. Schemes and frozen gold
    standards that this version cannot read are left to their readers.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(tr("The value of {name} is not JSON.", name=name)) from error
    if _is_known(name):
        _refuse_value(name, value)
    return value


def _is_known(name: str) -> bool:
    return name in {*SINGLE_FACTS, *_LISTED} or name.startswith(
        ("guideline:", READ, STUDY, KIND, SCHEME, FROZEN, NIL, DROPPED)
    )


def _refuse_value(name: str, value: object) -> None:
    if name == "mode" and value not in MODES:
        raise Refused(tr("The mode is 'open' or 'judging', not {value!r}; nothing was changed.", value=value))
    if name == "unjudged" and value not in UNJUDGED_WAYS:
        ways = or_list(UNJUDGED_WAYS)
        raise Refused(tr("What is unjudged can be {ways}, not {value!r}; nothing was changed.", ways=ways, value=value))
    if name.startswith(KIND) and value not in ASSESSOR_KINDS:
        known_kinds = comma_list(ASSESSOR_KINDS)
        raise Refused(
            tr(
                "{value!r} is not a kind of assessor; choose from {known_kinds}. Nothing was changed.",
                value=value,
                known_kinds=known_kinds,
            )
        )
    if name.startswith(NIL) and value not in NIL_WORDS:
        raise Refused(tr("NIL is 'right' or 'wrong', not {value!r}; nothing was changed.", value=value))
    if name in DATE_FACTS and not _is_day(value):
        raise Refused(tr("{value!r} is not a day; write it as 2026-11-23. Nothing was changed.", value=value))
    if not _fits(name, value):
        raise Refused(tr("{value!r} is not a value for {name}; nothing was changed.", value=value, name=name))


def _fits(name: str, value: object) -> bool:
    """Return whether a value is of the type that a fact has."""
    if name in SHARE_FACTS:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and 0 <= float(str(value)) <= MOST_OF[name]
    if name.startswith((STUDY, SCHEME, FROZEN)):
        return isinstance(value, dict)
    return _all_words(value) if name in _LISTED else isinstance(value, str)


def _is_day(value: object) -> bool:
    """Return whether a value is a day in the only form that sorts: 2026-11-23."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _all_words(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)


def facts_from(
    values: Mapping[str, Any], disputed: tuple[str, ...], codes: Mapping[str, int], runs: Mapping[str, int]
) -> Facts:
    """Build the facts from decoded values; `codes` are assessors' codes in hex, unknown ones are left out."""
    texts: dict[str, Any] = {name: str(values[name]) for name in TEXT_FACTS if name in values}
    return Facts(
        **texts,
        mode="judging" if "mode" in disputed else str(values.get("mode", "open")),
        unjudged=next((way for way in UNJUDGED_WAYS if way == values.get("unjudged")), ""),
        panel=tuple(codes[code] for code in values.get("panel", ()) if code in codes),
        withdrawn=frozenset(runs[name] for name in values.get("withdrawn", ()) if name in runs),
        removed=frozenset(codes[code] for code in values.get("removed", ()) if code in codes),
        kinds={
            codes[code]: str(value)
            for name, value in values.items()
            if name.startswith(KIND) and (code := name.removeprefix(KIND)) in codes
        },
        guidelines={
            name.removeprefix("guideline:"): str(value)
            for name, value in values.items()
            if name.startswith("guideline:") and value
        },
        calibration=tuple(map(str, values.get("calibration", ()))),
        pass_mark=float(values.get("pass_mark", 0.0)),
        repeats=float(values.get("repeats", 0.0)),
        studies={
            name.removeprefix(STUDY): value
            for name, value in values.items()
            if name.startswith(STUDY) and isinstance(value, dict)
        },
        schemes=schemes_among(values),
        frozen=_frozen_among(values),
        nil=_by_question(values, NIL),
        dropped=_by_question(values, DROPPED),
        disputed=disputed,
    )


def _by_question(values: Mapping[str, Any], begin: str) -> dict[str, str]:
    return {name.removeprefix(begin): str(value) for name, value in values.items() if name.startswith(begin)}


def _frozen_among(values: Mapping[str, Any]) -> dict[str, FrozenGold]:
    """Return the frozen gold standards; an unreadable one is left to `jurybox check`."""
    found = {}
    for fact, value in values.items():
        if fact.startswith(FROZEN):
            with suppress(Refused):
                name = fact.removeprefix(FROZEN)
                found[name] = FrozenGold.read(name, value)
    return found
