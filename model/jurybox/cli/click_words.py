"""What click itself says, such as *Usage* and *Options*, in the language in force.

Click looks its texts up in gettext's own catalogs, which are compiled files that Jurybox does not have.
"""

import sys

from jurybox.language import LANGUAGE, tr, tr_noop

WORDS = (
    tr_noop("Usage:"),
    tr_noop("Options"),
    tr_noop("Commands"),
    tr_noop("Show this message and exit."),
    tr_noop("Show the version and exit."),
    tr_noop("%(prog)s, version %(version)s"),
    tr_noop("default: {default}"),
    tr_noop("required"),
    tr_noop("Missing command."),
    tr_noop("Missing argument"),
    tr_noop("Missing option"),
    tr_noop("No such command {name!r}."),
    tr_noop("No such option {name!r}."),
    tr_noop("Did you mean {possibility}?"),
    tr_noop("(Did you mean one of: {possibilities}?)"),
    tr_noop("Choose from:\n\t{choices}"),
    tr_noop("Invalid value: {message}"),
    tr_noop("Invalid value for {param_hint}: {message}"),
    tr_noop("{value!r} is not {choice}."),
    tr_noop("{value!r} is not one of {choices}."),
    tr_noop("{value!r} is not a valid {number_type}."),
    tr_noop("{value} is not in the range {range}."),
    tr_noop("{name} {filename!r} does not exist."),
    tr_noop("{name} {filename!r} is a directory."),
    tr_noop("{name} {filename!r} is a file."),
    tr_noop("{name} {filename!r} is not readable."),
    tr_noop("{name} {filename!r} is not writable."),
    tr_noop("Option {name!r} does not take a value."),
    tr_noop("Option {name!r} requires an argument."),
    tr_noop("Option {name!r} requires {nargs} arguments."),
    tr_noop("Got unexpected extra argument ({args})"),
    tr_noop("Got unexpected extra arguments ({args})"),
)
"""The texts of click that a person who uses `jurybox` may meet, spelled as in click."""


def translate_click() -> None:
    """Let click speak the language in force; what is not in `WORDS` stays English."""
    if LANGUAGE == "en":
        return
    for name, module in list(sys.modules.items()):
        if name.startswith("click.") and hasattr(module, "_"):
            module._ = _word  # type: ignore[attr-defined]
        if name.startswith("click.") and hasattr(module, "ngettext"):
            module.ngettext = _counted  # type: ignore[attr-defined]


def _word(text: str) -> str:
    return tr(text)


def _counted(one: str, several: str, n: int) -> str:
    return _word(one if n == 1 else several)
