"""The program's entry in a frozen folder, the same as that of the installed command."""

import multiprocessing

from jurybox_gui.main import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    main()
