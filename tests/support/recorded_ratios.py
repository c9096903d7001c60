"""The ratios that the benchmarks of `tests/speed` print, as a table."""

import csv
import re
import subprocess
import sys
from pathlib import Path

SPEED = Path(__file__).resolve().parents[1] / "speed"
RATIO = re.compile(r"^(T\d+\w*)  (.+): (-?[\d.]+)  \(target (<=|>=) ([\d.]+)\)  (met|NOT MET)$", re.MULTILINE)
HEADS = ("benchmark", "number", "quantity", "ratio", "sign", "target", "met")


def take(to: Path, names: tuple[str, ...] = ()) -> None:
    """Run all benchmarks, or some, and write their ratios; one that fails is named and left out."""
    rows = []
    for bench in sorted(SPEED.glob("bench_*.py")):
        if names and bench.stem not in names:
            continue
        done = subprocess.run([sys.executable, str(bench)], capture_output=True, text=True, check=False)
        print(done.stdout, end="", flush=True)
        if done.returncode:
            print(f"{bench.name} failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        rows += [(bench.stem, *found) for found in ratios_in(done.stdout)]
    with to.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEADS, *rows])


def ratios_in(printed: str) -> list[tuple[str, ...]]:
    """Return number, quantity, ratio, sign, target and verdict of each line that is a ratio."""
    return [tuple(found) for found in RATIO.findall(printed)]
