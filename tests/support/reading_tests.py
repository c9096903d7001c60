"""Tables of a reading test: closed lists of options, one text, runs that chose."""

import csv
from collections.abc import Iterable
from pathlib import Path


def write_rows(folder: Path, **rows: Iterable[tuple[str, ...]]) -> None:
    """Write tables; the first row of each is its header."""
    folder.mkdir(exist_ok=True)
    for name, lines in rows.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(lines)


def write_reading_test(folder: Path, questions: int) -> None:
    """Write a reading test of four options about one text."""
    names = [f"r{n:02d}" for n in range(1, questions + 1)]
    options = [(name, str(n), f"in {1840 + n}") for name in names for n in range(1, 5)]
    write_rows(
        folder,
        questions=[("question", "kind", "text"), *((n, "factoid", f"When was {n} built?") for n in names)],
        options=[("question", "option", "text"), *options],
        answers=[("question", "answer", "text", "document"), *((*option, "d1") for option in options)],
        documents=[("document", "text"), ("d1", "The mill was built in 1842, the fort in 1843.")],
        responses=[
            ("run", "question", "rank", "answer", "confidence"),
            *((f"run-{r}", name, "1", str((at + r) % 4 + 1), "0.5") for r in range(4) for at, name in enumerate(names)),
        ],
        runs=[("run", "team"), *((f"run-{r}", f"team-{r}") for r in range(4))],
        assessors=[("assessor", "kind", "panel"), ("a1", "person", "yes"), ("a2", "person", "yes")],
    )
