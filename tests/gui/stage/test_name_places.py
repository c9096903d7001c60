"""Names of points on stage: each beside its own point, none over another, as many as there is room for."""

import math

import pytest

from jurybox_gui.stage.name_places import PixelBox, has_line, name_places

ROOM = PixelBox(0, 0, 700, 400)
CROWD = {0: (25.0, 78.0), 1: (13.0, 118.0), 2: (70.0, 58.0), 3: (10.0, 134.0), 4: (600.0, 20.0)}
"""Four points close to an axis, as good runs are in ROC space, and one far away."""


def away(box: PixelBox, spot: tuple[float, float]) -> float:
    across = max(box.left - spot[0], 0, spot[0] - box.right)
    down = max(box.top - spot[1], 0, spot[1] - box.bottom)
    return math.hypot(across, down)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (3, 1, 0, 2, 4), (2, 0, 1, 3, 4)])
@pytest.mark.sweep
def test_a_crowd_at_the_axis_has_all_its_names_each_at_its_own_point(order: tuple[int, ...]) -> None:
    spots = {run: CROWD[run] for run in order}
    places = name_places(spots, dict.fromkeys(spots, 74.0), 29.0, 20.0, ROOM)
    assert set(places) == set(spots)
    for run, box in places.items():
        assert ROOM.left <= box.left
        assert box.right <= ROOM.right
        assert min(spots, key=lambda other: away(box, spots[other])) == run
        for other, beside in places.items():
            apart = box.bottom <= beside.top or beside.bottom <= box.top
            apart |= box.right <= beside.left or beside.right <= box.left
            assert other == run or apart


def test_no_name_ends_at_another_point_and_a_line_leads_to_one_without_room() -> None:
    """As in ROC space on a low projector: right of the lowest of two points another one follows its name."""
    spots = {0: (20.0, 100.0), 1: (18.0, 112.0), 2: (135.0, 140.0)}
    places = name_places(spots, dict.fromkeys(spots, 80.0), 29.0, 20.0, ROOM)
    assert set(places) == set(spots)
    lines = [run for run, box in places.items() if has_line(box, spots[run], 20.0)]
    assert lines == [1]
    assert all(away(places[run], spots[2]) > 25.0 for run in (0, 1))


def test_a_name_without_room_is_left_out_rather_than_put_beside_another_point() -> None:
    spots = {0: (300.0, 200.0), 1: (301.0, 200.0), 2: (300.0, 201.0), 3: (301.0, 201.0)}
    tight = PixelBox(200, 160, 420, 240)
    places = name_places(spots, dict.fromkeys(spots, 74.0), 29.0, 20.0, tight)
    assert 1 <= len(places) < 4
    assert name_places({0: (5.0, 5.0)}, {0: 900.0}, 29.0, 20.0, ROOM) == {}
