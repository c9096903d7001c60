"""The disk's part of the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from jurybox.language import tr

if TYPE_CHECKING:
    from jurybox.session import Saving

DiskMark = Literal["saved", "saving", "not-saved", "lock", "none"]
"""The mark beside the sentence, as the status line paints it."""
SAVING_SHOWN_AFTER_MS = 150


def saving_line(saving: Saving) -> tuple[DiskMark, str, str]:
    """Return mark, sentence and aside; a label that is not on the disk is never called saved."""
    entries = tr("Entry {n:,}", n=saving.entries) if saving.entries else ""
    if saving.read_only:
        return "lock", tr("Read-only: {why}", why=saving.read_only), entries
    if saving.problem:
        waiting = tr("{n:,} not saved", n=saving.pending) if saving.pending else ""
        return "not-saved", saving.problem, waiting
    if saving.pending or saving.storing:
        return "saving", tr("Saving"), entries
    if saving.saved_at is None:
        return "saved", tr("All saved"), entries
    from datetime import datetime  # not before the first window

    at = datetime.fromtimestamp(saving.saved_at / 1000).astimezone()
    return "saved", tr("Saved {at:%H:%M:%S}", at=at), entries
