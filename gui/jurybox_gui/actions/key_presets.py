"""Sets of keys for one hand: labels under four fingers; the former actions of these keys get Shift."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from jurybox.language import tr
from jurybox_gui.actions.chords import Chord, chord
from jurybox_gui.actions.registry import LABELS, KeyCollisionError, check_keys
from jurybox_gui.actions.spec import EVERYWHERE, AnyAction

_LABELS = ("judge.label.{}", "lists.label.{}", "disagreements.give.{}")
"""The actions that give a label by its position, on each desk that has them."""
_SECOND_CHOICES = ("Shift+{}", "Ctrl+Shift+{}")
"""The new keys of actions whose keys a label takes."""

Keys = dict[str, tuple[str, ...]]


class KeyPreset(NamedTuple):
    """Keys of the first labels, from the left; none for the printed keys."""

    name: str
    title: str
    labels: tuple[str, ...] = ()


PRESETS = (
    KeyPreset("printed", tr("Digits and letters")),
    KeyPreset("right", tr("Right hand: J K L ;"), ("J", "K", "L", ";")),
    KeyPreset("left", tr("Left hand: A S D F"), ("A", "S", "D", "F")),
)
"""All presets, the printed keys first."""


def keys_of(preset: KeyPreset, specs: Iterable[AnyAction]) -> Keys:
    """Return the keys that a preset changes, by action; labels keep their digits as second keys.

    An action without another free key on its desk has none.
    """
    known = {spec.id: spec for spec in specs}
    changed: Keys = {}
    for at, key in enumerate(preset.labels, start=1):
        for action_id in (one.format(at) for one in _LABELS):
            if action_id in known:
                changed[action_id] = (key, *known[action_id].keys)
    taken = {(known[one].desk, chord(keys[0])) for one, keys in changed.items()}
    used = {(spec.desk, chord(key)) for spec in known.values() for key in spec.keys}
    displaced = [
        spec
        for spec in known.values()
        if spec.id not in changed and any((spec.desk, chord(key)) in taken for key in spec.keys)
    ]
    for spec in displaced:
        # A shared function moves on all desks, so that it still has one key.
        moved = [one for one in known.values() if one is spec or (spec.shares and one.shares is spec.shares)]
        if spec.id not in changed:
            key = _free_key(spec, {EVERYWHERE, *(one.desk for one in moved)}, used)
            for one in moved:
                rest = [name for name in one.keys if chord(name) != chord(spec.keys[0])]
                changed[one.id] = (*([key] if key else []), *rest)
                used |= {(one.desk, chord(name)) for name in changed[one.id]}
    return changed


def _free_key(spec: AnyAction, desks: set[str], used: set[tuple[str, Chord]]) -> str:
    """Return a key that is unused on these desks, "" for none; the letter of a label has no alternative."""
    if spec.group == LABELS and spec.shares is None:
        return ""
    keys = (pattern.format(spec.keys[0]) for pattern in _SECOND_CHOICES)
    return next((key for key in keys if not {(desk, chord(key)) for desk in desks} & used), "")


def preset_in_force(specs: Sequence[AnyAction], own: Mapping[str, Sequence[str]]) -> KeyPreset | None:
    """Return the preset in force; None if the labels have keys of the user's own."""
    labels = {one.format(at) for one in _LABELS for at in range(1, 11)}
    mine = {one: tuple(keys) for one, keys in own.items() if one in labels}
    for preset in PRESETS:
        if mine == {one: keys for one, keys in keys_of(preset, specs).items() if one in labels}:
            return preset
    return None


def with_preset(preset: KeyPreset, specs: Sequence[AnyAction], own: Mapping[str, Sequence[str]]) -> Keys:
    """Return the user's keys with a preset in place of the one in force.

    Other keys of the user's own stay, unless a key of the preset is among them.
    """
    of_presets: dict[str, set[tuple[str, ...]]] = {}
    for one in PRESETS:
        for action_id, keys in keys_of(one, specs).items():
            of_presets.setdefault(action_id, set()).add(keys)
    labels = {one.format(at) for one in _LABELS for at in range(1, 11)}
    found = keys_of(preset, specs)
    for action_id, names in own.items():
        keys = tuple(names)
        is_preset = action_id in labels or keys in of_presets.get(action_id, ())
        if is_preset or action_id in found:
            continue
        try:
            check_keys(specs, {**found, action_id: keys})
        except KeyCollisionError:
            continue
        found[action_id] = keys
    return found
