"""The snapshot of a ledger: reading it on another thread never keeps the ledger from growing."""

from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import small_collection

from jurybox.commands import Judge
from jurybox.session import open_session


def test_a_label_can_be_given_while_a_snapshot_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    views: list[Any] = []
    real = np.frombuffer

    def kept(*given: Any, **named: Any) -> Any:
        views.append(real(*given, **named))
        return views[-1]

    with closing(open_session(small_collection(tmp_path / "s.jury"), assessor="organiser")) as session:
        session.execute(Judge((0,), "correct", assessor=0))
        frozen = session.ledger.frozen()
        with monkeypatch.context() as reading:
            reading.setattr(np, "frombuffer", kept)
            frozen.without_times(0)
            frozen.imported_only(0)
            frozen.of_questions()
        assert views
        entries = len(session.ledger)
        session.execute(Judge((1,), "incorrect", assessor=0))
        assert len(session.ledger) == entries + 1
        views.clear()
