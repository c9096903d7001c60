"""What an assessor must not see while judging, and a look at everything that they can see."""

import re
from contextlib import closing
from functools import cache
from pathlib import Path

from person import Person

from jurybox.collection.state import State
from jurybox.measures import MEASURES

ALSO_SAID = frozenset(("Judged", "mean", "series", "vital"))
"""Names of measures that are words of the work itself, or of everyday."""
_PLAIN = 3
"""Names of answers as short as that are numbers of options, which are printed as keys."""


@cache
def forbidden(path: Path, seated: str = "visitor") -> re.Pattern[str]:
    """Return what must not be seen: names, who wrote what when, and anything that looks like a score."""
    with closing(State(path)) as state:
        catalog = state.catalog
        names = {run.name for run in catalog.runs} | {run.team for run in catalog.runs if run.team}
        others = {who.name for who in catalog.assessors if who.name not in {seated, "organiser"}}
        with closing(state.reader.execute("SELECT name, author, posted_at FROM answer")) as rows:
            answers = {word for row in rows for word in row if word and len(word) > _PLAIN}
    measures = {one.name for one in MEASURES if len(one.name) > 3} - ALSO_SAID | {"ROC", "adjudicated"}
    words = "|".join(map(re.escape, names | others | answers | measures))
    return re.compile(rf"(?<!\w)({words})(?!\w)|(?<![\d.])[01]?\.\d{{3}}\b", re.IGNORECASE)


def nothing_is_given_away(person: Person, path: Path, typed: str = "") -> None:
    """Look at all that can be seen or heard of all windows, apart from what the person typed."""
    session = person.session
    assert session.assessor is not None
    never = forbidden(path, session.catalog.assessors[session.assessor].name)
    own = re.compile("|".join(map(re.escape, own_texts(person))))
    for word in set(person.words()) - {typed}:
        assert not never.search(own.sub("", word)), word


def own_texts(person: Person) -> list[str]:
    """Return the questions and the answers shown, which may say anything, the longest first."""
    session = person.session
    own = [session.texts.question(at).text for at in range(len(session.catalog.questions))]
    for answer in map(session.texts.answer, _shown(person)):
        own += [answer.text, answer.support or "", answer.document_text or "", answer.document_title or ""]
    return sorted(filter(None, own), key=len, reverse=True)


def _shown(person: Person) -> list[int]:
    """Return the answers of the question in front; both kinds of board show all of them."""
    if person.window.desk == "judge":
        return list(person.desk.queue_cursor.answers)
    question = person.desk.question
    return [] if question is None else person.session.catalog.answers_of(question).tolist()
