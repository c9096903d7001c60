"""The longest still moment of the stage while 200 phones vote, and without them.

A timer beats in the stage's thread; the longest gap between two beats is the longest moment for which no
frame can be drawn. What the kernel made the stage's thread wait for a core, since other programs had them,
is not in the gaps, so that a busy computer can measure, too; what it waited for other threads of this program
is. The longest own time is what the stage's thread itself worked between two beats. The phones are another
process. By hand, with the number of runs: python tests/speed/bench_audience.py
[phones [answers [runs]]]
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from common import median, p99

if TYPE_CHECKING:
    import random

PHONES, ANSWERS = 200, 12
SECONDS_EACH = 2.5
FRAME_MS = 50.0


async def crowd(url: str, people: int) -> None:
    """Vote with so many phones until the vote ends."""
    from phones import Phone, Probe, address_of

    class Calm(Phone):
        """Somebody who reads before pressing: all vote within a second and a half, or do not."""

        async def run(self) -> None:
            await asyncio.sleep(self.seed % 50 / 50)
            await super().run()

        async def vote_on(self, phone: str, now: dict[str, object], chance: random.Random) -> None:
            await asyncio.sleep(chance.uniform(0.2, 1.5))
            await super().vote_on(phone, now, chance)

    server = SimpleNamespace(url=url)
    phones = [Calm(Probe(server, address_of(at)), seed=at) for at in range(people)]  # type: ignore[arg-type]
    await asyncio.gather(*(one.run() for one in phones))
    print(sum(len(one.given) for one in phones))


def queued() -> float:
    """Return for how many ms this thread, ready to go on, has waited for a core in all."""
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e6


class Beats:
    """Gaps between the beats of a timer in the thread that draws."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.gaps: list[float] = []
        self.own: list[float] = []
        self._worked = time.thread_time()
        self._last, self._queued = time.perf_counter(), queued()
        self._timer = QTimer(interval=1, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        waited, now = queued(), time.perf_counter()
        self.gaps.append(max(1000 * (now - self._last) - (waited - self._queued), 0.0))
        self._last, self._queued = now, waited
        self.own.append(1000 * (time.thread_time() - self._worked))
        self._worked = time.thread_time()

    def take(self) -> list[tuple[float, float]]:
        """Return the gaps since the last time, each with the time of the thread in it."""
        found, self.gaps, self.own = list(zip(self.gaps, self.own, strict=True)), [], []
        return found


def main(people: int, answers: int) -> None:
    """Measure and print."""
    from demo_file import demo_file
    from PySide6.QtGui import QKeySequence
    from PySide6.QtTest import QTest

    from jurybox.settings import Settings
    from jurybox_gui.audience.host import AudienceHost
    from jurybox_gui.core.garbage import collect_between_events
    from jurybox_gui.run import qt_application
    from jurybox_gui.stage.program import StageProgram

    app = qt_application()

    def spend(seconds: float) -> None:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            app.processEvents()
            time.sleep(0.0005)

    with tempfile.TemporaryDirectory() as place:
        collect_between_events(app)
        program = StageProgram(app, Settings(Path(place) / "settings.json"))
        host = AudienceHost(program)
        program.opened.connect(host.attach)
        window = program.open(demo_file(Path(place) / "demo.jury"), assessor="visitor")
        window.resize(1920, 1080)
        window.show()
        spend(1)
        beats = Beats()

        def press(key: str) -> None:
            QTest.keySequence(window, QKeySequence(key))

        def show(label: str) -> None:
            between, keyed = [], []
            for _ in range(answers):
                beats.take()
                spend(SECONDS_EACH)
                between += beats.take()
                tally = host.control.tally if host.vote.server is not None and host.control else None
                press("M" if tally is not None and tally.label else "1")
                spend(0.2)
                press("N")
                spend(0.2)
                keyed += beats.take()
            for what, beats_then in (("between keys", between), ("at keys", keyed)):
                gaps, own = ([beat[at] for beat in beats_then] for at in (0, 1))
                late = sum(gap > FRAME_MS for gap in gaps)
                print(
                    f"{label}, {what}: longest {max(gaps):.0f} ms, p99 {p99(gaps):.1f} ms, median "
                    f"{median(gaps):.1f} ms; {late} over {FRAME_MS:.0f} ms; longest own {max(own):.0f} ms"
                )

        show("without phones")
        assert host.control is not None
        host.control.open_at("127.0.0.1")
        while not (host.vote.server and host.control.is_seated):
            spend(0.05)
        command = [sys.executable, __file__, "--crowd", host.vote.server.url, str(people)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as phones:
            try:
                spend(3)
                show(f"with {people} phones")
                host.vote.stop()
                spend(1)
            finally:
                phones.terminate()
        program.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--crowd"]:
        asyncio.run(crowd(sys.argv[2], int(sys.argv[3])))
    else:
        numbers = [int(one) for one in sys.argv[1:]]
        people, answers, runs = [*numbers, *(PHONES, ANSWERS, 1)[len(numbers) :]]
        for _ in range(runs):
            main(people, answers)
