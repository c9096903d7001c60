"""What the status line says about the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from jurybox.session import Saving

DiskMark = Literal["saved", "saving", "not-saved", "lock", "none"]
"""The mark beside the sentence, as the status line paints it."""
SAVING_SHOWN_AFTER_MS = 150


def saving_line(saving: Saving) -> tuple[DiskMark, str, str]:
    """Return mark, sentence and aside; a label that is not on the disk is never called saved."""
    entries = f"Entry {saving.entries:,}" if saving.entries else ""
    if saving.read_only:
        return "lock", f"Reading only: {saving.read_only}", entries
    if saving.problem:
        waiting = f"{saving.pending} not saved" if saving.pending else ""
        return "not-saved", saving.problem, waiting
    if saving.pending or saving.storing:
        return "saving", "Saving", entries
    if saving.saved_at is None:
        return "saved", "All saved", entries
    from datetime import datetime  # only once something is on the disk, so not before the first window

    at = datetime.fromtimestamp(saving.saved_at / 1000).astimezone()
    return "saved", f"Saved {at:%H:%M:%S}", entries
