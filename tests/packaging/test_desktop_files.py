"""The desktop entry, the AppStream data and the file type name the same program, file type and icon."""

import configparser
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from jurybox.collection import schema

CHECKOUT = Path(__file__).resolve().parents[2]
DESKTOP = CHECKOUT / "packaging/desktop"
NAME = "org.jurybox.Jurybox"


def _entry() -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(DESKTOP / f"{NAME}.desktop", encoding="utf-8")
    return parser["Desktop Entry"]


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def test_the_entry_starts_a_command_that_the_wheel_installs() -> None:
    commands = _project()["gui-scripts"]
    assert _entry()["Exec"].split() == [_entry()["TryExec"], "%f"]
    assert _entry()["TryExec"] in commands


def test_appstream_names_the_entry_its_commands_and_its_icon() -> None:
    component = ET.parse(DESKTOP / f"{NAME}.metainfo.xml").getroot()
    project = _project()
    assert component.findtext("id") == NAME
    assert component.findtext("launchable") == f"{NAME}.desktop"
    assert {node.text for node in component.iter("binary")} == {*project["scripts"], *project["gui-scripts"]}
    assert component.findtext("icon") == _entry()["Icon"]
    assert component.findtext("project_license") == project["license"]
    assert (CHECKOUT / "assets/icons" / f"{_entry()['Icon']}.svg").is_file()


def test_the_file_type_is_known_by_its_ending_and_by_the_mark_in_its_header() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = ET.parse(DESKTOP / f"{NAME}.mime.xml").getroot()[0]
    inner = kind.findall(f".//{space}match")[-1]
    assert f"{kind.get('type')};" == _entry()["MimeType"]
    assert (inner.get("value"), inner.get("offset")) == ("JURY", "68")
    assert schema.APPLICATION_ID.to_bytes(4, "big") == b"JURY"
