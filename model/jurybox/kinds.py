"""The kinds of question and of assessor: one record each, with all that other rooms ask of a kind.

Nothing here imports anything of ours but the label schemes, so that files, measures, scores and desks can
all ask. A kind that is added needs its record here and the measures that score it; a tally
(`jurybox.scoring.tallies.registry`) and a desk where none fits that there is. tests/model/test_kinds.py fails
where anything that is named in the record is missing, tests/model/test_added_kind.py where something decides
by the name of a kind.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from jurybox.label_schemes import CORRECTNESS, QUALITY, VALIDATION, LabelScheme
from jurybox.language import tr_noop, trc

KindName = Literal["factoid", "list", "other", "ranked", "validation"]
"""The kinds of question, as they are written in files."""
KIND_NAMES: tuple[KindName, ...] = get_args(KindName)
"""In the order of their codes: the kind of a question is kept in memory as a place in this tuple."""

_OF_RANKINGS = frozenset(("rankings", "geometric", "pooled", "outcomes", "confident", "signed", "times"))
"""The families of tallies that are made of rankings."""

GoldRule = Literal["graded", "binary"]


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One kind of question.

    In words: `title` heads a question, `word` names the kind in a sentence, `noun` counts questions, `search`
    is what the palette finds it by.

    Judging: answers get the labels of `label_scheme`; `desk` is where they are judged. `schemes` are all
    schemes for agreement, the one shown first in front. `strings_alike`: answers are short strings, so that
    equal ones are shown together. `alone`: each answer is judged by itself, and nothing is said of the others
    of its question or of its kind.

    Scoring: `gold` is what a gold standard makes of labels, grades or correct and not; `tallies` are the
    families of `jurybox.scoring.tallies.registry` that score it, the one of its usual measures first;
    `measures` are shown first, in the order of `table_measures` in tables (empty: the same). `typical` is a
    measure that scores every question which any measure of this kind scores, "" where single answers are
    scored; `series_measure` is its part in the score of a series, "" where it has none.

    Responses: whether a run may say `nil`, that there is no answer; whether it `repeats` an answer;
    whether it `decides` about each answer, yes or no.
    """

    name: KindName
    title: str
    word: str
    noun: str
    search: str
    label_scheme: LabelScheme
    schemes: tuple[str, ...]
    desk: str
    gold: GoldRule
    tallies: tuple[str, ...]
    measures: tuple[str, ...]
    table_measures: tuple[str, ...] = ()
    typical: str = ""
    series_measure: str = ""
    strings_alike: bool = False
    alone: bool = False
    nil: bool = False
    repeats: bool = False
    decides: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that an answer may be given, the best first."""
        return self.label_scheme.words

    @property
    def is_labeled(self) -> bool:
        """Whether scores follow from labels of answers, not from matches with nuggets."""
        return "match" not in self.schemes

    @property
    def is_graded(self) -> bool:
        """Whether all answers of a question get levels, and are compared with each other."""
        return self.gold == "graded"

    @property
    def is_ordinal(self) -> bool:
        """Whether its labels are steps of one scale."""
        return self.label_scheme.is_ordinal

    @property
    def is_ordered(self) -> bool:
        """Whether a score depends on the order of the answers that a run returns, if only on the first."""
        return not _OF_RANKINGS.isdisjoint(self.tallies)

    @property
    def may_be_inexact(self) -> bool:
        """Whether a lenient gold standard makes another label correct than a strict one."""
        return any(label.relevance == "lenient" for label in self.label_scheme.labels)

    @property
    def rates_questions(self) -> bool:
        """Whether assessors also say how good the question itself is."""
        return "question-quality" in self.schemes


_ALL = (
    QuestionKind(
        "factoid",
        title=trc("kind", "Factoid"),
        word=trc("kind of question", "factoid"),
        noun="factoid question",
        search="factoid questions",
        label_scheme=CORRECTNESS,
        schemes=("correctness", "nil"),
        desk="judge",
        gold="binary",
        tallies=("outcomes", "rankings", "confident", "signed", "times", "series"),
        measures=("accuracy", "c@1", "UF", "MRR", "CWS"),
        typical="MRR",
        series_measure="accuracy",
        strings_alike=True,
        nil=True,
    ),
    QuestionKind(
        "list",
        title=trc("kind", "List"),
        word=trc("kind of question", "list"),
        noun="list question",
        search="list questions",
        label_scheme=CORRECTNESS,
        schemes=("correctness", "groups"),
        desk="lists",
        gold="binary",
        tallies=("lists", "series"),
        measures=("F-list", "IP", "IR"),
        typical="F-list",
        series_measure="F-list",
        strings_alike=True,
        nil=True,
        repeats=True,
    ),
    QuestionKind(
        "other",
        title=trc("kind", "Other"),
        word=trc("kind of question", "other"),
        noun="Other question",
        search="other questions nuggets",
        label_scheme=CORRECTNESS,
        schemes=("match", "importance", "correctness"),
        desk="nuggets",
        gold="binary",
        tallies=("nuggets", "series"),
        measures=("F(3)", "nugget-recall", "nugget-precision"),
        typical="F(3)",
        series_measure="F(3)",
        nil=True,
        repeats=True,
    ),
    QuestionKind(
        "ranked",
        title=trc("kind", "Ranked answers"),
        word=trc("kind of question", "ranked"),
        noun="question",
        search="ranked questions",
        label_scheme=QUALITY,
        schemes=("quality", "question-quality"),
        desk="judge",
        gold="graded",
        tallies=("rankings", "ratings", "geometric", "pooled", "times"),
        measures=("nG@1", "nDCG", "Q", "Hit@1", "AP"),
        typical="nDCG",
    ),
    QuestionKind(
        "validation",
        title=trc("kind", "Validation"),
        word=trc("kind of question", "validation"),
        noun="question",
        search="answer validation",
        label_scheme=VALIDATION,
        schemes=("validation",),
        desk="judge",
        gold="binary",
        tallies=("answers", "selections", "citations"),
        measures=("F1", "precision", "recall", "AUC-point", "AUC", "accuracy", "c@1"),
        table_measures=("F1", "precision", "recall", "accuracy", "c@1", "AUC-point", "AUC"),
        alone=True,
        decides=True,
    ),
)

KINDS: dict[str, QuestionKind] = {kind.name: kind for kind in _ALL}
"""Every kind of question by name, in the order of `KIND_NAMES`."""

DISPLAY_ORDER: tuple[KindName, ...] = ("validation", "ranked", "factoid", "list", "other")
"""The order in which measures and scores of several kinds are shown."""

SERIES_KINDS: tuple[KindName, ...] = tuple(kind.name for kind in KINDS.values() if kind.series_measure)
"""The kinds that have a part in the score of a question series."""
SERIES_NEEDS: tuple[KindName, ...] = ("factoid", "other")
"""A series without one of these has no score (Voorhees 2005)."""

_CODES = {name: code for code, name in enumerate(KINDS)}


def kind_code(name: str) -> int:
    """Return the code of a kind, as in `Catalog.kind_of_question`. KeyError for another name."""
    return _CODES[name]


def kinds_with_scheme(scheme: str) -> tuple[KindName, ...]:
    """Return the kinds of question whose agreement is computed on a scheme."""
    return tuple(kind.name for kind in KINDS.values() if scheme in kind.schemes)


def in_sql(kinds: Iterable[QuestionKind]) -> str:
    """Return kinds as a list for `IN`, such as `('list', 'other')`; the names are our own."""
    return f"({', '.join(repr(kind.name) for kind in kinds)})"


EXCLUDED = "excluded"
"""The kind of an assessor whose labels count nowhere, not on a panel either."""


def kind_word(name: str) -> str:
    """Return the name of a kind of question as people read it in a sentence."""
    return KINDS[name].word


@dataclass(frozen=True, slots=True)
class AssessorKind:
    """One kind of assessor: what one is, and what one that is not a person is called in a caption."""

    name: str
    title: str
    noun: str


ASSESSOR_KINDS: dict[str, AssessorKind] = {
    kind.name: kind
    for kind in (
        AssessorKind("person", tr_noop("a person"), ""),
        AssessorKind("model", tr_noop("a language model"), "model"),
        AssessorKind("asker", tr_noop("the asker"), "asker"),
        AssessorKind("key", tr_noop("a key of right answers"), "answer key"),
        AssessorKind(EXCLUDED, tr_noop("excluded: labels do not count"), "excluded"),
    )
}
"""Every kind of assessor by name, as files write it."""
