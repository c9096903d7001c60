"""The page of the phones as a Starlette application: four addresses under a name and a random token.

The page includes its style and its script: a phone on a slow link needs one response, not three. The security
policy names both by their hashes, so that no other script runs.

Everything else is 404, every answer has strict headers, and only requests to the address that was announced
are answered, so that a page elsewhere cannot speak to this one through another name (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import html
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jurybox.audience.votes import PhoneView, VoteBook, VoteRefused, cut
from jurybox.label_schemes import shown_label
from jurybox.language import LANGUAGE, tr
from jurybox.resources import asset

NAME = "vote"
"""The path of the page before its token."""
LARGEST = 512
"""The most bytes of a request's body; a vote has a hundred."""
LONGEST_QUERY = 256
POLL_SECONDS = 25.0
"""Seconds after which a phone that waits for news is answered at the latest."""
BODY_SECONDS = 5.0
_WAKE_AFTER, _WAKE_AT_ONCE, _WAKE_EVERY = 0.1, 4, 0.02
"""Seconds before phones get the next answer, how many get it at once, and seconds between such groups.

All at once they would take the processor from the stage just when it draws the next answer.
"""
_STATUS = {
    "late": 409,
    "closed": 409,
    "unknown phone": 410,
    "unknown label": 400,
    "too many phones": 503,
    "too fast": 429,
    "malformed": 400,
    "too large": 413,
}
_HTML = "text/html; charset=utf-8"
_POLICY = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_TITLE = tr("Vote")
_NO_SCRIPT = tr("Voting needs JavaScript. Switch it on for this page.")
WORDS = {
    "again": tr("No connection. The vote may be over. Trying again…"),
    "change": tr("Your vote: {label}. You can still change it.", label="{label}"),
    "closed": tr("Voting is closed."),
    "connecting": tr("Connecting…"),
    "ended": tr("The vote has ended. Thank you! You can close this page."),
    "gone": tr("This address is no longer in use. Scan the code on the screen again."),
    "later": tr("No connection. Your vote is sent when it returns."),
    "less": tr("Less"),
    "lost": tr("No connection. Trying again…"),
    "more": tr("More"),
    "next": tr("Wait for the next answer."),
    "patience": tr("Please wait."),
    "sending": tr("Sending…"),
    "send": _TITLE,
    "voted": tr("You voted {label}. Voting is closed.", label="{label}"),
    "vote": tr("Your vote"),
    "yours": tr("Your vote:"),
}
"""The texts of the page, by their names in its script, in the language of the stage."""
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
"""Sent with every answer, refusals and unknown addresses included, besides the policy of the page."""


