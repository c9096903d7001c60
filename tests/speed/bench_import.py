"""How fast files of the size of a campaign are imported: run by hand, `python tests/speed/bench_import.py`.

T14  250,000 and 1,000,000 lines of runs, ten or twenty runs of one file each
T15  40,000 and 75,000 qrels, which become questions, answers and judgments in the log

Each is imported into an empty collection, checked and stored, in a process of its own, beside pytrec_eval
reading the same files there, in turn. Printed are processor times, medians, their ratio, and the peak memory
of a process that only imports. Nothing here is a test; no time is asserted.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import ROOT, median, peak_memory, report_ratio

SIZES = (
    ("T14", "trec-run", 10, 250, 100, 8.0),
    ("T14", "trec-run", 20, 500, 100, 8.0),
    ("T15", "trec-qrels", 1, 400, 100, 25.0),
    ("T15", "trec-qrels", 1, 500, 150, 25.0),
)
"""Number, format, files, questions, lines of a file for each question, target."""
ROUNDS = 3


def make(folder: Path, form: str, files: int, questions: int, each: int) -> None:
    """Write files whose runs choose from four times as many answers as they give."""
    draw = random.Random(1)
    for file in range(files):
        lines = []
        for question in range(1, questions + 1):
            score = 100.0
            for rank, answer in enumerate(draw.sample(range(4 * each), each), 1):
                score -= draw.random()
                name = f"doc-{question}-{answer:05d}"
                lines.append(
                    f"{question} Q0 {name} {rank} {score:.4f} run{file:02d}\n"
                    if form == "trec-run"
                    else f"{question} 0 {name} {draw.choice((0, 0, 0, 1, 1, 2))}\n"
                )
        (folder / f"{'run' if form == 'trec-run' else 'qrels'}{file:02d}").write_text("".join(lines))


def child(folder: Path, form: str, rounds: int) -> None:
    """Import files again and again beside the peer, and print the processor times and the peak memory."""
    from jurybox.collection.file import create
    from jurybox.formats.imports import import_into

    ours, peer = [], []
    for number in range(-1, rounds):  # the first is to load what is imported late
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "x.jury"
            create(path, name="x")
            started = time.process_time()
            import_into(path, [folder], as_format=form)
            ours.append(time.process_time() - started)
        if rounds > 1:
            import pytrec_eval

            read = pytrec_eval.parse_run if form == "trec-run" else pytrec_eval.parse_qrel
            started = time.process_time()
            for one in sorted(folder.iterdir()):
                with one.open() as file:
                    read(file)
            peer.append(time.process_time() - started)
        if number < 0 and rounds > 1:
            ours.clear()
            peer.clear()
        elif rounds == 1:
            break
    print(json.dumps({"ours": median(ours), "peer": median(peer or [0.0]), "peak": peak_memory()}))


def main() -> None:
    """Measure and print."""
    for number, form, files, questions, each, target in SIZES:
        with tempfile.TemporaryDirectory() as place:
            make(Path(place), form, files, questions, each)
            found = [
                json.loads(
                    subprocess.run(
                        [sys.executable, __file__, place, form, str(rounds)], check=True, capture_output=True, cwd=ROOT
                    ).stdout
                )
                for rounds in (ROUNDS, 1)
            ]
        ours, peer, count = found[0]["ours"], found[0]["peer"], files * questions * each
        report_ratio(number, f"import of {count:,} lines / pytrec_eval reading them", ours / peer, target)
        print(f"     {ours:.2f} s, {ours / count * 1e6:.1f} us a line; peak memory {found[1]['peak']:.0f} MB")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        child(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    else:
        main()
