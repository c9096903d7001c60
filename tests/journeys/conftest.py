"""People at the real program."""

from collections.abc import Callable

import pytest
from person import come, demo
from x_person import XPerson, display, screen, x_come

__all__ = ["come", "demo", "display", "screen", "x_come"]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Return what prints keys per judgment and the longest still moment of a journey on real keys."""

    def tell(what: str, person: XPerson, rest: float, start: int, judged: int = 0) -> None:
        keys = person.screen.pressed - start
        each = f" for {judged} judgments ({keys / judged:.2f} each)" if judged else ""
        with capsys.disabled():
            print(f"\n{what}: {keys} keys{each}; still {person.still:.0f} ms at most, {rest:.0f} at rest")
        person.still = 0.0

    return tell
