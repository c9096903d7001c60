"""Where what belongs to the person at this computer is kept: settings, copies of demos, crash reports."""

from pathlib import Path


def settings_file() -> Path:
    """Return where the settings of this person are."""
    from platformdirs import user_config_path

    return user_config_path("jurybox", appauthor=False) / "settings.json"


def data_folder() -> Path:
    """Return where copies of demos and crash reports are kept for this person."""
    from platformdirs import user_data_path

    return user_data_path("jurybox", appauthor=False)
