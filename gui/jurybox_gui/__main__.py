"""`python -m jurybox_gui` is the command `jurybox`."""

import signal


def _start() -> None:
    """Run the command; Ctrl-C is silent also while it is being loaded."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from jurybox_gui.cli import main

    signal.signal(signal.SIGINT, before)
    main()


if __name__ == "__main__":
    _start()
