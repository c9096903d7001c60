"""The page of an audience: many phones at once, hostile requests, and what is sent with every answer."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import html
import json
import re
import sys
import threading
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from patience import PATIENCE
from phones import NO_REPLY, Phone, Probe, address_of, request

from jurybox.audience.page import WORDS
from jurybox.audience.server import AudienceServer
from jurybox.audience.votes import Ballot, Limits, VoteBook
from jurybox.errors import Refused
from jurybox.label_schemes import CORRECTNESS
from jurybox.language import LANGUAGE
from jurybox.resources import asset

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="phones of many addresses need Linux")


@contextmanager
def serving(limits: Limits | None = None, poll_seconds: float = 25.0) -> Iterator[AudienceServer]:
    server = AudienceServer(VoteBook(limits), "127.0.0.1", (0,), poll_seconds=poll_seconds)
    try:
        yield server
    finally:
        # Its last phones have a moment to hear of the end; the next test need not wait for that.
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        STOPPING.append((stopping, server))


STOPPING: list[tuple[threading.Thread, AudienceServer]] = []


@pytest.fixture(scope="module", autouse=True)
def nothing_listens_afterwards() -> Iterator[None]:
    switch = sys.getswitchinterval()
    yield
    for thread, server in STOPPING:
        thread.join()
        assert not server.is_running
    assert sys.getswitchinterval() == switch


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE):
            await work()

    asyncio.run(whole())


def ballot(key: int = 1, answer: str = "The Lurn bridge") -> Ballot:
    return Ballot(key, "Which bridge opened in 1911?", answer, CORRECTNESS, "The Lurn bridge opened in 1911.")


def vote_of_a_room(people: int, answers: int) -> None:
    """Let so many phones vote on so many answers, and compare what was confirmed with the counts."""
    with serving() as server:
        book = server.book
        crowd = [
            Phone(Probe(server, address_of(at)), seed=at, flaky=0.1 if at % 5 == 0 else 0.0) for at in range(people)
        ]
        counted: dict[int, Counter[str]] = {}

        async def show() -> None:
            for key in range(answers):
                number = book.show(ballot(key, f"answer {key} أمس"))
                while not all(number in one.given for one in crowd):
                    await asyncio.sleep(0.005)
                # Late changes and repeats are still under way: what is counted is what was confirmed last.
                book.close()
                tally = book.count().tally
                assert tally is not None
                counted[number] = Counter(dict(zip(tally.scheme.words, tally.counts, strict=True)))
            book.end()

        async def all_of_them() -> None:
            async with asyncio.TaskGroup() as group:
                for one in crowd:
                    group.create_task(one.run())
                group.create_task(show())

        run(all_of_them)
        assert len(counted) == answers
        for number, votes in counted.items():
            assert votes.total() == people
            assert votes == Counter(one.given[number] for one in crowd) | Counter(dict.fromkeys(CORRECTNESS.words, 0))
        assert {len(one.given) for one in crowd} == {answers}
        assert all(set(one.rounds) == set(counted) for one in crowd)


@pytest.mark.sweep
def test_thirty_phones_lose_no_vote_and_count_none_twice() -> None:
    vote_of_a_room(30, 5)


@pytest.mark.sweep
def test_two_hundred_phones_lose_no_vote_and_count_none_twice() -> None:
    vote_of_a_room(200, 30)


def test_a_phone_gets_the_question_and_its_own_vote_and_nothing_else() -> None:
    with serving() as server:
        server.book.show(ballot())

        async def look() -> None:
            probe = Probe(server)
            first, second = await probe.join(), await probe.join()
            assert (await probe.vote(second, 1, "incorrect")).status == 200
            now = (await probe.now(first)).json
            assert set(now) == {"version", "phase", "round", "question", "answer", "text", "labels", "mine"}
            assert now["mine"] is None
            assert (now["question"], now["answer"]) == ("Which bridge opened in 1911?", "The Lurn bridge")
            assert now["labels"] == [[one.word, one.name, one.meaning] for one in CORRECTNESS.labels]
            assert (await probe.now(second)).json["mine"] == "incorrect"

        run(look)


def test_the_page_comes_with_what_is_shown_as_plain_text_and_with_no_vote() -> None:
    with serving() as server:
        server.book.show(ballot(answer='"><script>alert(1)</script> & \u202e'))

        async def look() -> None:
            probe = Probe(server)
            phone = await probe.join()
            assert (await probe.vote(phone, 1, "correct")).status == 200
            page = (await probe.get("")).body.decode()
            assert page.count("<script") == 1
            found = json.loads(html.unescape(page.partition('data-now="')[2].partition('"')[0]))
            assert found["answer"] == '"><script>alert(1)</script> & \u202e'
            assert set(found) == {"version", "phase", "round", "question", "answer", "text", "labels"}

        run(look)


def test_late_doubled_changed_and_foreign_votes() -> None:
    with serving() as server:
        book = server.book
        book.show(ballot(1))

        async def votes() -> None:
            probe = Probe(server)
            phone = await probe.join()
            for _ in range(3):
                assert (await probe.vote(phone, 1, "correct")).json == {"mine": "correct"}
            assert book.count().votes == 1
            assert (await probe.vote(phone, 1, "inexact")).json == {"mine": "inexact"}
            assert book.count().tally.counts == (0, 1, 0, 0)  # type: ignore[union-attr]
            book.show(ballot(2))
            late = await probe.vote(phone, 1, "correct")
            assert (late.status, late.json["reason"]) == (409, "late")
            assert (await probe.vote(phone, 2, "A")).json["reason"] == "unknown label"
            assert (await probe.vote("made-up", 2, "correct")).status == 410
            book.close()
            assert (await probe.vote(phone, 2, "correct")).json["reason"] == "closed"
            book.show(ballot(1))  # the demonstrator went back: the votes are still there
            assert book.count().tally.counts == (0, 1, 0, 0)  # type: ignore[union-attr]
            assert (await probe.now(phone)).json["mine"] == "inexact"

        run(votes)
        assert book.count().refused == Counter({"late": 1, "unknown label": 1, "unknown phone": 1, "closed": 1})


MALFORMED: tuple[object, ...] = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'"correct"',
    b"\xff\xfe",
    b"[" * 300,
    b'{"phone": 1, "round": 1, "label": "correct"}',
    {"round": 1, "label": "correct"},
    {"phone": "P", "label": "correct"},
    {"phone": "P", "round": 1},
    {"phone": "P", "round": "1", "label": "correct"},
    {"phone": "P", "round": True, "label": "correct"},
    {"phone": "P", "round": 1.0, "label": "correct"},
    {"phone": "P", "round": 1, "label": ["correct"]},
    {"phone": "P", "round": 1, "label": None},
)


def test_malformed_and_huge_votes_are_refused_and_nothing_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    with serving() as server:
        server.book.show(ballot())

        async def votes() -> None:
            probe = Probe(server)
            phone = await probe.join()
            for one in MALFORMED:
                value = {**one, "phone": phone} if isinstance(one, dict) and "phone" in one else one
                assert (await probe.post("/vote", value)).status == 400, one
            wrong = json.dumps({"phone": phone, "round": 1, "label": "correct"}).encode()
            assert (await probe.post("/vote", wrong, Content_Type="text/plain")).status == 400
            assert (await probe.post("/vote", b"x" * 600)).status == 413
            assert (await probe.post("/vote", b"x" * 2_000_000)).status in {413, 0}
            chunked = b"258\r\n" + b" " * 600 + b"\r\n0\r\n\r\n"
            data = request("POST", server.url + "/vote", b"", Transfer_Encoding="chunked", Content_Length="")
            assert (await probe.send(data + chunked)).status == 413
            assert (await probe.get("/now?phone=" + "x" * 300)).status == 413
            assert (await probe.get("/now?phone=" + "x" * 70_000)).status in {413, 400, 0}
            assert (await probe.send(b"\x16\x03\x01 not http\r\n\r\n")).status in {400, 0}
            for kind in ("websocket", "h2c"):
                assert (await probe.get(Upgrade=kind, Connection="Upgrade, close")).status == 200
            assert (await probe.vote(phone, 10**400, "correct")).status in {409, 413, 400}
            assert server.book.count().votes == 0
            assert (await probe.vote(phone, 1, "correct")).status == 200

        run(votes)
        assert server.book.count().refused["malformed"] >= len(MALFORMED)
    assert not caplog.records  # nonsense does not fill the terminal of the demonstrator


def test_only_four_addresses_of_one_host_answer_and_all_headers_are_strict() -> None:
    with serving(Limits(burst=200)) as server:
        server.book.show(ballot())
        base = f"http://127.0.0.1:{Probe(server).port}"

        async def probes() -> None:
            probe = Probe(server)
            replies = [await probe.get()]
            assert replies[0].status == 200
            elsewhere = ["/", "/vote", "/vote/", "/vote/aaaaaaaa", "/favicon.ico", "/robots.txt", "/vote/../etc/passwd"]
            for path in elsewhere:
                replies.append(await probe.send(request("GET", base + path)))
                assert replies[-1].status == 404, path
            for path in (
                "/",
                "/page.html",
                "/page.js",
                "/page.css",
                "/../page.js",
                "/%2e%2e/page.js",
                "/state",
                "/now/",
                "/x",
            ):
                replies.append(await probe.get(path))
                assert replies[-1].status == 404, path
            for method, path in (
                ("POST", ""),
                ("PUT", "/vote"),
                ("DELETE", "/vote"),
                ("GET", "/vote"),
                ("GET", "/join"),
                ("POST", "/now"),
                ("TRACE", ""),
                ("OPTIONS", "/vote"),
            ):
                replies.append(await probe.send(request(method, server.url + path)))
                assert replies[-1].status == 405, (method, path)
            for host in ("localhost", f"localhost:{probe.port}", "evil.example", "127.0.0.1", ""):
                replies.append(await probe.get(Host=host))
                assert replies[-1].status in {400, 404}, host
            replies.append(await probe.post("/join", {}, Origin="http://evil.example"))
            assert replies[-1].status == 404
            assert (await probe.post("/join", {}, Origin=base)).status == 200
            for reply in replies:
                if reply.status != 400:  # refused by the protocol itself, before there is a request
                    assert_strict(reply.heads)
            assert (await probe.get(X_Forwarded_For="10.0.0.9")).status == 200

        run(probes)


def assert_strict(heads: dict[str, str]) -> None:
    policy = heads["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert heads["x-content-type-options"] == "nosniff"
    assert heads["referrer-policy"] == "no-referrer"
    assert heads["cache-control"] == "no-store"
    assert "server" not in heads
    assert "set-cookie" not in heads
    assert not [name for name in heads if name.startswith("access-control")]


def test_an_address_may_have_few_phones_and_ask_so_often() -> None:
    with serving(Limits(per_address=3, burst=10, rate=0.001)) as server:

        async def many() -> None:
            one, other = Probe(server, "127.0.0.2"), Probe(server, "127.0.0.3")
            for _ in range(3):
                await one.join()
            assert (await one.post("/join", {})).json["reason"] == "too many phones"
            await other.join()
            replies = [await one.get() for _ in range(40)]
            assert [reply.status for reply in replies] == [200] * 26 + [429] * 14
            assert (await other.get()).status == 200

        run(many)


def test_a_room_is_full_at_its_limit() -> None:
    with serving(Limits(phones=5)) as server:

        async def many() -> None:
            for at in range(5):
                await Probe(server, address_of(at)).join()
            assert (await Probe(server, address_of(9)).post("/join", {})).status == 503

        run(many)


def test_connections_of_one_address_are_few() -> None:
    with serving(Limits(per_address=1)) as server:

        async def hold() -> None:
            probe = Probe(server, "127.0.0.2")
            held = [
                await asyncio.open_connection("127.0.0.1", probe.port, local_addr=("127.0.0.2", 0)) for _ in range(8)
            ]
            while await probe.get() != NO_REPLY:
                await asyncio.sleep(0.01)  # the first ones may not have been counted yet
            assert (await Probe(server, "127.0.0.3").get()).status == 200
            for _, writer in held:
                writer.close()
            while (await probe.get()).status != 200:
                await asyncio.sleep(0.01)

        run(hold)


def test_phones_that_wait_hear_of_the_next_answer_and_of_the_end() -> None:
    with serving() as server:
        server.book.show(ballot(1))

        async def wait() -> None:
            probe = Probe(server)
            phone = await probe.join()
            seen = (await probe.now(phone)).json["version"]
            waiting = asyncio.create_task(probe.now(phone, seen))
            await asyncio.sleep(0)
            server.book.show(ballot(2, "another"))
            now = (await waiting).json
            assert (now["answer"], now["round"]) == ("another", 2)
            waiting = asyncio.create_task(probe.now(phone, now["version"]))
            await asyncio.to_thread(server.stop)
            assert (await waiting).json["phase"] == "ended"
            assert await probe.now(phone) == NO_REPLY

        run(wait)


def test_a_phone_that_asks_twice_waits_once_and_an_answer_comes_in_time() -> None:
    with serving(poll_seconds=0.05) as server:
        server.book.show(ballot(1))

        async def wait() -> None:
            probe = Probe(server)
            phone = await probe.join()
            seen = (await probe.now(phone)).json["version"]
            replies = await asyncio.gather(*(probe.now(phone, seen) for _ in range(5)))
            assert [reply.json["version"] for reply in replies] == [seen] * 5

        run(wait)


def test_a_page_is_small_enough_for_a_second_on_a_slow_link() -> None:
    """30 kB in all: at 256 kbit/s, as a crowded hall leaves to a phone, less than a second."""
    with serving() as server:
        server.book.show(Ballot(1, "q" * 200, "a" * 500, CORRECTNESS, "t" * 4_000))
        sizes: list[int] = []

        async def load() -> None:
            probe = Probe(server)
            data = request("GET", server.url)
            reply = await probe.send(data)
            heads = sum(len(name) + len(value) + 4 for name, value in reply.heads.items())
            sizes.append(len(data) + heads + len(reply.body))
            assert not re.findall(r"<link|\bsrc=|\bhref=|@import|url\(", reply.body.decode())  # all is there
            sizes.append(len((await probe.now(await probe.join())).body))

        run(load)
        assert sum(sizes) < 30_000
        assert sum(sizes) * 8 / 256_000 < 1


def test_the_script_writes_plain_text_and_is_ecmascript_5() -> None:
    script = asset("audience/page.js").read_text("utf-8")
    for never in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "cookie"):
        assert never not in script, never
    for newer in ("=>", "let ", "const ", "`", "fetch(", "async ", "class ", "..."):
        assert newer not in script, newer
    page = asset("audience/page.html").read_text("utf-8")
    assert '<html lang="LANGUAGE">' in page
    assert "style=" not in page
    assert " on" not in "".join(part for part in page.split("<") if "=" in part and "content=" not in part)


def test_the_page_has_every_sentence_that_its_script_says() -> None:
    script = asset("audience/page.js").read_text("utf-8")
    assert set(re.findall(r"\bwords\.(\w+)", script)) == set(WORDS)
    spoken = [text for text in re.findall(r'"([^"\n]*)"', script) if " " in text and text != "use strict"]
    assert not spoken, "what the page says comes with it, in the language of the stage"
    with serving() as server:

        async def look() -> None:
            page = (await Probe(server).get("")).body.decode()
            assert f'<html lang="{LANGUAGE}">' in page
            assert json.loads(html.unescape(page.partition('data-words="')[2].partition('"')[0])) == WORDS

        run(look)


def test_the_policy_lets_the_script_and_the_style_of_the_page_run_and_no_other() -> None:
    with serving() as server:
        server.book.show(ballot(answer="SCRIPT </script><script>alert(1)</script> NOW STYLE"))

        async def look() -> None:
            reply = await Probe(server).get()
            rules = dict(one.split(maxsplit=1) for one in reply.heads["content-security-policy"].split(";"))
            for name in ("script", "style"):
                (words,) = re.findall(rf"<{name}>(.*?)</{name}>", reply.body.decode(), re.DOTALL)
                digest = hashlib.sha256(words.encode()).digest()
                assert rules[f"{name}-src"] == f"'sha256-{base64.b64encode(digest).decode()}'"

        run(look)


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("#1C1B19", "#F5F4F1"), ("#504C45", "#F5F4F1"), ("#504C45", "#FEFDFC"), ("#1C1B19", "#FFFFFF"),
        ("#504C45", "#FFFFFF"), ("#FFFFFF", "#2353C0"), ("#504C45", "#ECEAE5"), ("#FFFFFF", "#504C45"),
        ("#ECEAE6", "#17181B"), ("#BAB7B1", "#17181B"), ("#BAB7B1", "#1D1E22"), ("#ECEAE6", "#27292E"),
        ("#BAB7B1", "#27292E"), ("#0C1A38", "#8DB2FF"), ("#BAB7B1", "#24262A"), ("#17181B", "#BAB7B1"),
    ],
)  # fmt: skip
def test_every_text_of_the_page_has_the_contrast_of_wcag(ink: str, ground: str) -> None:
    style = asset("audience/page.css").read_text("utf-8")
    assert ink in style
    assert ground in style
    light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_an_address_of_another_computer_is_refused_and_nothing_listens() -> None:
    with pytest.raises(Refused, match="Choose another network"):
        AudienceServer(VoteBook(), "192.0.2.77")


def test_the_page_listens_at_the_address_chosen_and_at_no_other() -> None:
    with serving() as server:

        async def knock() -> None:
            probe = Probe(server)
            probe.host = "127.0.0.9"
            assert await probe.get() == NO_REPLY
            probe.host = "127.0.0.1"
            assert (await probe.get()).status == 200

        run(knock)


@pytest.mark.sweep
def test_threads_change_more_often_only_while_servers_run_also_overlapping_ones() -> None:
    for stopping, _ in STOPPING:
        stopping.join()
    before = sys.getswitchinterval()
    first = AudienceServer(VoteBook(), "127.0.0.1", (0,))
    second = AudienceServer(VoteBook(), "127.0.0.1", (0,))
    assert sys.getswitchinterval() < before
    first.stop()
    assert sys.getswitchinterval() < before
    second.stop()
    assert sys.getswitchinterval() == before
