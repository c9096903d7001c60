"""The value of an iso line keeps off other values, reference lines and curves."""

import numpy as np

from jurybox_gui.plots.line_names import covered, place_on_lines

ROOM = (0.0, 0.0, 200.0, 200.0)


def test_a_value_is_at_the_end_of_its_line_unless_another_line_crosses_there() -> None:
    level = np.array([(0.0, 100.0), (190.0, 100.0)])
    ((left, top, right, bottom),) = (box for box in place_on_lines([level], [(20.0, 10.0)], ROOM) if box)
    assert (left, top, right, bottom) == (170.0, 95.0, 190.0, 105.0) or right > 185
    crossing = np.array([(185.0, 0.0), (185.0, 200.0)])
    (moved,) = place_on_lines([level], [(20.0, 10.0)], ROOM, covered(crossing))
    assert moved is not None
    assert moved[2] <= 185.0 < right
    assert (moved[1], moved[3]) == (95.0, 105.0)


def test_a_line_that_is_covered_all_along_has_no_value() -> None:
    level = np.array([(0.0, 100.0), (190.0, 100.0)])
    assert place_on_lines([level], [(20.0, 10.0)], ROOM, covered(level)) == [None]


def test_values_of_two_lines_are_not_over_each_other() -> None:
    lines = [np.array([(0.0, y), (190.0, y)]) for y in (100.0, 104.0)]
    one, two = place_on_lines(lines, [(20.0, 10.0)] * 2, ROOM)
    assert one is not None
    assert two is not None
    assert two[2] <= one[0]
    assert covered(np.array([(0.0, np.nan), (1.0, 1.0)])) == []
