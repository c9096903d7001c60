"""Checks common to all studies; each refuses in one sentence."""

from jurybox.language import tr
from jurybox.scoring.unit_table import UnitData


def check_runs(data: UnitData) -> None:
    """Refuse a study of pairs of runs with fewer than two."""
    if data.runs < 2:
        msg = (
            tr("a study compares runs, and there is one")
            if data.runs
            else tr("a study compares runs, and there are none")
        )
        raise ValueError(msg)


def check_trials(trials: int) -> None:
    """Refuse fewer than one trial."""
    if trials < 1:
        msg = tr("trials = {trials} is not allowed; it must be a whole number of at least 1", trials=trials)
        raise ValueError(msg)


def check_size(data: UnitData, size: int, sets: int = 1) -> None:
    """Refuse sets that are empty, or that do not fit into the collection."""
    if size < 1:
        msg = tr("size = {size} is not allowed; it must be a whole number of at least 1", size=size)
        raise ValueError(msg)
    if size * sets > data.units:
        msg = (
            tr(
                "{sets} disjoint sets of {size} units need {needed}, and only {units} units are scored",
                sets=sets,
                size=size,
                needed=size * sets,
                units=data.units,
            )
            if sets > 1
            else tr("size = {size}, and only {units} units are scored", size=size, units=data.units)
        )
        raise ValueError(msg)
