"""Names beside points: never over a marker or another name, steady, and never outside."""

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox_gui.plots.placing import NamePlaces, place_names

BOUNDS = (0.0, 0.0, 400.0, 400.0)
RADIUS = 6.0

crowds = st.integers(1, 25).flatmap(
    lambda n: st.tuples(
        st.lists(st.tuples(st.floats(0, 400), st.floats(0, 400)), min_size=n, max_size=n),
        st.lists(st.floats(20, 90), min_size=n, max_size=n),
    )
)


def placed(
    points: list[tuple[float, float]], widths: list[float], first: int | None = None, **more: object
) -> tuple[NamePlaces, np.ndarray]:
    at = np.array(points, dtype=float)
    sizes = np.array([(width, 15.0) for width in widths])
    names = place_names(at, sizes, BOUNDS, radii=np.full(len(at), RADIUS), first=first, **more)
    corner = at + names.offset
    return names, np.concatenate([corner, corner + sizes], axis=1)


def overlap(one: np.ndarray, other: np.ndarray) -> bool:
    return bool(one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3])


@given(crowds)
@pytest.mark.sweep
def test_names_touch_no_other_name_no_other_marker_and_no_edge(
    crowd: tuple[list[tuple[float, float]], list[float]],
) -> None:
    names, boxes = placed(*crowd)
    shown = np.flatnonzero(names.place >= 0)
    assert np.isnan(names.offset[names.place < 0]).all()
    for n in shown:
        left, top, right, bottom = boxes[n]
        assert left >= 0
        assert top >= 0
        assert right <= 400
        assert bottom <= 400
        for other in shown:
            assert n == other or not overlap(boxes[n], boxes[other])
        for m, (x, y) in enumerate(crowd[0]):
            marker = np.array([x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS])
            assert m == n or not overlap(boxes[n], marker)


@given(crowds)
@pytest.mark.sweep
def test_the_first_one_always_has_its_name(crowd: tuple[list[tuple[float, float]], list[float]]) -> None:
    names, _ = placed(*crowd, first=len(crowd[0]) - 1)
    assert names.place[-1] >= 0


@settings(max_examples=examples(25))
@given(crowds)
@pytest.mark.sweep
def test_the_same_crowd_is_placed_the_same_way(crowd: tuple[list[tuple[float, float]], list[float]]) -> None:
    assert np.array_equal(placed(*crowd)[0].place, placed(*crowd)[0].place)


def test_a_lone_name_stands_at_the_right_and_turns_at_the_edge() -> None:
    names, boxes = placed([(200, 200)], [60])
    assert names.place.tolist() == [0]
    assert boxes[0, 0] > 200 + RADIUS
    assert boxes[0, 1] + 7.5 == 200
    names, boxes = placed([(395, 200)], [60])
    assert boxes[0, 2] < 395 - RADIUS


def test_a_name_keeps_its_place_while_another_would_be_as_good() -> None:
    names, _ = placed([(200, 200)], [60])
    lower = np.array([2])
    kept, _ = placed([(203, 201)], [60], before=lower)
    assert kept.place.tolist() == [2]
    far_off, _ = placed([(203, 201)], [60], before=np.array([7]))
    assert far_off.place.tolist() == names.place.tolist()


def test_names_keep_clear_of_what_is_written_at_lines() -> None:
    written = np.array([(210.0, 190.0, 260.0, 210.0)])
    names, boxes = placed([(200, 200)], [60], obstacles=written)
    assert not overlap(boxes[0], written[0])
    assert names.place[0] > 0


def test_a_neighbor_makes_room_where_both_can_be_named() -> None:
    """The left one has only its right side; the right one came first and could as well go right."""
    points = [(30.0, 8.0), (100.0, 8.0)]
    names, _ = placed(points, [55, 60], first=1)
    assert (names.place >= 0).all()
    assert not names.far.any()


def test_a_crowd_on_one_spot_names_who_it_can() -> None:
    names, _ = placed([(200.0, 200.0)] * 60, [70.0] * 60)
    assert (names.place >= 0).sum() == 6


def line_of(n: int, points: list[tuple[float, float]], boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where the line of a far name begins and ends."""
    start = np.array(points[n])
    return start, np.clip(start, boxes[n][:2], boxes[n][2:])


def along(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    return start + np.linspace(0, 1, 400)[:, None] * (end - start)


@given(crowds)
@pytest.mark.sweep
def test_no_name_and_no_line_seems_to_name_another_marker(crowd: tuple[list[tuple[float, float]], list[float]]) -> None:
    points = crowd[0]
    names, boxes = placed(*crowd)
    for n in np.flatnonzero(names.place >= 0):
        start, end = line_of(n, points, boxes)
        own = float(np.hypot(*(end - start)))
        for m, center in enumerate(points):
            apart = float(np.hypot(*(np.array(center) - start)))
            if m == n or apart < RADIUS:
                continue
            near = np.clip(center, boxes[n][:2], boxes[n][2:])
            if not names.far[n]:
                assert np.hypot(*(near - np.array(center))) >= own - 1
            elif names.clean[n]:
                reach = np.hypot(*(along(start, end) - np.array(center)).T).min()
                assert reach >= RADIUS - 0.01
        if names.far[n]:
            for m in np.flatnonzero(names.place >= 0):
                inside = (along(start, end) > boxes[m][:2] + 0.5) & (along(start, end) < boxes[m][2:] - 0.5)
                assert m == n or not inside.all(axis=1).any()


def test_a_knot_of_runs_has_all_its_names_and_hardly_a_line_over_another_marker() -> None:
    """Ten runs as in an answer-time space, where baselines and good runs meet at the foot."""
    points = [(193, 394), (249, 394), (283, 394), (312, 381), (318, 384), (314, 390)]
    points += [(335, 354), (380, 299), (365, 196), (346, 278)]
    names, _ = placed([(float(x), float(y)) for x, y in points], [52.0] * 10)
    assert (names.place >= 0).all()
    assert names.clean.sum() >= 9


def test_a_name_in_the_way_of_a_line_goes_elsewhere() -> None:
    """Three markers that cover each other beside a fourth, on a wide plot: the longest name needs a line."""
    points = [(926.8, 306.3), (896.4, 366.9), (837.6, 440.8), (848.5, 444.5), (913.8, 60.0), (952.9, 381.7)]
    points += [(839.8, 448.6), (876.8, 422.5), (729.7, 450.8), (787.6, 450.8), (633.0, 450.8)]
    widths = np.array([44.4, 46.4, 44.9, 46.9, 48.3, 50.4, 69.6, 36.8, 49.8, 41.3, 30.2])
    at, sizes = np.array(points), np.column_stack((widths, np.full(11, 15.0)))
    names = place_names(at, sizes, (53.0, 61.0, 978.0, 452.0), radii=np.full(11, 6.5))
    assert (names.place >= 0).all()
    corner = at + names.offset
    boxes = np.concatenate([corner, corner + sizes], axis=1)
    assert not any(overlap(boxes[a], boxes[b]) for a in range(11) for b in range(a))
