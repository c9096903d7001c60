"""Studies cut into blocks: the same digits in one process, in several and on a cluster, whoever dies."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from generated import generated_collection

from jurybox.analysis.draws import draw_sets, generator, generator_from
from jurybox.analysis.studies import assessor_study, collection_size, error_rate, stability, swap, workers
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import finish, prepare
from jurybox.analysis.studies.workers import Cluster, Cores, Here, TrialBlock, TrialWork, Workers, workers_at
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox.scoring import scoreboard_of
from jurybox.scoring.tallies.counted import decision_columns
from jurybox.scoring.unit_table import SumTable, UnitData, count_table, mean_table
from jurybox.watch import Progress, Stopped, Watch

Study = Callable[..., object]


@dataclass(frozen=True)
class Shreds:
    """Cuts the trials into blocks of so many, does the last one first, and pickles the work."""

    most: int

    def each(self, work: TrialWork[Any], parts: Sequence[TrialBlock], watch: Watch) -> Iterator[tuple[TrialBlock, Any]]:
        blocks = workers._cut(workers.deque(parts), self.most)
        packed = workers._packed(work)
        assert packed is not None
        for part in reversed(blocks):
            yield part, workers._opened(packed)(part, watch)


def means(units: int = 41, runs: int = 7) -> SumTable:
    """Return scores of which a few are undefined; with odd units, blocks begin amid 64 bits."""
    lot = generator(3)
    values = np.round(lot.random((units, runs)) + np.linspace(0.3, 0, runs), 3)
    values[lot.random((units, runs)) < 0.02] = np.nan
    return mean_table(values)


def counts() -> SumTable:
    lot = generator(4)
    truth, said = lot.integers(0, 2, 41), lot.integers(0, 3, (41, 6)).astype(np.int8)
    return count_table(measure("c@1"), decision_columns(truth, said))


@dataclass(frozen=True)
class ByGroup:
    """Scores of four runs by whom the group holds."""

    def __call__(self, group: tuple[int, ...]) -> np.ndarray:
        scores = np.array([0.5, 0.4, 0.3, 0.2]) + generator(5, *group).random(4) / 4
        return np.where(generator(6, *group).random(4) < 0.1, np.nan, scores)


def studies(data: UnitData) -> dict[str, Study]:
    """Return the studies, each small, with everything but who does it."""
    return {
        "stability": partial(stability, data, 13, trials=301, seed=2),
        "disjoint": partial(stability, counts(), 9, variant="disjoint", trials=301, seed=2),
        "swap": partial(swap, data, 11, trials=301, seed=2),
        "error rate": partial(error_rate, data, (5, 8, 20), trials=61, seed=2),
        "size": partial(collection_size, data, (7, 20, 41), trials=61, seed=2),
        "assessors": partial(assessor_study, ByGroup(), 7, 3, trials=61, seed=2),
        "overlapping assessors": partial(assessor_study, ByGroup(), 7, 5, trials=61, seed=2),
    }


def same(one: object, two: object) -> None:
    """Compare two results to the last digit."""
    assert type(one) is type(two)
    for name, value in vars(one).items():
        if name == "fits":
            for fit, other in zip(value, getattr(two, name), strict=True):
                np.testing.assert_equal(fit and vars(other), fit and vars(fit))
        else:
            np.testing.assert_equal(getattr(two, name), value, err_msg=name)


def material(tmp_path: Path) -> Path:
    asked = {"kind": "ranked", "questions": 12, "runs": 4, "assessors": 4, "judged": 1.0, "correct": 0.4}
    return generated_collection(tmp_path / "a.jury", **asked)


@pytest.mark.parametrize("units", [40, 41])
@pytest.mark.parametrize("trial", [0, 1, 2, 7])
def test_draws_begin_at_any_trial(units: int, trial: int) -> None:
    together = draw_sets(generator(9, 1), 10, units, 12, 2)
    alone = draw_sets(generator_from(trial, units, 9, 1), 10 - trial, units, 12, 2)
    np.testing.assert_array_equal(alone, together[:, trial:])


@pytest.mark.parametrize("most", [1, 17])
@pytest.mark.parametrize("name", list(studies(means())))
def test_blocks_in_any_order_give_the_same_digits(name: str, most: int) -> None:
    study = studies(means())[name]
    same(study(), study(workers=Shreds(most)))


def test_records_of_a_collection_are_the_same_by_blocks(tmp_path: Path) -> None:
    state = State(material(tmp_path))
    try:
        made_from = scoreboard_of(state.collection)
        for name in ("stability", "assessors"):
            asked = prepare(made_from, Request(name, measure("nDCG"), trials=40))  # type: ignore[arg-type]
            np.testing.assert_equal(finish(asked, None, Shreds(7)), finish(asked))
    finally:
        state.close()


def test_small_studies_stay_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ProcessPoolExecutor", None)
    study = studies(means())["stability"]
    same(study(), study(workers=Cores(8)))


def test_progress_counts_every_trial_once() -> None:
    heard: list[Progress] = []
    studies(means())["swap"](workers=Cores(2), watch=Watch(heard.append))
    assert (heard[-1].done, heard[-1].total) == (301, 301)
    assert [at.done for at in heard] == sorted(at.done for at in heard)


@dataclass(frozen=True)
class Mortal:
    """Work that ends its process the first time it comes to trial 300, or each time."""

    sign: Path
    parent: int
    always: bool = False

    def __call__(self, part: TrialBlock, watch: Watch) -> int:
        comes = part.start <= 300 < part.start + part.trials
        if comes and os.getpid() != self.parent and (self.always or not self.sign.exists()):
            self.sign.touch()
            os.kill(os.getpid(), signal.SIGTERM)
            threading.Event().wait()
        watch.step(part.trials)
        return sum(range(part.start, part.start + part.trials))


def test_a_process_that_dies_loses_nothing(tmp_path: Path) -> None:
    sign, watch = tmp_path / "died", Watch()
    watch.expect(400)
    found = list(Cores(2, pays=0).each(Mortal(sign, os.getpid()), [TrialBlock(0, 0, 400)], watch))
    assert sign.exists()
    assert sum(some for _, some in found) == sum(range(400))
    assert sum(part.trials for part, _ in found) == 400


@pytest.mark.sweep
def test_processes_that_die_again_and_again_end_in_a_sentence(tmp_path: Path) -> None:
    work = Mortal(tmp_path / "died", os.getpid(), always=True)
    with pytest.raises(Refused, match="ended 4 times before they finished"):
        list(Cores(2, pays=0).each(work, [TrialBlock(0, 0, 400)], Watch()))


def test_a_measure_of_a_notebook_is_studied_here() -> None:
    def plain(group: tuple[int, ...]) -> np.ndarray:
        return ByGroup()(group)

    study = partial(assessor_study, plain, 7, 3, trials=61, seed=2)
    same(study(), study(workers=Cores(2, pays=0)))
    with pytest.raises(Refused, match="not part of Jurybox"):
        study(workers=Cluster("localhost:8786"))


def test_what_is_stopped_ends_its_processes() -> None:
    heard: list[Progress] = []
    watch = Watch(heard.append, lambda: len(heard) > 3)
    with pytest.raises(Stopped):
        studies(means())["stability"](workers=Cores(2, pays=0), watch=watch)


@pytest.mark.parametrize("address", ["nowhere", "http://a:80", "tcp://:8786", "a:b", "tcp://a:99999"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(Refused, match=r"is not the address of a Dask scheduler; write it as tcp://HOST:8786"):
        workers_at(address)


def test_no_address_means_this_computer() -> None:
    assert isinstance(workers_at(" "), Cores)


@pytest.mark.sweep
def test_a_scheduler_that_does_not_answer_is_named() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    with pytest.raises(Refused, match=rf"^Nothing answers at tcp://127.0.0.1:{port}: "):
        studies(means())["stability"](workers=Cluster(f"127.0.0.1:{port}"))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Return a cluster of two processes on this machine."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster


def test_a_cluster_gives_the_same_digits(cluster: Any) -> None:
    on_cluster = Cluster(cluster.scheduler_address)
    for name, study in studies(means()).items():
        if name != "assessors" and name != "overlapping assessors":
            same(study(), study(workers=on_cluster))


def test_a_study_that_is_stopped_leaves_no_task_on_the_cluster(cluster: Any) -> None:
    heard: list[Progress] = []
    watch = Watch(heard.append, lambda: len(heard) > 3)
    with pytest.raises(Stopped):
        stability(means(), 13, trials=200_000, workers=Cluster(cluster.scheduler_address), watch=watch)
    patience = time.monotonic() + 10
    while cluster.scheduler.tasks and time.monotonic() < patience:
        threading.Event().wait(0.02)
    assert not cluster.scheduler.tasks


def test_workers_of_another_version_are_refused(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "__version__", "9.9")
    with pytest.raises(Refused, match=r"has Jurybox .*; this is 9\.9\. Install the same version on both"):
        studies(means())["swap"](workers=Cluster(cluster.scheduler_address))


@pytest.mark.sweep
def test_workers_without_jurybox_are_refused(cluster: Any) -> None:
    from distributed import Client

    with Client(cluster.scheduler_address, set_as_default=False) as client:
        # What the tests import on the workers is theirs; this one forgets it, as if it had never been there.
        client.run(exec, "import sys\nfor name in [*sys.modules]:\n  if name.startswith('jurybox'): "
                         "del sys.modules[name]\nsys.modules['jurybox'] = None")  # fmt: skip
    with pytest.raises(Refused, match=r"^2 workers of .* do not have Jurybox\. Install Jurybox .* there"):
        studies(means())["swap"](workers=Cluster(cluster.scheduler_address))


@pytest.mark.sweep
def test_a_large_study_is_the_same_everywhere_and_outlives_a_worker() -> None:
    distributed = pytest.importorskip("distributed")
    lot = generator(1)
    data = mean_table((lot.random((500, 44)) < np.linspace(0.7, 0.3, 44)).astype(np.float64))
    study = partial(stability, data, 250, trials=100_000)
    alone = study(workers=Here())
    same(alone, study(workers=Cores()))
    with distributed.LocalCluster(
        n_workers=4, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        killed: list[int] = []

        def kill_one(at: Progress) -> None:
            if at.done > at.total // 4 and not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        same(alone, study(workers=Cluster(cluster.scheduler_address), watch=Watch(kill_one)))
        assert killed


def check_types(one: Here, two: Cores, three: Cluster) -> tuple[Workers, ...]:
    """Return all three as what they are meant to be; for the type checker."""
    return one, two, three
