"""What the makers of the demos share: tables, random numbers of one purpose, and people's working hours."""

import csv
import random
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

Item = TypeVar("Item")
DEMOS = Path(__file__).resolve().parent.parent / "assets" / "demos"
SITTING = 90
"""Judgments of one sitting; then there is a break, and after three of them the day is over."""


def write_table(folder: Path, name: str, header: str, rows: Iterable[Iterable[object]]) -> None:
    """One CSV table: UTF-8, line feeds, `None` as an empty cell."""
    with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as page:
        writer = csv.writer(page, lineterminator="\n")
        writer.writerow(header.split(","))
        writer.writerows(["" if cell is None else cell for cell in row] for row in rows)


def stream(demo: str, name: str) -> random.Random:
    """Open random numbers of their own for one purpose, so that one change leaves the others alone."""
    return random.Random(f"jurybox {demo} demo / {name}")


def shuffled(items: Sequence[Item], rng: random.Random) -> list[Item]:
    """Return the items in an order drawn by lot, always the same for the same numbers."""
    return sorted(items, key=lambda _: rng.random())


class Clock:
    """When somebody at work says one thing after the other."""

    def __init__(self, first: str, rng: random.Random) -> None:
        self._now = datetime.fromisoformat(first).replace(tzinfo=UTC)
        self._rng = rng
        self._said = 0

    def tick(self, characters: int) -> tuple[float, str]:
        """Return the active seconds for reading and judging so much text, and the moment it was judged."""
        self._said += 1
        if self._said % SITTING == 0:
            rest = timedelta(hours=16) if self._said % (3 * SITTING) == 0 else timedelta(minutes=50)
            self._now += rest
        seconds = round(2.5 + 4 * self._rng.random() + characters / 18 * (0.5 + self._rng.random()), 1)
        self._now += timedelta(seconds=seconds + 0.5 + self._rng.random())
        return seconds, self._now.strftime("%Y-%m-%dT%H:%M:%SZ")
