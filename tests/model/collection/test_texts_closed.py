"""A collection that is closed while others read from it: nobody's thread may take the program down."""

import subprocess
import sys
from pathlib import Path

from patience import PATIENCE
from small import small_collection

READ_AND_CLOSE = """
import sqlite3, sys, threading
from pathlib import Path
from jurybox.collection.texts import Texts

def read(texts, begin):
    begin.wait()
    try:
        while True:
            for answer in range(24):
                texts.answer(answer)
            texts._answers.clear()
    except sqlite3.ProgrammingError as error:
        assert "closed" in str(error)

for _ in range(30):
    texts, begin = Texts(Path(sys.argv[1])), threading.Event()
    readers = [threading.Thread(target=read, args=(texts, begin)) for _ in range(3)]
    for one in readers:
        one.start()
    begin.set()
    texts.answer(0)
    texts.close()
    for one in readers:
        one.join()
print("whole")
"""


def test_closing_waits_for_who_reads(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "small.jury", questions=24)
    told = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", READ_AND_CLOSE, str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (told.returncode, told.stdout) == (0, "whole\n"), told.stderr
