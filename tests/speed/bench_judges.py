"""How long commands and desks take where hundreds judge: by hand, `python tests/speed/bench_judges.py`.

Makes a collection of ranked answers that everybody judged (200 judges, 1,000 answers), runs every command
that reads it and paints every desk, each in a process of its own, and prints a Markdown table with the
seconds of processor time, which other programs on the machine hardly change, and by the clock, and the exit
status. Nothing here is a test; no time is asserted.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from generator import write_tables

QUESTIONS, ANSWERS, RUNS = 200, 5, 8
PROGRAM = (sys.executable, "-m", "jurybox_gui")
COMMANDS = (
    "score FILE",
    "score FILE --bounds",
    "score FILE --humans",
    "compare FILE run-1 run-2 --measure nDCG",
    "agreement FILE",
    "agreement FILE --by left-out",
    "disagreements FILE",
    "disagreements FILE --flips nDCG",
    "levels FILE",
    "study stability FILE --measure nDCG",
    "study swap FILE --measure nDCG",
    "study error-rate FILE --measure nDCG",
    "study collection-size FILE --measure nDCG",
    "study assessors FILE --measure nDCG",
    "plot FILE --list",
    "assessors FILE",
    "assign FILE",
    "setup FILE",
    "check FILE",
    "log FILE --last 20",
    "log FILE",
    "export FILE --as tables -o OUT/tables",
    "export FILE --as trec-qrels -o OUT/qrels.txt",
    "report FILE -o OUT/report",
    *(
        f"shot FILE --desk {desk} -o OUT/{desk}.png"
        for desk in ("judge", "scores", "disagreements", "spaces", "studies", "campaign")
    ),
)


def timed(words: Sequence[str]) -> tuple[float, float, int, str]:
    """Run the program; return processor and clock seconds, the exit status and what it complained about."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    where = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run((*PROGRAM, *words), capture_output=True, text=True, env=where, check=False)
    clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, clock, done.returncode, done.stderr.strip()


def main() -> None:
    """Make the collection, run everything, and print the table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--judges", type=int, default=200)
    options.add_argument("--judged", type=float, default=1.0, help="Share of answers that each one judged.")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        write_tables(
            out / "in",
            kind="ranked",
            questions=QUESTIONS,
            answers_per_question=ANSWERS,
            runs=RUNS,
            assessors=chosen.judges,
            judged=chosen.judged,
        )
        print("| command | processor s | clock s | status |\n|---|---|---|---|")
        for command in ("new FILE", "import FILE OUT/in", *COMMANDS):
            words = command.replace("FILE", str(out / "c.jury")).replace("OUT", folder).split()
            processor, clock, status, said = timed(words)
            print(f"| {command} | {processor:.1f} | {clock:.1f} | {status} |", flush=True)
            if status:
                print(said, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
