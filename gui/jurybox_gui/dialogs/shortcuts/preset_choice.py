"""The choice of keys for labels: as printed, or for one hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from jurybox.language import tr
from jurybox.settings import Settings
from jurybox_gui.actions.key_presets import PRESETS, preset_in_force, with_preset
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.widgets.combo import Combo

_OWN = "own"


class PresetChoice(Combo):
    """Shows the preset in force and stores the keys of the chosen one.

    `registry`: the keys in force; `specs()` returns every action that there is.
    """

    def __init__(
        self,
        registry: ActionRegistry,
        settings: Settings,
        specs: Callable[[], Sequence[AnyAction]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Keys for labels"), parent)
        self._registry, self._settings, self._specs = registry, settings, specs
        self.activated.connect(lambda _: self._choose())
        registry.keys_changed.connect(self.show_now)
        self.show_now()

    def show_now(self) -> None:
        """Show the preset in force; the user's own keys are listed only while they are in force."""
        now = preset_in_force(self._specs(), self._registry.own_keys)
        choices: list[tuple[str, object]] = [(one.title, one.name) for one in PRESETS]
        if now is None:
            choices.append((tr("Your own keys"), _OWN))
        self.set_choices(choices, _OWN if now is None else now.name)

    def _choose(self) -> None:
        chosen = next((one for one in PRESETS if one.name == self.currentData()), None)
        if chosen is not None:
            keys = with_preset(chosen, self._specs(), self._registry.own_keys)
            self._settings["keys"] = {action: list(names) for action, names in keys.items()}
