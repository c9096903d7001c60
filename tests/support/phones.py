"""Phones of an audience as raw sockets: what a browser sends, and what none would send."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from jurybox.audience.server import AudienceServer


class Reply(NamedTuple):
    """The answer of the server: status, heads in lower case, body."""

    status: int
    heads: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The body as JSON."""
        found: dict[str, Any] = json.loads(self.body)
        return found


NO_REPLY = Reply(0, {}, b"")
"""The connection was closed without an answer."""


async def exchange(host: str, port: int, data: bytes, source: str = "127.0.0.1") -> Reply:
    """Send bytes from an address of this computer and return what comes back until the connection ends."""
    try:
        reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
        try:
            writer.write(data)
            await writer.drain()
            got = await reader.read()
        finally:
            writer.close()
    except ConnectionError:
        return NO_REPLY
    return reply_of(got)


def reply_of(got: bytes) -> Reply:
    """Return what bytes of HTTP say."""
    head, _, body = got.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 "):
        return NO_REPLY
    first, *rest = head.decode("latin-1").split("\r\n")
    heads = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    return Reply(int(first.split()[1]), heads, body)


def request(method: str, url: str, body: bytes | None = None, **heads: str) -> bytes:
    """Return the bytes of one request; `heads` take the place of the usual ones, "" leaves one out."""
    parts = urlsplit(url)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    lines = {"Host": parts.netloc, "Connection": "close"}
    if body is not None:
        lines |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines |= {name.replace("_", "-"): value for name, value in heads.items()}
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"{method} {path} HTTP/1.1\r\n{text}\r\n".encode() + (body or b"")


class Probe:
    """Asks a server whatever a test wants, one request a connection."""

    def __init__(self, server: AudienceServer, source: str = "127.0.0.1") -> None:
        self.url = server.url
        self.source = source
        parts = urlsplit(server.url)
        self.host, self.port = parts.hostname or "", parts.port or 0

    async def send(self, data: bytes) -> Reply:
        """Send bytes as they are."""
        return await exchange(self.host, self.port, data, self.source)

    async def get(self, path: str = "", **heads: str) -> Reply:
        """Get an address under the page's own."""
        return await self.send(request("GET", self.url + path, **heads))

    async def post(self, path: str, value: object, **heads: str) -> Reply:
        """Post JSON, or bytes as they are."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return await self.send(request("POST", self.url + path, body, **heads))

    async def join(self) -> str:
        """Join as a phone and return its id."""
        reply = await self.post("/join", {})
        assert reply.status == 200, reply
        name: str = reply.json["phone"]
        return name

    async def now(self, phone: str, seen: int = 0) -> Reply:
        """Ask what is shown."""
        return await self.get(f"/now?phone={phone}&seen={seen}")

    async def vote(self, phone: str, number: object, label: object) -> Reply:
        """Send a vote."""
        return await self.post("/vote", {"phone": phone, "round": number, "label": label})


@dataclass
class Phone:
    """One person with a phone: follows what is shown, changes some votes, repeats some, loses the network.

    `given`: the last vote that the server confirmed, by round.
    """

    probe: Probe
    seed: int
    flaky: float = 0.0
    given: dict[int, str] = field(default_factory=dict)
    rounds: dict[int, dict[str, Any]] = field(default_factory=dict)
    refused: int = 0
    ended: bool = False

    async def run(self) -> None:
        """Take part until the vote ends."""
        chance = random.Random(self.seed)
        phone, seen = "", 0
        while not self.ended:
            if not phone:
                reply = await self.probe.post("/join", {})
                if reply.status != 200:
                    await asyncio.sleep(0.05)
                    continue
                phone = reply.json["phone"]
            if chance.random() < self.flaky:
                await self._break_off(phone)
            reply = await self.probe.now(phone, seen)
            if reply.status != 200:
                seen = 0
                await asyncio.sleep(0.02)
                continue
            now = reply.json
            seen = now["version"]
            self.ended = now["phase"] == "ended"
            if now["phase"] == "open" and now["round"] not in self.given:
                self.rounds[now["round"]] = now
                await self.vote_on(phone, now, chance)

    async def vote_on(self, phone: str, now: dict[str, Any], chance: random.Random) -> None:
        """Press one label or several, some of them twice."""
        words = [word for word, _, _ in now["labels"]]
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            word = chance.choice(words)
            for _ in range(chance.choice((1, 1, 2))):
                reply = await self.probe.vote(phone, now["round"], word)
                if reply.status == 200:
                    assert reply.json == {"mine": word}
                    self.given[now["round"]] = word
                elif reply.status:
                    self.refused += 1

    async def _break_off(self, phone: str) -> None:
        """Begin to ask, and be gone before the answer."""
        try:
            _, writer = await asyncio.open_connection(
                self.probe.host, self.probe.port, local_addr=(self.probe.source, 0)
            )
            writer.write(request("GET", f"{self.probe.url}/now?phone={phone}&seen=999"))
            writer.transport.abort()
        except ConnectionError:
            return


def address_of(number: int) -> str:
    """Return an address of this computer's own network for a simulated phone."""
    return f"127.1.{number // 200}.{number % 200 + 1}"
