"""Compares the program with what it was recorded to do, or records it anew.

    python tests/support/record.py [NAME ...]           compare, and name every difference: exit status 1
    python tests/support/record.py --write [NAME ...]   record anew, in the commit that makes the difference
    python tests/support/record.py --ratios             take the ratios of tests/speed, on an idle computer
    python tests/support/record.py --handouts DAY       keep hand-outs of the present program, beside earlier ones

A recording is a file of `recordings` with a line for each entry: its key and its value. Texts, counts and ranks
must be equal; other figures within 1e-12, and equal as they are printed.
"""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDER = HERE / "recordings"
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / folder) for folder in ("model", "gui", "tests", "tests/support")]

import english  # noqa: F401, E402 - before anything of the program is imported

CLOSE = 1e-12
"""How far apart two figures may be that are neither counts nor ranks."""
MISSING = "nothing"


class Recording(NamedTuple):
    """One file of recordings: the keys of its entries, and the function that makes the value of one."""

    names: Callable[[], Iterable[str]]
    make: Callable[[str], Any]

    def made(self, key: str) -> Any:
        """Return the value of an entry as a file gives it back."""
        return json.loads(_line(key, self.make(key)))[1]


def recordings() -> dict[str, Recording]:
    """Return all recordings by name."""
    import recorded_campaigns
    import recorded_demos
    import recorded_files
    import recorded_findings
    import recorded_lists
    import recorded_words

    return {
        "findings": Recording(recorded_findings.keys, recorded_findings.made),
        "lists": Recording(recorded_lists.keys, recorded_lists.made),
        "demos": Recording(recorded_demos.keys, recorded_demos.made),
        "campaigns": Recording(recorded_campaigns.keys, recorded_campaigns.made),
        "files": Recording(recorded_files.keys, recorded_files.made),
        "words": Recording(recorded_words.keys, recorded_words.made),
    }


def _line(key: str, value: Any) -> str:
    return json.dumps([key, _plain(value)], ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    """Return a value that JSON holds: an undefined figure is null, an infinite one a text."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def file_of(name: str) -> Path:
    """Return the file of a recording."""
    return FOLDER / f"{name}.jsonl"


def read(name: str) -> dict[str, Any]:
    """Return what was recorded, by key."""
    return dict(json.loads(line) for line in file_of(name).read_text(encoding="utf-8").split("\n") if line)


def write(name: str) -> None:
    """Record anew."""
    one = recordings()[name]
    lines = [_line(key, one.make(key)) + "\n" for key in one.names()]
    file_of(name).write_text("".join(lines), encoding="utf-8")


def differences(name: str, keys: Iterable[str] | None = None) -> Iterator[str]:
    """Yield what differs in a recording, or in some of its entries: recording, key, place, then and now."""
    one, known = recordings()[name], read(name)
    if keys is None:
        keys = list(one.names())
        gone = sorted(known.keys() - set(keys))
        yield from (f"{name}, {key}: recorded, and not there any more" for key in gone if not is_beside(key))
    for key in keys:
        if key not in known:
            yield from () if is_beside(key) else (f"{name}, {key}: not recorded",)
        else:
            yield from (f"{name}, {key}{place}" for place in compared(known[key], one.made(key)))


def is_beside(key: str) -> bool:
    """Return whether an entry is of a file beside the project, which is compared where it was and is there."""
    return key.startswith("case ")


def compared(then: Any, now: Any, place: str = "") -> Iterator[str]:
    """Yield each place at which two values differ, with both."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in [*then, *(key for key in now if key not in then)]:
            yield from compared(then.get(key, MISSING), now.get(key, MISSING), f"{place}, {key}")
    elif isinstance(then, list) and isinstance(now, list):
        for at in range(max(len(then), len(now))):
            pair = (one[at] if at < len(one) else MISSING for one in (then, now))
            yield from compared(*pair, f"{place}, {at + 1}")
    elif not same(then, now):
        yield f"{place}: was {then!r}, is {now!r}"


def same(then: Any, now: Any) -> bool:
    """Return whether two values are one: figures that are no whole numbers may differ in the last bits."""
    if isinstance(then, float) and isinstance(now, float):
        return abs(then - now) <= CLOSE * max(1.0, abs(then)) and f"{then:.4f}" == f"{now:.4f}"
    return type(then) is type(now) and bool(then == now)


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a recording; all by default")
    parser.add_argument("--write", action="store_true", help="record anew")
    parser.add_argument("--ratios", action="store_true", help="take the ratios of tests/speed")
    parser.add_argument("--handouts", metavar="DAY", help="make hand-outs, kept as files of this day")
    asked = parser.parse_args()
    known = list(recordings())
    if unknown := set(asked.names) - set(known):
        parser.error(f"there is no recording {min(unknown)}; there are {', '.join(known)}")
    if asked.ratios:
        from recorded_ratios import take

        take(FOLDER / "ratios.csv")
        return 0
    if asked.handouts:
        from recorded_files import write_handouts

        write_handouts(asked.handouts)
        return 0
    count = 0
    for name in asked.names or known:
        if asked.write:
            write(name)
            print(f"{name}: {len(read(name)):,} entries, {file_of(name).stat().st_size / 1024:,.0f} KB")
        else:
            for found in differences(name):
                count += 1
                print(found, flush=True)
            print(f"{name}: compared", file=sys.stderr)
    if not asked.write:
        print(f"{count:,} differences.")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
