"""The numbers that commands, reports and exports print, by what they are of."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from campaigns.figures import Figures, Key, Number
from campaigns.organizer import as_json, jurybox
from campaigns.should import FEWEST, PAIRS

COUNTS = {"value": "value", "units": "units", "left_out": "excluded", "waiting": "pending"}
PARTS = ("units", "pending", "excluded")
WHOLE = ("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa", "gwet_ac1", "items", "assessors")
CLOSE = 1e-9


def scores(path: Path, gold: str) -> Figures:
    """What `jurybox score` says of every run: values and what they rest on."""
    return told_scores(as_json("score", path, "--gold", gold))


def told_scores(page: Any) -> Figures:
    """The numbers of a page of scores."""
    return {
        (COUNTS[part], name, row["run"]): number
        for row in page["runs"]
        for name, numbers in row["measure"].items()
        for part, number in numbers.items()
        if part in COUNTS
    }


def bounds_that_miss(page: Any) -> list[str]:
    """Return where nothing is pending and a score is outside its bounds, or bounds are not the score.

    What is left out can be what an organizer still decides: a dispute, NIL, a match, an importance.
    """
    return [
        f"{name} of {row['run']} is {one['value']}, its bounds are {one['low']} and {one['high']}"
        for row in page["runs"]
        for name, one in row["measure"].items()
        if one["value"] is not None and not one["waiting"] and one["low"] is not None
        if not one["low"] - CLOSE <= one["value"] <= one["high"] + CLOSE
        or (not one["left_out"] and one["high"] - one["low"] > CLOSE)
    ]


def score_values(path: Path, gold: str) -> Figures:
    """The table of `jurybox score` as CSV: values, and three counts of every column."""
    page = csv.DictReader(io.StringIO(jurybox("score", path, "--gold", gold, "--format", "csv")))
    found: Figures = {}
    for row in page:
        for head, text in row.items():
            name, _, part = head.partition(" ")
            if part in PARTS:
                found[part, name, row["run"]] = int(text)
            elif head != "run" and not part:
                found["value", name, row["run"]] = float(text) if text else None
    return found


def unit_means(path: Path, gold: str) -> Figures:
    """Means over the units that `jurybox score --by unit` lists, and how many these are."""
    units: dict[tuple[str, str], list[float]] = {}
    for row in as_json("score", path, "--gold", gold, "--by", "unit")["units"]:
        for name, value in row.items():
            if isinstance(value, float | int) and name not in ("unit", "run"):
                units.setdefault((name, row["run"]), []).append(value)
    found: Figures = {}
    for (name, run), values in units.items():
        found["value", name, run] = sum(values) / len(values)
        found["units", name, run] = len(values)
    return found


def comparisons(path: Path, gold: str, runs: list[str], names: list[str]) -> Figures:
    """What `jurybox compare` says of pairs of runs by some measures: difference, wins, losses, ties."""
    found: Figures = {}
    for a, b in list(combinations(runs, 2))[:PAIRS]:
        for name in names:
            report = as_json("compare", path, a, b, "--measure", name, "--gold", gold, "--draws", "20")
            for part in ("difference", "wins", "losses", "ties"):
                if part == "difference" or report[part] is not None:
                    found[part, name, a, b] = report[part]
    return found


def agreement(path: Path, scheme: str) -> Figures:
    """What `jurybox agreement` says of a scheme: figures, pairs, labels, each against the others."""
    report = as_json("agreement", path, "--of", scheme, "--draws", "0")
    found: Figures = {(part, scheme): report[part] for part in WHOLE}
    for row in report["pairs"]:
        for part in ("items", "raw", "kappa"):
            found["pair", part, scheme, *sorted((row["a"], row["b"]))] = row[part]
    for row in report["labels"]:
        for part in ("given", "agreement", "alpha"):
            found["label", part, scheme, row["label"]] = row[part]
    for row in report["each"]:
        found["each", "labels", scheme, row["assessor"]] = row["labels"]
        found["each", "compared", scheme, row["assessor"]] = row["others"]["items"]
        found["each", "raw", scheme, row["assessor"]] = row["others"]["raw"]
    return found


def hasty_intervals(path: Path, scheme: str, questions: int) -> list[str]:
    """Return intervals that rest on fewer than ten questions, or pairs with fewer things."""
    report = as_json("agreement", path, "--of", scheme, "--draws", "30")
    drawn = any(one["low"] is not None for one in report["intervals"].values())
    few = drawn and questions < FEWEST
    return [f"{scheme}: intervals of {report['items']} things, {questions} questions"] * few + [
        f"{scheme}: {row['a']} and {row['b']} have an interval over {row['items']}"
        for row in report["pairs"]
        if row["items"] < FEWEST and row.get("low") is not None
    ]


def disagreements(path: Path, gold: str) -> Figures:
    """What `jurybox disagreements` lists: things and who said what of them, and counts by question."""
    found: Figures = {}
    for row in as_json("disagreements", path, "--by", "thing", "--gold", gold)["things"]:
        if row["kind"] not in ("label", "quality", "importance", "match"):
            continue
        subject = (row["kind"], row["question"], row["answer"] or "", row["nugget"] or "")
        found["size", *subject] = row["size"]
        found["settled", *subject] = row["settled"]
        for said in row["said"]:
            found["said", *subject, said["assessor"]] = said["label"]
    return found


def patterns(path: Path, gold: str) -> Figures:
    """How many answers `jurybox levels` counts of each level, and how many are left out or unjudged."""
    report = as_json("levels", path, "--gold", gold)
    found: dict[Key, Number] = {}
    for row in report["patterns"]:
        level = row.get("reason") if row["level"] is None else f"L{row['level']}"
        found["answers", str(level)] = int(str(found.get(("answers", str(level)), 0))) + row["answers"]
    return found


def progress(path: Path) -> Figures:
    """How far everybody is, as `jurybox assign` lists it."""
    parts = ("assigned", "judged", "set_aside", "open", "conflicts")
    report = as_json("assign", path)
    return {(part, row["assessor"]): row[part] for row in report["assessors"] for part in parts}


def report_pages(folder: Path) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Yield the name and the rows of every table of a report."""
    for page in sorted(folder.rglob("*.csv")):
        with page.open(encoding="utf-8", newline="") as file:
            yield page.stem, list(csv.DictReader(file))


