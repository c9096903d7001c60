"""The numbers that the window shows, read as a person reads them: tables, painted words, spoken rows."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from campaigns.figures import Figures, Key, Number, Printed
from person import Person
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from jurybox_gui.desks.spaces.drawing import is_slow
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.tables.score_table import ScoreTable
from jurybox_gui.widgets.probe import painted_words

Shown = dict[Key, Number | Printed]
COUNTS = {"waiting": "pending", "pending": "pending", "excluded": "excluded", "units": "units", "used": "units"}
"""The heads of counts on Scores."""
KINDS = {
    "label": "label",
    "labels": "label",
    "question quality": "quality",
    "nugget": "importance",
    "nuggets": "importance",
    "match": "match",
    "matches": "match",
}
PICTURED = {
    "accuracy": "accuracy",
    "c@1": "c@1",
    "UF": "UF",
    "false positive rate": "fpr",
    "true positive rate": "tpr",
    "recall": "recall",
    "precision": "precision",
    "F": "F1",
    "MRR": "MRR",
    "MRRT": "MRRT(r=1)",
}
"""What the tables of pictures call measures; F is F(1), unless another one is chosen."""
BESIDE = {
    "precision": "precision",
    "recall = TPR": "recall",
    "F": "F1",
    "FPR": "fpr",
    "accuracy": "accuracy",
    "AUC of point": "AUC-point",
}
"""What the measures below the two spaces are."""
HEADS = 5
"""Columns of Scores that are looked through for the names of runs."""
OVER = re.compile(r", over ([\d,]+) of ([\d,]+) [\w ]+(?:, ([\d,]+) pending)?(?:, ([\d,]+) excluded)?")
UNITS = re.compile(r"^over ([\d,]+) (?:answers?|questions?|series)")


def seen(person: Person, model: type[Any]) -> Any:
    """Return the first model of a kind that a visible view shows."""
    views = person.window.findChildren(QAbstractItemView)
    return next((one.model() for one in views if one.isVisible() and isinstance(one.model(), model)), None)


def cells(model: Any) -> Iterator[list[str]]:
    """Yield the rows of a table as they are read."""
    for row in range(model.rowCount(QModelIndex())):
        yield [str(model.index(row, at).data() or "") for at in range(model.columnCount(QModelIndex()))]


def scores_table(person: Person, measures: list[str]) -> Shown:
    """The table of Scores: ranks by the measure that ranks, counts of it, scores of all."""
    table, found = seen(person, ScoreTable), Shown()
    assert table is not None
    columns = range(table.columnCount(QModelIndex()))
    heads = [str(table.headerData(at, Qt.Orientation.Horizontal) or "") for at in columns]
    main = ranking_measure(person)
    for at_row, row in enumerate(cells(table)):
        run = row[heads.index("Run")]
        for head, text in zip(heads, row, strict=True):
            if head in measures:
                found["value", head, run] = Printed(text)
                found |= rests_on(table, at_row, heads.index(head), head, run)
            elif head == "Rank":
                found["rank", main, run] = Printed(text)
            elif head in COUNTS:
                found[COUNTS[head], main, run] = Printed(text)
    return found


def rests_on(table: ScoreTable, row: int, column: int, measure: str, run: str) -> Shown:
    """What a cell says when it is pointed at: how many units its number rests on, and what it leaves out."""
    match = OVER.search(table.words(table.index(row, column)))
    if match is None or measure == "by-type":
        return {}
    used, total, pending, excluded = (int((text or "0").replace(",", "")) for text in match.groups())
    counts = {"units": used, "pending": pending, "excluded": excluded}
    assert sum(counts.values()) == total, (measure, run, match[0])
    return {(part, measure, run): count for part, count in counts.items()}


def ranking_measure(person: Person) -> str:
    """The measure that ranks on Scores, as the head with the arrow names it."""
    words = painted_words(person.window)
    return words[words.index("▾") - 1].strip()


def explained(person: Person, measure: str, run: str) -> Shown:
    """What the panel below the table says of the chosen run: its score, and over how many units."""
    words = painted_words(person.desk.live.detail.panel)
    at = next((at for at, word in enumerate(words) if UNITS.match(word)), None)
    if at is None:
        return {}
    found = UNITS.match(words[at])
    assert found is not None
    score = words[at - 1]
    return {
        ("value", measure, run): None if score == "undefined" else Printed(score),
        ("units", measure, run): int(found[1].replace(",", "")),
    }


def chosen_run(person: Person) -> str:
    """The run that is chosen in the table of Scores."""
    views = person.window.findChildren(QAbstractItemView)
    view = next(one for one in views if one.isVisible() and one.accessibleName() == "Runs by measures")
    heads = [view.model().headerData(at, Qt.Orientation.Horizontal) for at in range(HEADS)]
    return str(view.model().index(view.currentIndex().row(), heads.index("Run")).data())


def scores_desk(person: Person, measures: list[str]) -> Iterator[Shown]:
    """Yield what Scores shows, ranked by one measure after the other, and the explanation of every run."""
    person.press("Ctrl+2", "T")
    for _ in range(len(measures)):
        yield scores_table(person, measures)
        main = ranking_measure(person)
        for _ in range(seen(person, ScoreTable).rowCount(QModelIndex())):
            yield explained(person, main, chosen_run(person))
            person.press("Down")
        person.press("Right")


def shows_open_only(person: Person) -> bool:
    """Whether Disagreements lists open things only, as its chooser says."""
    person.press("Ctrl+3")
    return bool(person.desk.tools.state.currentData() == "open")


def disagreements_desk(person: Person) -> Figures:
    """How many rows of each kind Disagreements has for a question."""
    person.press("Ctrl+3")
    rows = []
    for text in spoken(person, "Disagreements"):
        what, name = text.split(", ", 1)[0], text.rsplit(", question ", 1)[1]
        rows += [("disputed", KINDS[what], name)] if what in KINDS else []
    return dict(Counter(rows))


def scores_now(person: Person, runs: list[str], most: int = 30) -> Shown:
    """Ranks and scores "now" beside the decisions on Disagreements, one open thing after the other."""
    person.press("Ctrl+3")
    found, seen_disputes = Shown(), set[object]()
    for _ in range(most):
        person.press("Space")
        dispute = person.desk.dispute
        if dispute is None or dispute.key in seen_disputes:
            break
        seen_disputes.add(dispute.key)
        measure = str(person.desk.measure)
        chart = person.desk.detail.slopes
        words = painted_words(chart) if chart.isVisible() else []
        for rank, run, score in zip(words, words[1:], words[2:], strict=False):
            if run in runs and re.fullmatch(r"–|[-−]?\d*\.\d+", score):
                found["rank", measure, run] = Printed(rank)
                found["value", measure, run] = Printed(score)
    return found


def campaign_desk(person: Person) -> Figures:
    """How much everybody has judged, as Campaign says it."""
    person.press("Ctrl+6")
    found: Figures = {}
    for text in spoken(person, "Assessors"):
        match = re.search(r"^(\w+), .*?([\d,]+) of ([\d,]+) judged", text)
        if match:
            found["judged", match[1]] = int(match[2].replace(",", ""))
            found["assigned", match[1]] = int(match[3].replace(",", ""))
    return found


def queue(person: Person, who: str) -> Figures:
    """How much of somebody's own work is done, as the queue beside Judge and the boards says it."""
    person.window.resize(1280, 800)  # the queue is folded where the window is narrow
    person.press("Ctrl+1")
    person.settle()
    after = [other for one, other in pairwise(painted_words(person.window)) if one == "Queue"]
    (done,) = [found for one in after if (found := re.fullmatch(r"([\d,]+) of ([\d,]+)", one))]
    counts = (int(count.replace(",", "")) for count in done.groups())
    return {(part, who): count for part, count in zip(("done", "assigned"), counts, strict=True)}


