"""What the foot of the window says of the disk: never saved what is not."""

import re

from jurybox.session import Saving
from jurybox_gui.core.saving import saving_line


def test_every_state_has_its_mark_and_sentence() -> None:
    assert saving_line(Saving()) == ("saved", "All saved", "")
    state, sentence, aside = saving_line(Saving(saved_at=1_700_000_000_000, entries=4127))
    assert (state, aside) == ("saved", "Entry 4,127")
    assert re.fullmatch(r"Saved \d\d:\d\d:\d\d", sentence)
    assert saving_line(Saving(pending=2, entries=5)) == ("saving", "Saving", "Entry 5")
    assert saving_line(Saving(storing=1, saved_at=1, entries=5)) == ("saving", "Saving", "Entry 5")
    assert saving_line(Saving(pending=2, problem="The disk is full.")) == (
        "not-saved",
        "The disk is full.",
        "2 not saved",
    )
    assert saving_line(Saving(problem="The disk is full.")) == ("not-saved", "The disk is full.", "")
    line = saving_line(Saving(pending=1, problem="x", read_only="The folder may only be read.", entries=3))
    assert line == ("lock", "Read-only: The folder may only be read.", "Entry 3")


def test_nothing_pending_or_failed_is_called_saved() -> None:
    for pending in (0, 1, 7):
        for problem in (None, "no"):
            for read_only in (None, "no"):
                state, sentence, _ = saving_line(
                    Saving(pending=pending, saved_at=1, entries=1, problem=problem, read_only=read_only)
                )
                safe = not pending and not problem and not read_only
                assert (state == "saved") is safe
                assert sentence.startswith(("Saved", "All saved")) is safe
