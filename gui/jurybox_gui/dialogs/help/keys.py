"""The keys in a help page, as the user has them.

A page is written with the printed keys, so that it reads well in the repository too. A comment such as
`<!-- keys: judge -->` says of which desk those are that follow; before the first one they are the keys that
work everywhere, and after `<!-- keys: fixed -->` they are keys that nobody can change, as in a text field.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from jurybox_gui.actions.chords import Chord, cap_text, chord
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction

_PART = re.compile(r"<!-- keys: (?P<desk>\w+) -->\n?|`(?P<name>[^`\n]+)`")
FIXED = "fixed"


def with_keys(text: str, specs: Iterable[AnyAction], own: Mapping[str, Sequence[str]]) -> str:
    """Return a page with the keys in `own` (by action) in place of the printed ones, without its comments.

    A printed key of an action that has no key any more becomes the name of the action.
    """
    called = {(spec.desk, chord(name)): spec for spec in specs for name in spec.keys}
    desk = EVERYWHERE

    def put(found: re.Match[str]) -> str:
        nonlocal desk
        if found["desk"]:
            desk = found["desk"]
            return ""
        key = _chord(found["name"])
        spec = (
            None if key is None or desk == FIXED else called.get((desk, key), called.get((EVERYWHERE, key)))
        )
        if spec is None or spec.id not in own:
            return found[0]
        mine = own[spec.id]
        return f"`{cap_text(mine[0])}`" if mine else f"*{spec.text}*"

    return _PART.sub(put, text)


def _chord(name: str) -> Chord | None:
    try:
        return chord(name)
    except ValueError:
        return None
