"""All measures by name: the table, and the reading of names with parameters."""

import copyreg
import difflib
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import overload

from jurybox.kinds import KINDS, SERIES_KINDS, SERIES_NEEDS
from jurybox.language import tr, trc
from jurybox.lists import comma_list
from jurybox.measures.definition import Kind, Measure, Option
from jurybox.measures.inputs import Parts
from jurybox.measures.table import answering, ranked, series, validation


class Registry(Sequence[Measure]):
    """Every measure in the order of the tables, with its parameters at their defaults; names are unique.

    Whoever lists measures reads it, so a measure that is added is in the window, the command line, the
    reports and the help.
    """

    def __init__(self, measures: Iterable[Measure]) -> None:
        self._measures: list[Measure] = []
        self.by_name: dict[str, Measure] = {}
        self.by_base: dict[str, Measure] = {}
        self.by_alias: dict[str, Measure] = {}
        for each in measures:
            self.add(each)

    def add(self, measure: Measure) -> Measure:
        """Add a measure and return it; ValueError if there is one of that name, or of one of its aliases."""
        taken = {**self.by_name, **self.by_alias}
        for name in (measure.name, *measure.aliases):
            if name in taken or (name != measure.name and name in self.by_base):
                msg = f"there already is a measure {name!r}"
                raise ValueError(msg)
        self._measures.append(measure)
        self.by_name[measure.name] = measure
        self.by_base.setdefault(measure.base, measure)
        self.by_alias |= dict.fromkeys(measure.aliases, measure)
        return measure

    def remove(self, measure: Measure) -> None:
        """Remove a measure that was added; ValueError if it is not there."""
        self._measures.remove(measure)
        del self.by_name[measure.name]
        for name in measure.aliases:
            del self.by_alias[name]
        if self.by_base[measure.base] is measure:
            del self.by_base[measure.base]

    @overload
    def __getitem__(self, at: int) -> Measure: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Measure, ...]: ...
    def __getitem__(self, at: int | slice) -> Measure | tuple[Measure, ...]:
        """Return the measure at a place, or those of a slice."""
        return tuple(self._measures[at]) if isinstance(at, slice) else self._measures[at]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._measures)


MEASURES = Registry((*answering.TABLE, *ranked.TABLE, *series.TABLE, *validation.TABLE))
"""Every measure; F is there as F1 and as F(3)."""

USUAL: dict[Kind, tuple[str, ...]] = {kind.name: kind.measures for kind in KINDS.values()}
"""The names of the measures to show first for each kind of question."""

_NAME = re.compile(r"(?P<base>[^(]+?)(\((?P<inside>.*)\))?(@(?P<cutoff>[^@()]*))?", re.DOTALL)
"""`F`, `F(3)`, `nDCG@10`, `P(rel=2)@5`."""
_CUT = re.compile(r"(?P<base>.+_)(?P<cutoff>[0-9]+)")
"""`ndcg_cut_10`, as trec_eval prints it."""


def measure(name: str) -> Measure:
    """Return the measure with a name, e.g. `c@1`, `F(0.5)`, `MRRT(r=0.51)`, `P(rel=2)@10`.

    The names of ir-measures and trec_eval are read too (`Measure.aliases`), and `nDCG(cutoff=10)` for
    `nDCG@10`. `str(measure(name))` is the name again, in its shortest spelling (`F(1)` is `F1`).
    ValueError for an unknown name, with the nearest and all known ones, and for a parameter that is
    unknown or out of range.
    """
    wanted = name.strip()
    if wanted in MEASURES.by_name:
        return MEASURES.by_name[wanted]
    if (base := _with_base(wanted)) is not None:
        return base()
    match = _CUT.fullmatch(wanted)
    found = None if match is None else MEASURES.by_alias.get(match["base"])
    if found is None and (match := _NAME.fullmatch(wanted)) is not None:
        found = _with_base(match["base"].strip())
    if match is None or found is None:
        raise ValueError(_unknown(wanted))
    parts = match.groupdict()
    inside, cutoff = parts.get("inside"), parts["cutoff"]
    if cutoff is not None and found.cutoff is None:
        raise ValueError(_unknown(wanted))
    options = [] if inside is None else inside.split(",")
    if found.cutoff is not None and cutoff is not None:
        options.append(f"{found.cutoff.name}={cutoff}")
    return found(**_options(found, options))


