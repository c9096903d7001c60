"""Entries and parts that somebody made up arrive: the file stays whole, and everybody else's labels go on."""

import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from forging import within
from forged_arrivals import FIELDS, bodies, body_of, digest_of, entries, packed, spoiled
from hub_people import Campaign, hashes, judge, problems, until
from hub_server import drop_database, no_database, owner

from jurybox.collection.file import open_reading
from jurybox.hub.campaign import pull_file, push_file
from jurybox.hub.connection import library
from jurybox.hub.errors import HubRefused
from jurybox.hub.exchange import Exchange
from jurybox.hub.link import read_link
from jurybox.hub.local_log import LocalLog
from jurybox.hub.sync import Sync
from jurybox.session import open_session

PARTS = 200
LABELS = [(0, 0, "correct"), (1, 0, "correct"), (1, 1, "incorrect")]
INSERT = (
    "INSERT INTO jurybox.entry (collection, assessor, hash, writer, place, body, shared) "
    "VALUES (1, %s, sha256(%s), %s, 0, %s, false)"
)


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """Ana, who makes things up, and Ben."""
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    made = Campaign(tmp_path, no_database(), labels=LABELS)
    yield made
    drop_database(made.address.database)


def plain(file: Path) -> dict[str, Any]:
    """Return the fields of a label that Ana may give, and what else an entry could be about."""
    with closing(open_reading(file)) as db:
        (code,) = db.execute("SELECT code FROM assessor WHERE name = 'Ana'").fetchone()
        digests = db.execute("SELECT q.digest, a.digest FROM answer a JOIN question q ON q.id = a.question").fetchall()
    (question, answer), (other_question, other_answer) = digests[5], digests[-1]
    fields = dict.fromkeys(FIELDS) | {"assessor": code.hex(), "kind": "judgment", "nugget": "", "label": "correct"}
    fields |= {"question": question.hex(), "answer": answer.hex(), "at": 1_700_000_000_000, "act": "do", "part": 0}
    subjects = {"other_question": other_question.hex(), "other_answer": other_answer.hex()}
    return {"fields": fields | {"replaces": "", "heads": ""}, "subjects": fields | subjects}


def forge_entries(campaign: Campaign, ana: Path) -> int:
    """Send, as Ana, every entry that can be made up, each in a chain of its own; return how many there were."""
    known = plain(campaign.home)
    code, number = known["fields"]["assessor"], 0
    made = [body_of(known["fields"] | {"writer": ""} | of) for of in entries(known["subjects"], code)]
    with campaign.account(ana) as db:
        for number, body in enumerate([*made, *bodies(["", code])]):
            writer = number.to_bytes(16, "big")
            body = body.replace(b'""', f'"{writer.hex()}"'.encode(), 1)
            try:
                db.execute(INSERT, (bytes.fromhex(code), body, writer, body))
            except library().Error:
                continue  # the hub itself refuses it
    return number + 1


def test_entries_that_an_assessor_makes_up_spoil_nothing(campaign: Campaign) -> None:
    ana, ben = campaign.join("Ana"), campaign.join("Ben")
    assert forge_entries(campaign, ana) >= 200
    judge(ben, [(4, "correct")])
    push_file(ben)
    sync = Sync(campaign.home)
    sync.start()
    try:
        until(lambda: hashes(campaign.home, "Ben") == hashes(ben, "Ben"))
        until(lambda: "What Ana entered is not imported" in (sync.state.problem or ""))
        judge(ben, [(5, "incorrect")])
        push_file(ben)
        until(lambda: hashes(campaign.home, "Ben") == hashes(ben, "Ben"))
        assert not sync.state.broken
    finally:
        sync.stop(20)
    assert problems(campaign.home) == []
    with closing(open_session(campaign.home)) as session:
        assert session.saving.read_only is None
        assert session.ledger.labels[1, 4] != 0


class Part:
    """Ana's part at a hub that makes things up."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.file = campaign, campaign.join("Ana")
        link = read_link(self.file)
        assert link is not None
        self.address = link.address()
        with owner(campaign.address.database) as db:
            ((body,),) = db.execute("SELECT manifest FROM jurybox.handout").fetchall()
            self.manifest = json.loads(zlib.decompress(body))
            (asked,) = db.execute(
                "SELECT body FROM jurybox.pack WHERE digest = %s", (bytes.fromhex(self.manifest["questions"][0]),)
            ).fetchone()
        self.pack = json.loads(zlib.decompress(asked))
        nugget, question = "cd" * 16, self.pack["question"][-1]
        self.pack |= {"series": ["s", "Ada", "person"], "options": [["a", "A"]], "nuggets": [["n", nugget]]}
        self.pack |= {"instances": [["i", "one"]]}
        self.document = {"document": ["d", "A text.", "T", None]}
        self.manifest["said"] += [
            ["nugget", question, None, nugget, None, "It was built.", None, None],
            ["importance", question, None, nugget, None, "vital", None, None],
            ["instance", question, None, None, "j", "two", None, "a note"],
        ]

    def publish(self, manifest: Any = None, pack: Any = None, document: Any = None, *, digest: bytes = b"") -> None:
        """Let the hub have a part: what is right, but for what is given."""
        packs = [packed(self.pack if pack is None else pack), packed(self.document if document is None else document)]
        names = [digest or digest_of(packs[0]), digest_of(packs[1])]
        made = json.loads(json.dumps(self.manifest))
        made["questions"][0], made["documents"] = names[0].hex(), [names[1].hex()]
        body = packed(made if manifest is None else manifest(made))
        with owner(self.campaign.address.database) as db:
            code = bytes.fromhex(self.manifest["assessor"][0])
            for name, one in zip(names, packs, strict=True):
                db.execute("INSERT INTO jurybox.pack VALUES (1, %s, %s) ON CONFLICT DO NOTHING", (name, one))
                db.execute("INSERT INTO jurybox.handout_pack VALUES (1, %s, %s) ON CONFLICT DO NOTHING", (code, name))
            db.execute("UPDATE jurybox.handout SET digest = %s, manifest = %s", (digest_of(body), body))

    def arrives(self, db: Any, copy: Path) -> str:
        """Let the part arrive in a copy of Ana's file; return why it is set aside, "" where it was taken in."""
        shutil.copy(self.file, copy)
        with closing(LocalLog(copy)) as log:
            exchange = Exchange(db, log, self.address)
            exchange.update_part()
            problem = exchange.problem or ""
        assert problems(copy) == []
        with closing(open_session(copy)) as session:
            assert session.saving.read_only is None
            assert session.ledger.labels[0, 0] != 0
        return problem


@pytest.fixture
def part(campaign: Campaign) -> Part:
    return Part(campaign)


def test_a_part_that_a_hub_makes_up_spoils_nothing(part: Part, tmp_path: Path) -> None:
    refused = 0
    with part.campaign.account(part.file) as db:
        part.publish()
        assert part.arrives(db, tmp_path / "right.jury") == ""
        for seed in range(PARTS):
            with within(20):
                if seed % 2:
                    part.publish(lambda made, seed=seed: spoiled(made, seed))
                elif seed % 8:
                    part.publish(pack=spoiled(part.pack, seed))
                else:
                    part.publish(document=spoiled(part.document, seed))
                refused += part.arrives(db, tmp_path / "copy.jury") != ""
    assert refused > PARTS // 2
