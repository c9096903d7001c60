"""`python -m jurybox_gui` is the command `jurybox`."""

from jurybox_gui.main import main

main()
