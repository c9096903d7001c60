"""Labels that answer patterns propose, entered in the name of an answer key."""

from collections.abc import Sequence

from jurybox.campaign.people import adding
from jurybox.collection.organizer import ORGANIZER
from jurybox.commands import Judge, Together
from jurybox.errors import Refused
from jurybox.judging.proposals import ProposedAnswer
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.session import Session


def accept_proposals(session: Session, name: str, proposed: Sequence[ProposedAnswer]) -> int:
    """Enter proposals as labels of an assessor, as one step; return how many are new.

    A new name is added as an answer key, which counts if it is put on the panel or the gold standard names
    it. Its differing earlier labels are replaced. Raises Refused, with nothing changed, for the name of a
    person, and for labels that the scheme of a question does not have.
    """
    _check_labels(session, proposed)
    catalog = session.catalog
    there = catalog.assessor_named.get(name)
    is_new = there is None or catalog.assessors[there].removed
    if name == ORGANIZER or (there is not None and catalog.assessors[there].kind not in ("key", "model")):
        raise Refused(
            tr(
                "{name} is not an answer key, and patterns do not judge in the name of a person. "
                "Choose another name, such as patterns. Nothing was changed.",
                name=name,
            )
        )
    if is_new:
        session.store(adding(session, name, "key"), "patterns")
        there = session.catalog.assessor_named[name]
    by_label: dict[str, list[int]] = {}
    for one in proposed:
        if session.content_of(one.answer, there).label != one.proposal.label:
            by_label.setdefault(one.proposal.label, []).append(one.answer)
    session.execute(Together(tuple(Judge(tuple(some), label, assessor=there) for label, some in by_label.items())))
    return sum(map(len, by_label.values()))


def _check_labels(session: Session, proposed: Sequence[ProposedAnswer]) -> None:
    """Refuse labels that a collection's own scheme lacks."""
    catalog, facts = session.catalog, session.facts
    for one in proposed:
        kind = catalog.questions[catalog.answer_question[one.answer]].kind
        words = facts.scheme_of(kind).words
        if one.proposal.label not in words:
            raise Refused(
                tr(
                    "Patterns propose {proposal!r}, which is not a label of {kind} questions here; "
                    "choose from {words}. Nothing was changed.",
                    proposal=one.proposal.label,
                    kind=kind,
                    words=comma_list(words),
                )
            )
