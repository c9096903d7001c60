"""Collections of real size for journeys: three have judged most of them, a1 and whoever comes new nothing."""

import csv
from pathlib import Path

from generator import write_tables
from generator_plan import Kind

from jurybox.collection.file import create
from jurybox.formats.imports import import_into

QUESTIONS, ANSWERS = 200, 8
_LINES = 40


def large_collection(folder: Path, kind: Kind, *, text: str = "short", documents: bool = False) -> Path:
    """Make a collection of 200 questions with eight answers each from sixteen runs."""
    tables = folder / f"{kind}-tables"
    write_tables(
        tables,
        kind=kind,
        questions=QUESTIONS,
        answers_per_question=ANSWERS,
        runs=16,
        assessors=3,
        judged=0.6,
        text=text,  # type: ignore[arg-type]
    )
    if documents:
        write_documents(tables)
    path = folder / f"{kind}.jury"
    create(path, name=kind)
    import_into(path, [tables])
    return path


def write_documents(tables: Path) -> None:
    """Write the documents that the answers name, each of some pages, with every answer string three times."""
    found: dict[str, dict[str, None]] = {}
    with (tables / "answers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["document"], {})[row["text"]] = None
    found.pop("", None)
    with (tables / "documents.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("document", "title", "text"))
        for name, answers in found.items():
            parts = [line for _ in range(3) for line in (*_prose(name), *(f"It was {a}." for a in answers))]
            writer.writerow((name, f"Report {name}", "\n\n".join((*parts, *_prose(name)))))


def _prose(name: str) -> list[str]:
    line = "The keeper of the books wrote down what came and what went, on which day and from whom"
    return [f"{line}, page {page} of {name}." for page in range(1, _LINES)]
