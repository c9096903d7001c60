"""Facts about the collection that its organizer sets: its name, mode, gold standard, panel, guidelines.

Each is an entry of the log, with its value as JSON, so that it can be undone, is seen in the log, and is
merged like any other entry. Where two are in force after a merge, the default holds until it is set again.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS

MODES = ("open", "judging")
Unjudged = Literal["wait", "nonrelevant", "condensed"]
UNJUDGED: tuple[Unjudged, ...] = get_args(Unjudged)
"""What becomes of answers that are not judged yet; only ranked lists know anything but to wait."""
ORGANIZER = "organiser"
"""The assessor who says what nobody in particular says: facts, and imported things without an assessor."""
TEXT_FACTS = ("name", "description", "gold", "seat", "guideline_version")
SINGLE_FACTS = (*TEXT_FACTS, "mode", "unjudged", "repeats")
"""Facts that hold one value each and are written into tables under their own name."""
READ = "guidelines-read:"
"""With an assessor's code in hex: the version of the guidelines under which they judge from then on."""
MOST_REPEATS = 0.5
"""The largest share of answers that may be met a second time."""
STUDY = "study:"
"""With a name: the record of a study that was kept, see `jurybox.analysis.studies.records`."""
KIND = "kind:"
"""With an assessor's code in hex: of which kind they are, in the place of the kind they were entered with."""
SQL_KIND = (
    "coalesce((SELECT CASE WHEN count(DISTINCT k.label) = 1 THEN json_extract(min(k.label), '$') END "
    "FROM entry k WHERE k.kind = 'fact' AND k.fact = 'kind:' || lower(hex(assessor.code)) "
    "AND NOT EXISTS (SELECT 1 FROM superseded x WHERE x.entry = k.id)), assessor.kind)"
)
"""The kind of an assessor in force, as an expression over the table `assessor`."""
_LISTED = {"panel", "withdrawn", "calibration", "removed"}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is set for the collection as a whole.

    `mode` "judging" hides runs, scores and others' labels; `gold` is "" for the default gold standard;
    `unjudged` says what unjudged answers of ranked lists count, "" what the data suggests;
    `panel` and `removed` are assessors and `withdrawn` runs, by position; `guidelines` are texts by label;
    `seat` is the assessor who sits down where nobody is named; `calibration` names the questions that
    everybody judges first; `repeats` is the share of answers that an assessor meets a second time;
    `kinds` are those of assessors, by position, of whom it was changed;
    `guideline_version` stamps the labels given from then on; `studies` are records that were kept, by name.
    `disputed` names facts of which two with
    different values are in force.
    """

    name: str = ""
    description: str = ""
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
    repeats: float = 0.0
    studies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    disputed: tuple[str, ...] = ()


def check_fact(name: str, value: object) -> str:
    """Return the JSON text of a fact; refuse a name or a value that is none."""
    known = name in {*SINGLE_FACTS, *_LISTED}
    if not known and not name.startswith(("guideline:", READ, STUDY, KIND)):
        raise Refused(f"{name!r} is not a fact of a collection; nothing was changed.")
    if name == "mode" and value not in MODES:
        raise Refused(f"The mode is 'open' or 'judging', not {value!r}; nothing was changed.")
    if name == "unjudged" and value not in UNJUDGED:
        ways = f"{', '.join(UNJUDGED[:-1])} or {UNJUDGED[-1]}"
        raise Refused(f"What is unjudged can be {ways}, not {value!r}; nothing was changed.")
    if name.startswith(KIND) and value not in ASSESSOR_KINDS:
        known_kinds = ", ".join(ASSESSOR_KINDS)
        raise Refused(f"{value!r} is not a kind of assessor; known are {known_kinds}. Nothing was changed.")
    if name == "repeats":
        fits = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= MOST_REPEATS
    elif name.startswith(STUDY):
        fits = isinstance(value, dict)
    else:
        fits = _all_words(value) if name in _LISTED else isinstance(value, str)
    if not fits:
        raise Refused(f"{value!r} is not a value for {name}; nothing was changed.")
    return json.dumps(value, ensure_ascii=False)


def _all_words(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)


def facts_from(
    values: Mapping[str, Any], disputed: tuple[str, ...], codes: Mapping[str, int], runs: Mapping[str, int]
) -> Facts:
    """Build the facts from decoded values; `codes` are assessors' codes in hex, unknown ones are left out."""
    texts = {name: str(values[name]) for name in TEXT_FACTS if name in values}
    return Facts(
        **texts,
        mode="judging" if "mode" in disputed else str(values.get("mode", "open")),
        unjudged=next((way for way in UNJUDGED if way == values.get("unjudged")), ""),
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
        repeats=float(values.get("repeats", 0.0)),
        studies={
            name.removeprefix(STUDY): value
            for name, value in values.items()
            if name.startswith(STUDY) and isinstance(value, dict)
        },
        disputed=disputed,
    )
