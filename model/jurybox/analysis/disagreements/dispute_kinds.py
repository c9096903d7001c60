"""The kinds of disagreement: one record each, with all properties of a kind that other modules use.

How a kind is decided is in `jurybox.analysis.disagreements.decisions`, its display name in
`jurybox_gui.desks.disagreements.wording`. A new kind needs an entry in both.
"""

from dataclasses import dataclass
from typing import Literal

from jurybox.analysis.board_labels import NIL_WORDS
from jurybox.collection.entries import EntryKind
from jurybox.label_schemes import IMPORTANCE, QUESTION_QUALITY, SUPPORT

What = Literal["label", "quality", "nil", "distinct", "importance", "match"]
"""The kinds of disagreement, as tables and the command line write them."""

NIL_RIGHT, NIL_WRONG = NIL_WORDS


@dataclass(frozen=True, slots=True)
class DisputeKind:
    """One kind of disagreement.

    Labels: `labels` are all that can be said; none where they are those of the kind of question, or
    (`is_grouping`) where assessors put answers together, which `EqualAnswers` spells. With `is_ordered` they
    are steps of one scale. `scheme` is what agreement calls it, as in `QuestionKind.schemes`; "" where that
    is the label scheme of the question. `entry` is the kind of log entry that holds what an assessor says.

    Subject: the label of an answer, which the gold standard in force may take from decisions or not
    (`is_answer_label`); the question as a whole, without answer or nugget (`is_about_question`). With
    `is_derived` nobody enters it directly: it follows from the labels of answers, and so does the decision.
    """

    name: What
    entry: EntryKind
    scheme: str = ""
    labels: tuple[str, ...] = ()
    is_ordered: bool = False
    is_grouping: bool = False
    is_answer_label: bool = False
    is_about_question: bool = False
    is_derived: bool = False


_ALL = (
    DisputeKind("label", "judgment", is_answer_label=True),
    DisputeKind(
        "quality",
        "judgment",
        scheme="question-quality",
        labels=QUESTION_QUALITY.words,
        is_ordered=QUESTION_QUALITY.is_ordinal,
        is_about_question=True,
    ),
    DisputeKind("nil", "judgment", scheme="nil", labels=NIL_WORDS, is_about_question=True, is_derived=True),
    DisputeKind("distinct", "distinct", scheme="groups", is_grouping=True),
    DisputeKind("importance", "importance", scheme="importance", labels=IMPORTANCE.words),
    DisputeKind("match", "match", scheme="match", labels=SUPPORT.words, is_ordered=SUPPORT.is_ordinal),
)

DISPUTE_KINDS: dict[What, DisputeKind] = {kind.name: kind for kind in _ALL}
"""Every kind of disagreement by name, in the order in which they are listed."""
