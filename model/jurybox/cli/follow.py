"""What `follow` prints where no window is wanted: everybody's progress over all files of a folder."""

import time
from contextlib import closing
from pathlib import Path

from jurybox import results
from jurybox.campaign.folder_follower import Follower
from jurybox.campaign.progress import progress, read_paces
from jurybox.cli.assign import progress_object
from jurybox.cli.common import FOUND
from jurybox.cli.printing import print_frame, print_json
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.language import tr


def print_followed(folder: Path, collection: Path | None, form: str) -> int:
    """Print the progress of all, files merged in memory; return 1 if a file could not be read."""
    with closing(Follower(folder, collection)) as follower:
        with closing(State(follower.path)) as state, closing(open_reading(follower.path)) as db:
            listed = progress(state.collection, read_paces(db), time.time_ns() // 1_000_000)
            conflicts = len(state.ledger.conflicts())
        problems = follower.first.problems
    if form == "json":
        print_json(
            {
                "collection": str(follower.collection),
                "assessors": [progress_object(one) for one in listed],
                "conflicts": conflicts,
                "problems": problems,
            }
        )
    else:
        notes = [
            tr("{conflicts:,} conflicts.", conflicts=conflicts),
            *(f"{name}: {why}" for name, why in problems.items()),
        ]
        print_frame(results.progress(listed, notes), form)
    return FOUND if problems else 0