def report_scores(folder: Path) -> Figures:
    """Ranks, values and counts of the rankings in a report."""
    found: Figures = {}
    for name, rows in report_pages(folder):
        if not name.startswith("scores-") or not rows:
            continue
        heads = list(rows[0])
        measure = heads[heads.index("rank") + 1]
        for row in rows:
            found["rank", measure, row["run"]] = int(row["rank"]) if row["rank"] else None
            found["value", measure, row["run"]] = float(row[measure]) if row[measure] else None
            for part in ("units", "pending", "excluded"):
                found[part, measure, row["run"]] = int(row[f"{measure} {part}"])
    return found


def report_left_out(folder: Path) -> Figures:
    """How often a report names each question as not scored, by reason."""
    rows = dict(report_pages(folder)).get("left-out", [])
    return dict(Counter((row["question"], row["reason"]) for row in rows))


def report_judges(folder: Path) -> Figures:
    """How many labels of answers a report counts of everybody who gave one."""
    rows = dict(report_pages(folder)).get("judges", [])
    return {("labels", row["assessor"]): n for row in rows if (n := int(row["labels of answers"]))}


AGREEMENT = {
    "raw agreement": "raw",
    "Krippendorff's alpha, nominal": "alpha_nominal",
    "Krippendorff's alpha, ordinal": "alpha_ordinal",
    "Fleiss' kappa": "fleiss_kappa",
    "Gwet's AC1": "gwet_ac1",
}
"""What the figures of agreement are called in a report, and in JSON."""


def report_agreement(folder: Path) -> dict[str, Any]:
    """The figures of agreement in a report, by their names."""
    pages = dict(report_pages(folder))
    return {
        AGREEMENT[row["agreement"]]: float(row["value"]) if row["value"] else None for row in pages.get("agreement", [])
    }
