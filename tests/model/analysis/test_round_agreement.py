"""Agreement over the calibration round: of its questions alone, and of people alone."""

from contextlib import closing
from math import isnan
from pathlib import Path

from small import small_collection

from jurybox.analysis.round_agreement import round_agreements
from jurybox.collection.state import State
from jurybox.judging.calibration import calibration_questions
from jurybox.session import open_session


def test_labels_outside_the_round_and_of_models_do_not_count(tmp_path: Path) -> None:
    inside = [(0, 0, "correct"), (1, 0, "incorrect"), (0, 1, "correct"), (1, 1, "correct")]
    others = [(0, 5, "correct"), (1, 5, "incorrect"), (2, 0, "incorrect"), (2, 1, "incorrect")]
    path = small_collection(tmp_path / "s.jury", assessors=("Ana", "Ben", "Bot"), labels=[*inside, *others])
    with closing(open_session(path)) as session:
        session.store(lambda db: db.execute("UPDATE assessor SET kind = 'model' WHERE name = 'Bot'"))
    with closing(State(path)) as state:
        ((scheme, found),) = round_agreements(state.collection, [0])
    assert scheme == "validation"
    assert (found.items, found.assessors, found.raw.value) == (2, 2, 0.5)
    # Observed 2/4; expected 2 * 3 * 1 / (4 * 3) = 1/2 (Krippendorff, nominal): 1 - 1.
    assert found.alpha_nominal.value == 0


def test_without_labels_or_without_a_round_nothing_is_claimed(tmp_path: Path) -> None:
    with closing(State(small_collection(tmp_path / "s.jury"))) as state:
        ((_, found),) = round_agreements(state.collection, [0, 1])
        assert calibration_questions(state.catalog, state.facts) == ()
        assert round_agreements(state.collection, ()) == ()
    assert found.items == 0
    assert isnan(found.raw.value)
    assert found.raw.reason
