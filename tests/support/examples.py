"""On how many examples a property is tried: a third in the test command, all in the sweep that CI makes."""

import os

ALL = os.environ.get("JURYBOX_EXAMPLES") == "all"


def examples(of_the_sweep: int) -> int:
    """Return how many examples to try: so many in the sweep, a third of them in the test command."""
    return of_the_sweep if ALL else -(-of_the_sweep // 3)
