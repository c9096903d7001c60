"""Answers that say nearly the same, put next to each other, so that one judgment helps the next.

Alike only means shown together: nothing is pooled by it and no label is carried over.
"""

import sqlite3
from collections.abc import Iterator, Sequence

from jurybox.collection.catalog import Catalog
from jurybox.judging.normal_form import normal_form
from jurybox.kinds import KINDS
from jurybox.watch import Watch

Alike = list[list[int]]
NEAR = 82.0
"""Similarity, in [0, 100], from which two answers are grouped."""
_SHORTEST_PART = 4
"""The least number of characters from which words can represent a longer text that contains them."""
_COMPARED = 600
"""Different texts of one question that are compared with each other; the rest is only sorted."""
_LONGEST = 200
"""Characters of an answer that likeness is taken from: longer ones are passages, not answer strings."""
_AT_ONCE = 400
"""Answers that are read by one statement."""


def by_likeness(texts: Sequence[str]) -> list[list[int]]:
    """Return groups of positions of similar texts, the largest group first, each in order.

    Texts with the same normal form are similar, and so are those with a similarity of at least `NEAR`: the
    higher of rapidfuzz's `ratio` and `token_sort_ratio` of the normal forms; a text similar to one of a group
    belongs to it. A text whose words all occur in exactly one other group belongs to that group too: `Farman`
    with `Joseph Farman`. A text without words is like no other, and comes last. Groups of equal size are in
    the order of their first normal form, so that the order does not depend on the order of the texts.
    """
    forms: dict[str, list[int]] = {}
    for place, text in enumerate(texts):
        forms.setdefault(normal_form(text[:_LONGEST]), []).append(place)
    wordless = sorted(forms.pop("", []), key=texts.__getitem__)
    names = sorted(forms)
    groups = _joined(names[:_COMPARED]) + [[name] for name in names[_COMPARED:]]
    places = [[place for name in group for place in forms[name]] for group in groups]
    order = sorted(range(len(groups)), key=lambda at: (-len(places[at]), groups[at][0]))
    return [places[at] for at in order] + [[place] for place in wordless]


def _joined(names: Sequence[str]) -> list[list[str]]:
    """Return the connected parts of the names that are alike, each sorted, in the order of their first."""
    if len(names) < 2:
        return [[name] for name in names]
    import numpy as np
    from rapidfuzz import fuzz, process

    like = np.zeros((len(names), len(names)), dtype=bool)
    for scorer in (fuzz.ratio, fuzz.token_sort_ratio):
        like |= process.cdist(names, names, scorer=scorer, score_cutoff=NEAR, dtype=np.float32) >= NEAR
    group = list(range(len(names)))
    for at in range(len(names)):
        for other in np.flatnonzero(like[at, at + 1 :]) + at + 1:
            low, high = sorted((group[at], group[int(other)]))
            if low != high:
                group = [low if one == high else one for one in group]
    found: dict[int, list[str]] = {}
    for name, one in zip(names, group, strict=True):
        found.setdefault(one, []).append(name)
    return _with_parts(list(found.values()))


def _with_parts(groups: list[list[str]]) -> list[list[str]]:
    """Return the groups, with each text that is only a part of those of one other group put into that."""
    words = {name: frozenset(name.split()) for group in groups for name in group}
    for name in sorted(words, key=lambda name: (len(words[name]), name)):
        own = next(group for group in groups if name in group)
        if len(own) > 1 or len(name) < _SHORTEST_PART:
            continue
        wider = [group for group in groups if any(words[name] < words[other] for other in group)]
        if len(wider) == 1:
            groups = [group for group in groups if group is not own and group is not wider[0]]
            groups.append(sorted([name, *wider[0]]))
    return sorted(groups)


def read_alike(
    db: sqlite3.Connection, catalog: Catalog, questions: Sequence[int], watch: Watch
) -> Iterator[dict[int, Alike]]:
    """Yield the answers of questions in groups by similarity, some questions at a time, in their order.

    Questions whose kind has no answer strings (`strings_alike`) are left out. No read stays open for long; it
    ends when the watch is stopped.
    """
    wanted = [question for question in questions if KINDS[catalog.questions[question].kind].strings_alike]
    batch: list[int] = []
    size = 0
    for question in wanted:
        batch.append(question)
        size += len(catalog.answers_of(question))
        if size >= _AT_ONCE or question == wanted[-1]:
            if watch.cancelled():
                return
            yield {one: _alike(db, catalog, one) for one in batch}
            batch, size = [], 0


def _alike(db: sqlite3.Connection, catalog: Catalog, question: int) -> Alike:
    answers = [int(answer) for answer in catalog.answers_of(question)]
    texts = dict(_texts(db, answers))
    return [[answers[at] for at in group] for group in by_likeness([texts[answer] for answer in answers])]


def _texts(db: sqlite3.Connection, answers: Sequence[int]) -> Iterator[tuple[int, str]]:
    for start in range(0, len(answers), _AT_ONCE):
        part = answers[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(part))
        yield from db.execute(
            f"SELECT id - 1, substr(text, 1, ?) FROM answer WHERE id IN ({marks})",  # noqa: S608 - only marks
            (_LONGEST, *(answer + 1 for answer in part)),
        ).fetchall()
