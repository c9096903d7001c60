"""Codes that the program draws at random, drawn from a seed: in every run a test sees the same collections.

An assessor meets the questions in an order that follows from a code. A test that fails with one order in a
hundred should fail for whoever wrote it, not for somebody else later.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import english  # noqa: F401 - before anything of the program is imported


@contextmanager
def steady_codes(seed: str) -> Iterator[None]:
    """Draw the codes of this process from a seed; JURYBOX_CODES=random leaves them as they are."""
    if os.environ.get("JURYBOX_CODES") == "random":
        yield
        return
    drawn, here, truly_random = random.Random(seed), os.getpid(), os.urandom

    def codes(size: int) -> bytes:
        # A process that was forked would draw the same codes as this one, and they must never meet.
        return drawn.randbytes(size) if os.getpid() == here else truly_random(size)

    with patch("os.urandom", codes):
        yield
