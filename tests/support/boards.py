"""Small collections with an Other question or a list question, written as tables and imported."""

import csv
from collections.abc import Sequence
from pathlib import Path

from jurybox.collection.file import create
from jurybox.formats.imports import import_into

WORDS = ["harbor", "lantern", "meadow", "copper", "violet", "winter", "orchard", "thunder", "pebble", "saffron"]

RUNS = ("one", "two", "three")


def response_text(at: int) -> str:
    """A response of a few sentences, different for every number."""
    return " ".join(f"The {WORDS[(at + n) % 10]} of place {at} is number {n}." for n in range(3))


def other_collection(path: Path, *, responses: int = 10, runs: Sequence[str] = ("one", "two", "three")) -> Path:
    """A series with a factoid question and an Other question that `responses` answers were given to."""
    runs = RUNS
    folder = path.with_suffix("")
    folder.mkdir(parents=True)
    _write(
        folder / "questions.csv",
        ("question", "kind", "text", "series", "target", "position"),
        [
            ("1.1", "factoid", "When was the lantern lit?", "1", "Lantern", "1"),
            ("1.2", "other", "Other", "1", "Lantern", "2"),
        ],
    )
    _write(
        folder / "answers.csv",
        ("question", "answer", "text"),
        [("1.1", "f1", "1890"), *((("1.2"), f"r{at}", response_text(at)) for at in range(responses))],
    )
    _write(folder / "runs.csv", ("run",), [(run,) for run in runs])
    rows = [(run, "1.1", "1", "f1") for run in runs]
    rows += [(runs[at % len(runs)], "1.2", str(at + 1), f"r{at}") for at in range(responses)]
    _write(folder / "responses.csv", ("run", "question", "rank", "answer"), rows)
    create(path)
    import_into(path, [folder])
    return path


def list_collection(path: Path, *, answers: int = 60, support: str = "") -> Path:
    """A list question with many pooled answers, every third of which is a spelling of the one before.

    `support`: the text that all come from.
    """
    runs = RUNS
    folder = path.with_suffix("")
    folder.mkdir(parents=True)
    _write(
        folder / "questions.csv",
        ("question", "kind", "text"),
        [("l1", "list", "Which harbors does the ferry call at?"), ("f1", "factoid", "When does it sail?")],
    )
    texts = [_spelling(at) for at in range(answers)]
    pooled = [("l1", f"a{at}", text, support) for at, text in enumerate(texts)]
    heads = ("question", "answer", "text", "support")
    _write(folder / "answers.csv", heads, [*pooled, ("f1", "t1", "at noon", "")])
    _write(folder / "runs.csv", ("run",), [(run,) for run in runs])
    rows = [(runs[at % len(runs)], "l1", str(at + 1), f"a{at}") for at in range(answers)]
    _write(folder / "responses.csv", ("run", "question", "rank", "answer"), [*rows, (runs[0], "f1", "1", "t1")])
    create(path)
    import_into(path, [folder])
    return path


def _spelling(at: int) -> str:
    name = f"{WORDS[at // 3 % 10].title()} Bay {at // 30 + 1}"
    return (name, name.upper(), f"the {name}")[at % 3]


def _write(path: Path, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