def _with_base(name: str) -> Measure | None:
    """Return the measure of a name without parameters, its own or an alias; None for an unknown one."""
    return MEASURES.by_base.get(name) or (None if name.endswith("_") else MEASURES.by_alias.get(name))


def _by_name(one: Measure) -> tuple[Callable[[str], Measure], tuple[str]]:
    return measure, (one.name,)


# A copy of a measure, also one that comes from another process, is the measure of that name: its functions
# cannot be pickled.
copyreg.pickle(Measure, _by_name)


def default_measures(kinds: Iterable[Kind], *, most: int | None = None, in_tables: bool = False) -> tuple[Measure, ...]:
    """Return what is shown of kinds of question where no measure is chosen, each once; `most`: of each kind.

    `in_tables`: in the order of tables (`QuestionKind.table_measures`).
    """
    each = ((KINDS[kind].table_measures if in_tables else ()) or KINDS[kind].measures for kind in kinds)
    return tuple(measure(name) for name in dict.fromkeys(name for names in each for name in names[:most]))


def series_measures(kinds: Collection[Kind]) -> list[Measure]:
    """Return what is shown first where questions of these kinds are in series (Voorhees 2005).

    Without list questions neither their F nor the score by type, which needs all three, has anything to say.
    """
    over_series, by_type = (
        [one for one in MEASURES if Parts in one.accepts and bool(one.averaged) == averaged]
        for averaged in (True, False)
    )
    present = {*kinds, *SERIES_NEEDS}
    parts = [measure(KINDS[kind].series_measure) for kind in SERIES_KINDS if kind in present]
    return [*over_series, *parts, *(by_type if present.issuperset(SERIES_KINDS) else ())]


def measures_of(kind: Kind) -> tuple[Measure, ...]:
    """Return the measures that score a kind of question, in the order of the table."""
    return tuple(each for each in MEASURES if kind in each.kinds)


def _options(found: Measure, given: Iterable[str]) -> dict[str, Option]:
    """Read `3` and `allowance=200`: a value without a name is that of the bare parameter."""
    known = {parameter.name: parameter for parameter in found.parameters}
    aliases = {parameter.alias: parameter.name for parameter in found.parameters if parameter.alias}
    bare = next((parameter.name for parameter in found.parameters if parameter.bare), None)
    options: dict[str, Option] = {}
    for part in given:
        key, sign, value = (text.strip() for text in part.partition("="))
        if not sign and bare is not None:
            key, value = bare, key
        key = aliases.get(key, key)
        if key not in known or key in options:
            listed = comma_list(f"{parameter.name} ({parameter.range})" for parameter in known.values()) or trc(
                "parameters", "none"
            )
            msg = tr(
                "{measure} cannot be read with {part!r}; its parameters are: {listed}",
                measure=found.base,
                part=part.strip(),
                listed=listed,
            )
            raise ValueError(msg)
        options[key] = known[key].parse(value)
    return options


def _unknown(name: str) -> str:
    known_names = (*MEASURES.by_alias, *MEASURES.by_base, *MEASURES.by_name)
    folded = {known.casefold(): known for known in known_names if not known.endswith("_")}
    near = difflib.get_close_matches(name.casefold(), list(folded), n=1, cutoff=0.3)
    known = comma_list(MEASURES.by_name)
    if near:
        return tr(
            "there is no measure {name!r}. Did you mean {near}? Known: {known}",
            name=name,
            near=folded[near[0]],
            known=known,
        )
    return tr("there is no measure {name!r}. Known: {known}", name=name, known=known)
