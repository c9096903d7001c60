"""Whether runs and judgments have questions and answers in common: if not, everything scores 0, or nothing does."""

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.findings import shown
from jurybox.collection.id_forms import MOST_COMPARED, alike, listed
from jurybox.collection.preflight.finder import Finder
from jurybox.language import Sentence, trf, trnf
from jurybox.lists import comma_list

_MOST_NAMED = 3
_JUDGED = "kind = 'judgment' AND answer > 0 AND coalesce(label, state) IS NOT NULL"


def warn_unshared(find: Finder) -> None:
    """Warn of runs without a judged question, and of judged questions whose ids differ in form alone.

    Where the questions are shared and no answer of any run is judged, the forms of the ids of answers are said.
    """
    judged, runs = _judged_questions(find), _runs(find)
    if not judged or not runs:
        _warn_unknown(find, judged)
        return
    answered = set[str]().union(*runs.values())
    for run, questions in runs.items():
        forms = alike(judged, questions)
        if judged.isdisjoint(questions) and (forms or len(judged) > 1 or judged.isdisjoint(answered)):
            _add(
                find,
                trnf(
                    "questions-unshared",
                    "Run {run} does not answer the {n} judged question: judged {judged}, answered {answered}. {alike}",
                    "Run {run} answers none of the {n} judged questions: judged {judged}, answered {answered}. {alike}",
                    len(judged),
                    run=shown(run),
                    judged=listed(judged),
                    answered=listed(questions),
                    alike=forms,
                ),
            )
    if judged.isdisjoint(answered):
        return
    alone, others = judged - answered, answered - judged
    if forms := alike(alone, others):
        _add(
            find,
            trnf(
                "questions-partly-unshared",
                "{n} judged question is answered by no run: {judged}. {alike}",
                "{n} judged questions are answered by no run: {judged}. {alike}",
                len(alone),
                judged=listed(alone),
                alike=forms,
            ),
        )
    _warn_of_answers(find)


def _add(find: Finder, sentence: Sentence) -> None:
    trimmed = Sentence(sentence.strip(), sentence.code)
    find.findings.add(trimmed, severity="warning", kind=sentence.code)


def _judged_questions(find: Finder) -> set[str]:
    """Return the questions of which an answer is judged, here or in the collection."""
    rows = find.db.execute(
        f"SELECT name FROM known_question WHERE id IN (SELECT question FROM said WHERE {_JUDGED}) "
        f"OR id IN (SELECT question FROM standing WHERE {_JUDGED})"
    )
    return {name for (name,) in rows} | {
        question for question, label, state in find.staging.judged.of_questions() if label or state
    }


def _runs(find: Finder) -> dict[str, set[str]]:
    """Return the questions that each run of the import answers."""
    found = {run: set(questions) for run, questions in find.staging.ranked.questions().items()}
    if not found:
        rows = find.db.execute(
            "SELECT DISTINCT r.name, q.name FROM ids_responses i JOIN known_run r ON r.id = i.run "
            "JOIN known_question q ON q.id = i.question"
        )
        for run, question in rows:
            found.setdefault(run, set()).add(question)
    return found


def _warn_unknown(find: Finder, judged: set[str]) -> None:
    """Warn of judgments of questions none of which a collection with runs has."""
    if not judged or not find.stored("run") or not find.staging.found["judgments"]:
        return
    stored = {name for (name,) in find.db.execute("SELECT name FROM known_question WHERE source = 'stored'")}
    if stored and judged.isdisjoint(stored):
        _add(
            find,
            trf(
                "judged-unknown",
                "None of the judged questions is in the collection: judged {judged}, there {stored}. {alike}",
                judged=listed(judged),
                stored=listed(stored),
                alike=alike(judged, stored),
            ),
        )


def _warn_of_answers(find: Finder) -> None:
    judged = _judged_answers(find)
    returned = _returned_answers(find)
    if not len(judged) or not len(returned):
        return
    is_judged = np.zeros(max(judged.max(), returned.max()) + 1, dtype=np.bool_)
    is_judged[judged] = True
    if is_judged[returned].any():
        return
    one, other = _names(find, judged), _names(find, returned)
    _add(
        find,
        trf(
            "answers-unshared",
            "No answer of a run is judged, though questions are: judged {judged}, returned {returned}. {alike}",
            judged=comma_list(sorted({*one.values()}), _MOST_NAMED),
            returned=comma_list(sorted({*other.values()}), _MOST_NAMED),
            alike=alike(one, other),
        ),
    )


def _judged_answers(find: Finder) -> NDArray[np.int64]:
    """Return the ids of answers that are judged."""
    rows = find.db.execute(f"SELECT answer FROM said WHERE {_JUDGED} UNION SELECT answer FROM standing WHERE {_JUDGED}")
    return np.concatenate([np.fromiter((one for (one,) in rows), np.int64), find.staging.judged.answer_ids()])


def _returned_answers(find: Finder) -> NDArray[np.int64]:
    """Return the ids of answers that runs of the import return."""
    if find.staging.ranked:
        return find.staging.ranked.answer_ids()
    rows = find.db.execute("SELECT DISTINCT answer FROM ids_responses WHERE answer IS NOT NULL")
    return np.fromiter((one for (one,) in rows), np.int64)


def _names(find: Finder, ids: NDArray[np.int64]) -> dict[str, str]:
    """Return what some answers are called in a sentence, by their names in tables."""
    first = [int(one) for one in ids[:MOST_COMPARED]]
    met = find.staging.met
    found = met.answer_names(np.flatnonzero(np.isin(met.ids, first)).tolist())
    if found:
        return {name: shown(name) for name in found}
    marks = ", ".join("?" * len(first))
    rows = find.db.execute(f"SELECT id, name FROM known_answer WHERE id IN ({marks})", first).fetchall()
    return {name: find.answer_words(row, name) for row, name in rows}
