"""Every picture of a collection by name, gathered from its scores; painters and commands only ask here."""

import difflib
from typing import TypeVar

from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.pictures.answering import ANSWERING
from jurybox.pictures.campaign import CAMPAIGN
from jurybox.pictures.decisions import DECISIONS
from jurybox.pictures.moved_names import Places, move_name, moved_names
from jurybox.pictures.papers import PAPER_PICTURES, PaperPicture
from jurybox.pictures.picture import Picture, PictureOptions, PictureSource, resting_on
from jurybox.pictures.studies import STUDY_PICTURES, study_figure
from jurybox.pictures.units import UNITS

PICTURES: tuple[Picture, ...] = (*DECISIONS, *ANSWERING, *UNITS, *CAMPAIGN, *STUDY_PICTURES)
"""All pictures of a collection, in the order in which they are offered."""

_Picture = TypeVar("_Picture", Picture, PaperPicture)


def picture(name: str) -> Picture:
    """Return a picture of a collection by name; raises Refused, with all names, for an unknown one."""
    return _named(name, PICTURES)


def paper_picture(name: str) -> PaperPicture:
    """Return a picture of a paper by name; raises Refused, with all names, for an unknown one."""
    return _named(name, PAPER_PICTURES)


def _named(name: str, pictures: tuple[_Picture, ...]) -> _Picture:
    found = next((one for one in pictures if one.name == name), None)
    if found is None:
        names = [one.name for one in pictures]
        near = difflib.get_close_matches(name, names, 1)
        hint = tr(" Did you mean {near}?", near=near[0]) if near else ""
        raise Refused(
            tr("There is no picture {name!r}.{hint} There are: {names}.", name=name, hint=hint, names=comma_list(names))
        )
    return found


__all__ = [
    "PAPER_PICTURES",
    "PICTURES",
    "PaperPicture",
    "Picture",
    "PictureOptions",
    "PictureSource",
    "Places",
    "move_name",
    "moved_names",
    "paper_picture",
    "picture",
    "resting_on",
    "study_figure",
]