def spoken(person: Person, name: str) -> list[str]:
    """Return the rows of a list as a screen reader says them."""
    views = person.window.findChildren(QAbstractItemView)
    model = next((one.model() for one in views if one.isVisible() and one.accessibleName() == name), None)
    if model is None:
        return []  # nothing to list
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row, 0).data(role)) for row in range(model.rowCount(QModelIndex()))]


def agreement_page(person: Person, scheme: str) -> Shown:
    """The pairs of the agreement page, and its figures."""
    person.press("Ctrl+3", "T")
    person.settle()
    found, table = Shown(), seen(person, FigureTable)
    words = painted_words(person.window)
    figures = {
        "raw agreement": "raw",
        "Krippendorff’s alpha, nominal": "alpha_nominal",
        "Krippendorff’s alpha, ordinal": "alpha_ordinal",
        "Fleiss’ kappa": "fleiss_kappa",
        "Gwet’s AC1": "gwet_ac1",
    }
    for text, name in pairwise(words):
        if name in figures and (text == "undefined" or re.fullmatch(r"[-−]?\d*\.\d+", text)):
            found[figures[name], scheme] = None if text == "undefined" else Printed(text)
    within = False
    for row in cells(table) if table is not None else ():
        if row[:3] == ["assessor", "and", "things"]:
            within = True
        elif within and row[0]:
            pair = sorted(row[:2])
            for part, text in zip(("items", "raw", "kappa"), row[2:5], strict=True):
                found["pair", part, scheme, *pair] = Printed(text)
    person.press("T")
    return found


