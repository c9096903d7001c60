"""RTE-1 with ten labels for each pair (Snow et al. 2008) and its gold as a key, imported as tables."""

import csv
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jurybox.cli.commands import Jurybox
from jurybox.collection.file import create
from jurybox.formats.imports import import_into

LABELS = Path(__file__).parents[3] / "shared" / "data" / "rte1_mturk" / "rte_labels.tsv"

pytestmark = [pytest.mark.needs_data, pytest.mark.skipif(not LABELS.exists(), reason="the file is not here")]
WORD = {"0": "incorrect", "1": "correct"}


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    """The labels: pair, worker, response, gold."""
    with LABELS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def path(rows: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The collection: workers with assignments, the gold as a key, and a run."""
    folder = tmp_path_factory.mktemp("rte") / "tables"
    folder.mkdir()
    gold = {row["item"]: row["gold"] for row in rows}
    items, workers = list(gold), list(dict.fromkeys(row["worker"] for row in rows))
    tables: dict[str, list[tuple[str, ...]]] = {
        "questions": [("question", "kind", "text"), *((at, "validation", f"Pair {at}") for at in items)],
        "answers": [("question", "answer", "text"), *((at, "h", f"Hypothesis {at}") for at in items)],
        "assessors": [("assessor", "kind"), *((who, "person") for who in workers), ("gold", "key")],
        "assignments": [("assessor", "question"), *((row["worker"], row["item"]) for row in rows)],
        "judgments": [
            ("assessor", "question", "answer", "label"),
            *((row["worker"], row["item"], "h", WORD[row["response"]]) for row in rows),
            *(("gold", at, "h", WORD[gold[at]]) for at in items),
        ],
        "responses": [
            ("run", "question", "rank", "answer", "decision"),
            *(("run", at, "", "h", "yes" if int(at) % 3 else "no") for at in items),
        ],
    }
    for name, lines in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(lines)
    made = folder.parent / "rte.jury"
    create(made)
    import_into(made, [folder])
    return made


def ask(*words: str) -> Any:
    """Return what a command prints as JSON."""
    done = CliRunner().invoke(Jurybox("jurybox"), [*words, "--format", "json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_majority_is_that_of_the_workers(path: Path, rows: list[dict[str, str]]) -> None:
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        votes[row["item"]][row["response"]] += 1
    truth = {item: found["1"] > 5 for item, found in votes.items() if found["1"] != 5}
    said = {item: bool(int(item) % 3) for item in truth}
    right = sum(truth[item] and said[item] for item in truth)
    f1 = 2 * right / (sum(truth.values()) + sum(said.values()))
    (run,) = ask("score", str(path), "--gold", "majority", "--measure", "F1")["runs"]
    score = run["measure"]["F1"]
    assert (score["units"], score["left_out"], score["waiting"]) == (735, 65, 0)
    assert score["value"] == pytest.approx(f1, abs=1e-12)


def test_agreement_is_that_of_the_workers(path: Path) -> None:
    found = ask("agreement", str(path), "--draws", "0")
    assert (found["items"], found["assessors"]) == (800, 164)
    assert round(found["fleiss_kappa"], 3) == 0.241
    assert round(found["raw"], 3) == 0.629
    assert [(one["assessor"], one["kind"], one["labels"]) for one in found["others"]] == [("gold", "key", 800)]
