"""An assessor's page without a browser: what it shows, the lines it gives, and the file it returns."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_CONTENT = re.compile(r'<script type="application/json" id="content">(.*?)</script>', re.DOTALL)
NOON = 1_790_000_000_000


def content_of(page: Path) -> dict[str, Any]:
    """Return what a page was given to show."""
    found = _CONTENT.search(page.read_text("utf-8"))
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    return content


class PaperPage:
    """Gives lines as the program of a page does; `store` names the browser."""

    def __init__(self, page: Path, store: str = "0" * 32) -> None:
        self.content = content_of(page)
        self.store = store
        self.lines: list[dict[str, Any]] = []
        self._said: dict[str, list[dict[str, Any]]] = {}
        for item in self.content["items"]:
            self._said[item["on"]] = [{**own, "id": own["is"]} for own in item.get("own", [])]
        self._steps: list[tuple[str, dict[str, Any]]] = []

    @property
    def items(self) -> list[dict[str, Any]]:
        """What is asked, in its order."""
        items: list[dict[str, Any]] = self.content["items"]
        return items

    def on(self, question: str, text: str) -> str:
        """Return the name of the first answer with this text to a question."""
        named = [one["name"] for one in self.content["questions"]]
        found: str = next(item["on"] for item in self.items if (named[item["q"]], item["text"]) == (question, text))
        return found

    def now(self, on: str) -> dict[str, Any]:
        """Return the label, state and note of an answer, as far as it has them."""
        said = self._said[on]
        return {key: said[0][key] for key in ("label", "state", "note") if key in said[0]} if len(said) == 1 else {}

    def say(self, on: str, *, undo: bool = False, **said: Any) -> dict[str, Any]:
        """Give a label, state or note, or nothing, to an answer."""
        before = self._said[on]
        if not undo:
            self._steps.append((on, self.now(on)))
        number = sum(line["id"].startswith(self.store) for line in self.lines) + 1
        line = {"id": f"{self.store}:{number}", "on": on, "at": NOON + 1000 * number}
        line |= {key: value for key, value in said.items() if value is not None}
        line |= {"replaces": [one["id"] for one in before]} if before else {}
        line |= {"undo": True} if undo else {}
        self.lines.append(line)
        self._said[on] = [line]
        return line

    def open(self, lines: list[dict[str, Any]]) -> None:
        """Take over lines that another browser saved."""
        for line in lines:
            self.lines.append(dict(line))
            gone = line.get("replaces", [])
            self._said[line["on"]] = [one for one in self._said[line["on"]] if one["id"] not in gone] + [line]

    def undo(self) -> str | None:
        """Take back the last line that was not taken back; return what it was about."""
        if not self._steps:
            return None
        on, before = self._steps.pop()
        self.say(on, undo=True, **before)
        return on

    def head(self, **other: Any) -> dict[str, Any]:
        """Return the first line of the file."""
        head = {name: self.content[name] for name in ("collection", "person", "assessor")}
        return {"jurybox labels": 1, **head, "lines": len(self.lines), **other}

    def save(self, path: Path, **other: Any) -> Path:
        """Write the file that is returned."""
        return save_lines(path, self.head(**other), self.lines)


def save_lines(path: Path, *rows: Any) -> Path:
    """Write JSON, a value a line; lists are several lines."""
    flat = [one for row in rows for one in (row if isinstance(row, list) else [row])]
    path.write_text("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in flat), encoding="utf-8")
    return path
