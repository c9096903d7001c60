"""The entry of a frozen folder: the two commands that an installation has, distinguished by name."""

import multiprocessing
import sys
from pathlib import Path

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a process that reads files ends here, and needs nothing of the rest
    from jurybox_gui.cli import main, window_main

    # On Linux both names are one file, on Windows two: there only one of them has a terminal.
    (window_main if Path(sys.argv[0]).stem == "jurybox-window" else main)()