def spaces_desk(person: Person) -> Iterator[Shown]:
    """Yield what Spaces shows of runs: beside the two spaces, and in the tables of the pictures.

    Those that score again and again, such as the studies, come last and show no score of the moment.
    """
    person.press("Ctrl+4")
    chooser = person.desk.tools.picture
    first = chooser.currentText()
    while True:
        yield beside_the_spaces(person)
        person.press("T")
        yield table_of_runs(person)
        person.press("T", "P")
        if chooser.currentText() == first or is_slow(chooser.currentData()):
            return


def beside_the_spaces(person: Person) -> Shown:
    """The list of the runs, and the measures below the spaces, of one run after the other.

    They are of decisions on answers, whatever other kinds of question the measure scores on Scores.
    """
    found, parts = Shown(), {one.accessibleName(): one for one in person.window.findChildren(QWidget)}
    measures = parts["Measures of the chosen run"]
    if not measures.isVisible():
        return found
    outcomes = parts["The four outcomes"]
    runs = next(
        one
        for one in person.window.findChildren(QAbstractItemView)
        if one.isVisible() and one.accessibleName() == "Runs and their numbers"
    )
    for run, tpr, fpr, f in cells(runs.model()):
        printed = {"tpr": tpr, "fpr": fpr, "F1": f}
        found |= {("decided", name, run): Printed(text) for name, text in printed.items()}
    for _ in range(runs.model().rowCount()):
        run = outcomes.accessibleDescription().partition(":")[0]
        for words in measures.accessibleDescription().split(", "):
            name, _, text = words.rpartition(" ")
            found["decided", BESIDE[name], run] = Printed("-" if text == "undefined" else text)
        person.press("Down")
    return found


def table_of_runs(person: Person) -> Shown:
    """The numbers of the runs in the table of the picture that is shown."""
    found, table, heads = Shown(), seen(person, FigureTable), list[str]()
    for row in cells(table) if table is not None else ():
        if row[0] in ("run", "line", "name", "score", ""):
            heads = row
        elif heads[:1] == ["run"] and not row[0].endswith(("(answering all)", "of")):
            run = row[0].removesuffix(" (chosen)").removesuffix(" (baseline)")
            for head, text in zip(heads, row, strict=False):
                if head in PICTURED:
                    found["value", PICTURED[head], run] = Printed("-" if text == "undefined" else text)
        elif heads[:3] == ["line", "run", "score"] and row[1]:
            found["value", row[0], row[1]] = Printed("-" if row[2] == "undefined" else row[2])
    return found
