"""Names of runs moved by hand in pictures: stored in the settings, by collection and picture.

Names are placed by eye, for one picture; no label and no score depends on it. So positions are not in the
log, and names can be moved in a read-only collection. The manifest of a report has the positions of names, so
that it can be reproduced elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping

from jurybox.settings import Settings

Place = tuple[float, float]
"""From the marker to the middle of the name, right and down, in type sizes of the name."""
Places = dict[str, Place]
"""Places by the names of runs."""

_KEY = "moved_names"


def moved_names(settings: Settings, collection: str) -> dict[str, Places]:
    """Return where names are in each picture of a collection, by the name of the picture."""
    kept: Mapping[str, list[str]] = settings[_KEY]
    found: dict[str, Places] = {}
    for key, lines in kept.items():
        owner, _, picture = key.partition("\n")
        if owner == collection:
            found[picture] = dict(place for line in lines if (place := _read(line)) is not None)
    return found


def move_name(settings: Settings, collection: str, picture: str, run: str, place: Place | None) -> None:
    """Keep where the name of a run was put in a picture; None: where there is room again."""
    places = moved_names(settings, collection).get(picture, {})
    if place is None:
        places.pop(run, None)
    else:
        places[run] = place
    kept = dict(settings[_KEY])
    kept.pop(f"{collection}\n{picture}", None)
    if places:
        kept[f"{collection}\n{picture}"] = [f"{x:.3f} {y:.3f} {name}" for name, (x, y) in places.items()]
    settings[_KEY] = kept


def _read(line: str) -> tuple[str, Place] | None:
    """Return the name and the place of a line, None for one that somebody damaged."""
    across, _, rest = line.partition(" ")
    down, _, name = rest.partition(" ")
    try:
        return name, (float(across), float(down))
    except ValueError:
        return None
