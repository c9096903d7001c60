"""People at the real program."""

from collections.abc import Callable

import pytest
from person import come, demo
from x_person import XPerson, display, screen, x_come

__all__ = ["come", "demo", "display", "screen", "x_come"]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Return what prints keys per judgment and the longest still moment of a journey on real keys."""

    def tell(what: str, person: XPerson, rest: float, start: int, judged: int) -> None:
        keys = person.screen.pressed - start
        with capsys.disabled():
            print(
                f"\n{what}: {keys} keys for {judged} judgments ({keys / judged:.2f} each); "
                f"longest still moment {person.still:.0f} ms, at rest {rest:.0f} ms"
            )
        person.still = 0.0

    return tell