class Polls:
    """The phones that wait for news, on the loop of the page's thread; a phone waits once."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._answered_at = 0.0

    async def wait(self, phone: str, seconds: float) -> None:
        """Return at the next news, after this many seconds, or when the phone asks again."""
        before = self._waiting.pop(phone, None)
        if before is not None and not before.done():
            before.set_result(None)
        news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[phone] = news
        try:
            await asyncio.wait((news,), timeout=seconds)
        finally:
            if self._waiting.get(phone) is news:
                del self._waiting[phone]

    def wake(self, *, is_end: bool = False) -> None:
        """Answer every waiting phone, a few at a time; at the end of the vote without delay."""
        waiting, self._waiting = list(self._waiting.values()), {}
        loop = asyncio.get_running_loop()
        first = 0.0 if is_end else _WAKE_AFTER
        self._answered_at = loop.time() + first + len(waiting) / _WAKE_AT_ONCE * _WAKE_EVERY
        for at in range(0, len(waiting), _WAKE_AT_ONCE):
            loop.call_later(first + at / _WAKE_AT_ONCE * _WAKE_EVERY, _answer, waiting[at : at + _WAKE_AT_ONCE])

    def seconds_left(self) -> float:
        """Return how long it takes until all phones have been answered about the last news."""
        return max(0.0, self._answered_at - asyncio.get_running_loop().time())


def _answer(waiting: list[asyncio.Future[None]]) -> None:
    for news in waiting:
        if not news.done():
            news.set_result(None)


class VotePage:
    """The handlers of one vote. `host`: the address and port under which it was announced."""

    def __init__(self, book: VoteBook, token: str, host: str, *, poll_seconds: float = POLL_SECONDS) -> None:
        self.book = book
        self.polls = Polls()
        self._token = token
        self._host = host
        self._poll_seconds = poll_seconds
        parts = {"style": _words("page.css"), "script": _words("page.js")}
        page = _words("page.html").replace(b"LANGUAGE", LANGUAGE.encode()).replace(b"WORDS", _attribute(WORDS))
        page = page.replace(b"NO-SCRIPT", html.escape(_NO_SCRIPT).encode())
        page = page.replace(b"TITLE", html.escape(_TITLE).encode())
        for name, words in parts.items():
            page = page.replace(name.upper().encode(), words)
        self._before, _, self._after = page.partition(b"NOW")
        self._policy = _POLICY.format(**{name: _hash(words) for name, words in parts.items()})

    def application(self) -> ASGIApp:
        """Return the application that the server runs."""
        base = f"/{NAME}/{self._token}"
        routes = [
            _get(base, self._show_page),
            _get(f"{base}/now", self._now),
            _post(f"{base}/join", self._join),
            _post(f"{base}/vote", self._vote),
        ]
        inner = Starlette(routes=routes, exception_handlers={VoteRefused: _refused})
        inner.router.redirect_slashes = False
        return _Guard(inner, self.book, self._host, self._policy)

    async def _show_page(self, request: Request) -> Response:
        del request
        now = _attribute(_as_json(self.book.view(), with_vote=False))
        return Response(self._before + now + self._after, media_type=_HTML)

    async def _now(self, request: Request) -> Response:
        """Return what is shown: at once if the phone has not seen it, else when it changes."""
        phone, seen = request.query_params.get("phone", ""), request.query_params.get("seen", "")
        view = self.book.view(phone)
        if str(view.version) == seen and view.phase != "ended":
            await self.polls.wait(phone, self._poll_seconds)
            view = self.book.view(phone)
        return JSONResponse(_as_json(view))

    async def _join(self, request: Request) -> Response:
        await self._body(request)
        return JSONResponse({"phone": self.book.join(_address(request))})

    async def _vote(self, request: Request) -> Response:
        body = await self._body(request)
        phone, number, label = body.get("phone"), body.get("round"), body.get("label")
        if not (isinstance(phone, str) and isinstance(label, str) and type(number) is int):
            raise self.book.refuse("malformed", tr("That vote could not be read."))
        return JSONResponse({"mine": self.book.vote(phone, number, label)})

    async def _body(self, request: Request) -> dict[str, Any]:
        """Return the body of a request, a small JSON object. VoteRefused for any other."""
        try:
            data = await asyncio.wait_for(self._read(request), BODY_SECONDS)
            found = json.loads(data)
        except (TimeoutError, ClientDisconnect, ValueError, RecursionError) as error:
            raise self.book.refuse("malformed", tr("That vote could not be read.")) from error
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if not isinstance(found, dict) or kind != "application/json":
            raise self.book.refuse("malformed", tr("That vote could not be read."))
        return found

    async def _read(self, request: Request) -> bytes:
        data = b""
        async for part in request.stream():
            data += part
            if len(data) > LARGEST:
                raise self.book.refuse("too large", tr("That vote is too large."))
        return data


class _Guard:
    """Precedes every handler: checks host, origin, length and rate, and adds the headers to every answer."""

    def __init__(self, inner: ASGIApp, book: VoteBook, host: str, policy: str) -> None:
        self._inner = inner
        self._book = book
        self._host = host
        self._headers = (b"content-security-policy", policy.encode()), *HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *self._headers]}
            await send(message)

        try:
            self._check(scope)
            await self._inner(scope, receive, send_strictly)
        except VoteRefused as refusal:
            await _refusal(refusal)(scope, receive, send_strictly)
        except _NotHere:
            await Response(b"Not found", 404, media_type="text/plain")(scope, receive, send_strictly)

    def _check(self, scope: Scope) -> None:
        if scope["type"] != "http":
            raise _NotHere
        self._book.admit(scope["client"][0] if scope["client"] else "")
        if len(scope["query_string"]) > LONGEST_QUERY:
            raise self._book.refuse("too large", tr("That request is too large."))
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        if hosts != [self._host.encode()] or any(one != b"http://" + hosts[0] for one in origins):
            raise _NotHere


def _attribute(data: Mapping[str, Any]) -> bytes:
    """Return data as the value of an attribute."""
    return html.escape(json.dumps(data, ensure_ascii=False)).encode("utf-8", "replace")


def _words(name: str) -> bytes:
    """Return a file of the page, with the line endings that browsers hash."""
    return asset(f"audience/{name}").read_bytes().replace(b"\r\n", b"\n")


def _hash(words: bytes) -> str:
    return base64.b64encode(hashlib.sha256(words).digest()).decode()


class _NotHere(Exception):  # noqa: N818 - what the answer says
    """There is nothing at this address, or not under this name."""


def _refusal(refusal: VoteRefused) -> Response:
    content = {"reason": refusal.reason, "sentence": str(refusal)}
    status = _STATUS[refusal.reason]
    return JSONResponse(content, status, headers={"connection": "close"} if status in {413, 429} else None)


async def _refused(request: Request, error: Exception) -> Response:
    del request
    assert isinstance(error, VoteRefused)  # noqa: S101 - what it is registered for
    return _refusal(error)


def _get(path: str, do: Callable[[Request], Awaitable[Response]]) -> Route:
    return Route(path, do, methods=["GET"])


def _post(path: str, do: Callable[[Request], Awaitable[Response]]) -> Route:
    return Route(path, do, methods=["POST"])


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _as_json(view: PhoneView, *, with_vote: bool = True) -> dict[str, Any]:
    """Return the data for a phone: what to judge, the buttons, and its own vote if it has a name."""
    found: dict[str, Any] = {"version": view.version, "phase": view.phase, "round": view.round}
    if view.ballot is not None:
        labels = [[label.word, label.name, label.meaning] for label in map(shown_label, view.ballot.scheme.labels)]
        found |= {
            "question": cut(view.ballot.question),
            "answer": cut(view.ballot.answer),
            "text": cut(view.ballot.text),
            "labels": labels,
        }
        if with_vote:
            found["mine"] = view.mine
    return found
