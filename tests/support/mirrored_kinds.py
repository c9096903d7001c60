"""A pytest plugin that adds a kind of question beside each that there is, alike in all but its name.

Loaded with `-p mirrored_kinds` before anything else reads `jurybox.kinds`, in a process of its own: what is
made of kinds when a module is imported (labels, schemes, choices, columns of tables) then has them too. It
does what somebody does who adds a kind: a record, and its name in the measures that score it.
"""

import sys
from dataclasses import replace

from jurybox import kinds

PREFIX = "mirrored-"

if "jurybox.measures" in sys.modules:
    msg = "a kind can only be added before anything else of Jurybox is imported: run pytest -p mirrored_kinds"
    raise ImportError(msg)


def _register() -> None:
    known = tuple(kinds.KINDS.values())
    for record in known:
        # The score of a series is of factoid, list and Other questions, so no other kind has a part in it.
        tallies = tuple(name for name in record.tallies if name != "series")
        name: kinds.KindName = f"{PREFIX}{record.name}"  # type: ignore[assignment]
        kinds.KINDS[name] = replace(record, name=name, tallies=tallies, series_measure="")
    kinds.KIND_NAMES = tuple(kind.name for kind in kinds.KINDS.values())
    mirrored = tuple(kinds.KINDS[f"{PREFIX}{name}"].name for name in kinds.DISPLAY_ORDER)
    kinds.DISPLAY_ORDER = (*kinds.DISPLAY_ORDER, *mirrored)
    kinds._CODES.update({name: code for code, name in enumerate(kinds.KIND_NAMES)})
    _name_in_measures()


def _name_in_measures() -> None:
    from jurybox.measures import MEASURES

    for one in MEASURES:
        for field in ("kinds", "averaged"):
            named = getattr(one, field)
            object.__setattr__(one, field, (*named, *(f"{PREFIX}{name}" for name in named)))


_register()
