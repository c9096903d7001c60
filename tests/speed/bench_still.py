"""The longest still moment of the window while somebody judges with real keys of an X server, kind by kind.

A timer beats in the window's thread (see `x_window.py`); the longest gap between two beats while keys come is
the longest moment for which nothing would move. The same gap at rest tells how much of it is the machine's.
Run by hand, with Xvfb: python tests/speed/bench_still.py [kind ...]
"""

import itertools
import sys
import tempfile
import time
from pathlib import Path

import common  # noqa: F401 -- finds the project
from x_collections import large_collection
from x_keys import Screen, missing, x_server
from x_person import XPerson

KEYS = {"validation": "1212", "ranked": "ABCA", "factoid": "RWXU", "list": "1414"}
COUNT, APART = 100, 0.25


def walk(person: XPerson, keys: str) -> str:
    """Press keys; return the labels saved and the longest still moments."""
    person.see(lambda s: s.get("answer") is not None and s["writable"] and s["painted"])
    time.sleep(3)
    rest, before = person.rested(), person.look()["entries"]
    for key in itertools.islice(itertools.cycle(keys.lower()), COUNT):
        person.press(key)
        time.sleep(APART)
    after = person.see(lambda s: s["saved"])["entries"]
    text = f"{COUNT} keys, {after - before} labels saved"
    return f"{text}; longest still moment {person.still:.0f} ms, at rest {rest:.0f} ms"


def main(kinds: list[str]) -> None:
    """Measure each kind and print it."""
    with x_server() as display, tempfile.TemporaryDirectory() as place:
        screen, home = Screen(display), {"XDG_CONFIG_HOME": place, "XDG_DATA_HOME": place}
        for kind in kinds:
            path = large_collection(Path(place), kind)  # type: ignore[arg-type]
            person = XPerson(screen, display, path, "--assessor", "a1", **home)
            print(f"{kind}: {walk(person, KEYS[kind])}", flush=True)
            person.end()
        screen.close()


if __name__ == "__main__":
    if why := missing():
        sys.exit(why)
    main(sys.argv[1:] or list(KEYS))
