"""The queue and the history as Qt's views see them."""

import numpy as np
import pytest
from patient_bot import PatientBot
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from worlds import make_catalog

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.ledger import Ledger
from jurybox.judging.filters import Filter
from jurybox.judging.queue import Queue
from jurybox_gui.tables.history_model import HistoryModel, HistoryRole, Past
from jurybox_gui.tables.queue_model import QueueModel, QueueRole


@pytest.fixture
def queue() -> Queue:
    catalog = make_catalog(["validation"] * 5, [0, 0, 1, 2, 3, 4, 4, 4], assessors=["person"])
    return Queue(catalog, Ledger(1, 8), 0)


@pytest.fixture
def model(qtbot: PatientBot, queue: Queue) -> QueueModel:
    made = QueueModel()
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.set_queue(queue._catalog, queue)
    return made


def test_titles_are_asked_for_once_they_are_looked_at(qtbot: PatientBot, model: QueueModel, queue: Queue) -> None:
    asked: list[int] = []
    model.titles_wanted.connect(asked.extend)
    qtbot.rest()
    asked.clear()
    for row in (1, 3):
        assert model.index(row).data(QueueRole.TITLE) == ""
    qtbot.waitUntil(lambda: len(asked) == 2)
    assert asked == [queue.questions[1], queue.questions[3]]
    changed: list[int] = []
    model.dataChanged.connect(lambda first, _last, _roles: changed.append(first.row()))
    model.put_titles({int(queue.questions[3]): "Who?"})
    assert changed == [3]
    assert model.index(3).data(QueueRole.TITLE) == "Who?"


def test_a_label_changes_one_row(model: QueueModel, queue: Queue) -> None:
    ledger = Ledger(1, 8)
    ledger.labels[0, queue.answers[0]] = LABEL_CODES["correct"]
    changed: list[tuple[int, int]] = []
    model.dataChanged.connect(lambda first, last, _roles: changed.append((first.row(), last.row())))
    model.update_rows(queue.update(ledger))
    assert changed == [(0, 0)]
    assert model.index(0).data(QueueRole.LABELS)[0] == "correct"
    assert model.index(0).data(QueueRole.DONE) == (len(queue.places_of(0)) == 1)


def test_a_filter_leaves_its_rows(model: QueueModel, queue: Queue) -> None:
    hits = np.zeros(8, dtype=bool)
    hits[[2, 5]] = True
    queue.narrow(Filter(hits=hits))
    model.set_queue(queue._catalog, queue)
    assert model.rowCount() == 2
    rows = [model.row_at(line) for line in range(2)]
    assert {int(queue.questions[row]) for row in rows if row is not None} == {1, 4}
    assert [model.line_of(row) for row in rows if row is not None] == [0, 1]
    other = queue.row_of_question(0)
    assert other is not None
    assert model.line_of(other) is None
    assert model.row_at(2) is None
    model.update_rows(range(5))


def test_no_queue_no_rows(qtbot: PatientBot) -> None:
    made = QueueModel()
    assert made.rowCount() == 0
    assert made.line_of(0) is None
    assert made.row_at(0) is None
    assert made.index(0).data(QueueRole.NAME) is None
    made.put_titles({0: "x"})


def test_history_rows_and_their_texts(qtbot: PatientBot) -> None:
    made = HistoryModel()
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    rows = [Past(3, "q1", "correct", 1000), Past(4, "q2", "junk", 900)]
    made.set_rows(rows)
    assert made.missing() == [3, 4]
    made.put_texts({3: "three"})
    assert made.missing() == [4]
    assert made.index(0).data(HistoryRole.TEXT) == "three"
    assert made.index(1).data(HistoryRole.PAST) == rows[1]
    assert made.index(0).data(Qt.ItemDataRole.DisplayRole) == "q1 three: correct"
    resets: list[None] = []
    made.modelReset.connect(lambda: resets.append(None))
    made.set_rows(rows)
    assert not resets
    made.set_rows(rows[:1])
    assert resets
    assert made.missing() == []


def test_the_green_dot_is_explained_where_one_points(model: QueueModel, queue: Queue) -> None:
    question = int(queue.questions[1])
    model.put_titles({question: "Who <b>asks</b>?"})
    assert model.index(1).data(Qt.ItemDataRole.ToolTipRole) == "<qt>Who &lt;b&gt;asks&lt;/b&gt;?</qt>"
    model.set_good({question})
    assert "you rated it well asked" in model.index(1).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(1).data().endswith("judged, well asked")
