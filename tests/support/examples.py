"""On how many examples a property is tried, and on which.

The test command tries a third of them, the sweep that CI makes tries all. Both try the same ones every time,
so that they say of a commit what they said of it before. JURYBOX_EXAMPLES=new, by hand, tries new ones.
"""

import os

WISH = os.environ.get("JURYBOX_EXAMPLES", "")
NEW = WISH == "new"


def examples(of_the_sweep: int) -> int:
    """Return how many examples to try: so many in the sweep, a third of them in the test command."""
    return of_the_sweep if WISH in {"all", "new"} else -(-of_the_sweep // 3)
