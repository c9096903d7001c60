"""The organizer with real keys of an X server: from the start page to a merge of what came back."""

from collections.abc import Callable
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path

import pytest
from generator import write_tables
from person import labels_in
from x_person import Come, XPerson

from jurybox.collection.state import State
from jurybox.collection.texts import Texts

pytestmark = pytest.mark.xkeys

FOUR = ("Ana Lindqvist", "Ben", "Chie", "Dana")
QUESTIONS, CALIBRATION, JUDGED = 24, 4, 14
WORDS = {"r": "correct", "x": "inexact", "u": "unsupported", "w": "incorrect"}


def submitted(folder: Path) -> Path:
    """Write what an organizer has before a campaign: questions, pooled answers, runs; no label."""
    write_tables(folder, kind="factoid", questions=QUESTIONS, answers_per_question=3, runs=4, assessors=1, judged=0.0)
    for name in ("judgments", "assessors", "assignments", "adjudications"):
        (folder / f"{name}.csv").unlink(missing_ok=True)
    return folder


def labels_of(path: Path, name: str) -> dict[tuple[str, str], str]:
    """Return somebody's labels by question and answer text, as a fresh reading of the file has them."""
    labels = labels_in(path, name)
    with closing(State(path)) as state, closing(Texts(path)) as texts:
        questions, of = state.catalog.questions, state.catalog.answer_question
        return {(questions[int(of[answer])].name, texts.answer(answer).text): label for answer, label in labels.items()}


def judges(path: Path) -> dict[str, set[int]]:
    """Return everybody's questions."""
    with closing(State(path)) as state:
        catalog = state.catalog
        return {
            who.name: {int(catalog.answer_question[a]) for a in catalog.assigned_to(at).nonzero()[0]}
            for at, who in enumerate(catalog.assessors)
        }


def imports(person: XPerson, folder: Path, path: Path) -> None:
    """Make a collection, and import a folder of tables."""
    person.press("Ctrl+N")
    person.pick("New collection", path)
    person.opened()
    person.press("Ctrl+I")
    person.pick("Import a folder", folder)
    person.overlay("ReportSheet")
    person.press("Return")
    person.see(lambda s: s["message"] == "Imported.")


def sets_up(person: XPerson) -> None:
    """Enter four assessors, deal the questions with overlap, and start."""
    person.press("Ctrl+6")
    person.opened("campaign")
    for name in FOUR:
        person.press("plus")
        person.overlay("PersonSheet")
        person.type(name)
        person.press("Return")
        person.see(lambda s: not s["overlay"] and not s["storing"] and s["saved"])
    person.press("a")
    person.overlay("Planner")
    person.press("Tab", "Tab")
    person.type(str(CALIBRATION))
    # The button is disabled from the first key until the preview is up to date.
    person.see(lambda s: s["typed"] == str(CALIBRATION) and s["acceptable"])
    person.press("Ctrl+Return")
    person.overlay()
    person.see(lambda s: not s["storing"] and s["message"].startswith("Assigned"))
    person.press("M")
    person.see(lambda s: s["mode"] == "judging" and s["saved"])


def test_a_campaign_of_four_from_the_start_page_to_the_merge(
    x_come: Come, tmp_path: Path, tell: Callable[..., None]
) -> None:
    path, own = tmp_path / "campaign.jury", tmp_path / "ana.jury"
    organizer = x_come()
    organizer.see(lambda s: s.get("desk") == "start", "the start page")
    rest, start = organizer.rested(), organizer.screen.pressed
    imports(organizer, submitted(tmp_path / "tables"), path)
    sets_up(organizer)
    dealt = judges(path)
    shared = set.intersection(*(dealt[name] for name in FOUR))
    assert len(shared) >= CALIBRATION
    assert {sum(q in dealt[name] for name in FOUR) for q in range(QUESTIONS)} <= {2, 4}
    sizes = [len(dealt[name]) for name in FOUR]
    assert max(sizes) - min(sizes) <= 1

    organizer.press("Home", "O")
    organizer.pick("Own file of Ana Lindqvist", own)
    organizer.see(lambda s: s["message"] == "ana.jury is ready for Ana Lindqvist.")
    tell("a campaign of four set up, started and handed out", organizer, rest, start)

    ana = x_come(own)
    ana.opened()
    rest, start = ana.rested(), ana.screen.pressed
    keys = [*islice(cycle("rwxwu"), JUDGED)]
    here: int | None = None
    for key in keys:
        shown = ana.see(lambda s, was=here: s["paused"] or (s["answer"] != was and s["painted"]))
        if shown["paused"]:  # the calibration round is over
            ana.press("space")
            shown = ana.see(lambda s: not s["paused"] and s["painted"])
        here = shown["answer"]
        ana.press(key)
    tell("one of the four in a file of their own", ana, rest, start, JUDGED)
    ana.leave()
    said = labels_of(own, "Ana Lindqvist")
    assert len(said) == JUDGED
    assert sorted(said.values()) == sorted(
        w for _, w in zip(range(JUDGED), cycle(WORDS[k] for k in "rwxwu"), strict=False)
    )

    start = organizer.screen.pressed
    organizer.press("Ctrl+M")
    organizer.pick("Merge returned files", own)
    organizer.overlay("Message")  # what it would add
    organizer.press("Return")
    organizer.see(lambda s: s["message"].endswith(("entry is new.", "entries are new.")) and not s["storing"])
    tell("what came back is merged", organizer, rest, start)
    organizer.leave()
    assert labels_of(path, "Ana Lindqvist") == said
    assert all(not labels_of(path, name) for name in FOUR[1:])
