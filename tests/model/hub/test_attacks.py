"""What an assessor who speaks SQL to the server can do with their own account: nothing that is not theirs."""

import hashlib
import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from hub_people import Campaign, forget_accounts, hashes, judge, problems, until
from hub_server import NAMED, drop_database, hub_to_fill, no_database, owner  # noqa: F401 - a fixture

from jurybox.collection.entries import Content, Entry, EntryNames, Subject, chain_content, chain_hash
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter
from jurybox.collection.nuggets import Nugget, new_nugget, nugget_rows
from jurybox.commands import SetFact
from jurybox.hub.address import Address
from jurybox.hub.campaign import pull_file, push_file, withdraw
from jurybox.hub.connection import library, sentence_of
from jurybox.hub.errors import Ended, HubRefused, Unreachable
from jurybox.hub.exchange import Exchange
from jurybox.hub.intake import nugget_body
from jurybox.hub.invitations import read_invitation
from jurybox.hub.joining import join, verifier_of
from jurybox.hub.known import admitted
from jurybox.hub.link import read_link
from jurybox.hub.schema import QUOTA, tables
from jurybox.hub.status import read_status
from jurybox.hub.sync import PULL_SECONDS, Sync
from jurybox.session import open_session

LABELS = [(0, 0, "correct"), (1, 0, "correct"), (1, 1, "incorrect")]
INSERT = (
    "INSERT INTO jurybox.entry (collection, assessor, hash, writer, place, body, shared) "
    "VALUES (1, %s, %s, %s, %s, %s, false)"
)


@pytest.fixture
def campaign(hub_to_fill: Address, tmp_path: Path) -> Campaign:  # noqa: F811
    """Ana and Ben, of whom Ana speaks SQL."""
    return Campaign(tmp_path, hub_to_fill, labels=LABELS)


@pytest.fixture
def ana(campaign: Campaign) -> Iterator[Any]:
    """A connection with Ana's own account."""
    with campaign.account(campaign.join("Ana")) as db:
        yield db


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Campaign, Any]]:
    """A campaign, and Ana's connection, for tests that leave to the next what it needs of both."""
    folder = tmp_path_factory.mktemp("shared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JURYBOX_HUB_PASSWORDS", str(folder / "passwords.json"))
        made = Campaign(folder, no_database(), labels=LABELS)
        with made.account(made.join("Ana")) as db:
            yield made, db
    drop_database(made.address.database)


def code_of(campaign: Campaign, name: str) -> bytes:
    with closing(open_reading(campaign.home)) as db:
        return bytes(db.execute("SELECT code FROM assessor WHERE name = ?", (name,)).fetchone()[0])


def forged(
    code: bytes, *, writer: bytes = b"w" * 16, previous: bytes = b"", place: int = 0, **of: Any
) -> tuple[bytes, bytes, bytes, int, bytes]:
    """Return the values of a row that is right in itself."""
    with_defaults: dict[str, Any] = {"kind": "judgment", "subject": Subject(), "content": Content("correct")}
    entry = Entry(b"", writer, 0, at=1, **{**with_defaults, **of})
    names = EntryNames(code)
    return code, chain_hash(previous, names, entry), writer, place, chain_content(names, entry)


def refused(db: Any, statement: str, values: Sequence[object] = ()) -> str:
    """Return the SQLSTATE with which a statement is refused; fail where it is not."""
    with pytest.raises(library().Error) as error:
        db.execute(statement, values)
    return str(error.value.sqlstate)


def test_only_own_entries_are_seen(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    with closing(open_reading(campaign.home)) as db:
        (own,) = db.execute("SELECT hash FROM entry e JOIN assessor a ON a.id = e.assessor WHERE a.name = 'Ana'")
    assert ana.execute("SELECT hash FROM jurybox.entry").fetchall() == [own]
    assert ana.execute("SELECT DISTINCT assessor FROM jurybox.chain").fetchall() == [(code_of(campaign, "Ana"),)]
    assert ana.execute("SELECT name FROM jurybox.person ORDER BY name").fetchall() == [("Ana",), ("organiser",)]


def test_what_only_the_organizer_reads_is_not_read(shared: tuple[Campaign, Any]) -> None:
    _, ana = shared
    for table in ("account", "invitation", "meta", "collection", "home", "home_part"):
        assert refused(ana, f"SELECT * FROM jurybox.{table}") == "42501", table


def test_nobody_speaks_for_another(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    assert refused(ana, INSERT, forged(code_of(campaign, "Ben"))) == "42501"
    assert refused(ana, INSERT, forged(code_of(campaign, "organiser"))) == "42501"


_COLUMNS = "collection, assessor, hash, writer, place, body, shared"
_KEY = "collection, assessor, hash"
_AGAIN = f"INSERT INTO jurybox.entry ({_COLUMNS}"
_FORBIDDEN = [
    "UPDATE jurybox.entry SET body = body",
    "DELETE FROM jurybox.entry",
    "TRUNCATE jurybox.entry",
    "UPDATE jurybox.collection SET opened = true",
    "UPDATE jurybox.account SET code = ''",
    "INSERT INTO jurybox.chain (collection, assessor, writer) VALUES (1, '', '')",
    "UPDATE jurybox.chain SET length = 0",
    "INSERT INTO jurybox.pack VALUES (1, '', '')",
    "DELETE FROM jurybox.handout",
    "ALTER TABLE jurybox.entry DISABLE TRIGGER ALL",
    "ALTER TABLE jurybox.entry DISABLE ROW LEVEL SECURITY",
    "CREATE FUNCTION jurybox.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE ROLE another",
    "SELECT jurybox.accept('', '', '')",
    "SELECT jurybox.follow_chains()",
    "SET session_replication_role = replica",
    "SET ROLE organizer",
    "SET SESSION AUTHORIZATION organizer",
    "COPY jurybox.entry TO PROGRAM 'cat'",
    f"{_AGAIN}, received) SELECT {_COLUMNS}, now() - interval '1 day' FROM jurybox.entry",
    f"{_AGAIN}) SELECT {_COLUMNS} FROM jurybox.entry ON CONFLICT ({_KEY}) DO UPDATE SET place = 7",
    "SELECT * FROM jurybox.chain FOR UPDATE",
    "DO 'BEGIN LOCK TABLE jurybox.entry IN ACCESS EXCLUSIVE MODE; END'",
    "CREATE TRIGGER mine BEFORE INSERT ON jurybox.entry EXECUTE FUNCTION jurybox.never()",
    "CREATE RULE mine AS ON INSERT TO jurybox.entry DO INSTEAD NOTHING",
    "CREATE SCHEMA another",
    "CREATE EXTENSION file_fdw",
    "ALTER ROLE CURRENT_USER CONNECTION LIMIT 1000",
    "ALTER ROLE CURRENT_USER BYPASSRLS",
    "SELECT rolpassword FROM pg_authid",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> CURRENT_USER",
    "SELECT pg_reload_conf()",
    "ALTER SYSTEM SET fsync = off",
    "CREATE TEMPORARY TABLE mine (line text)",
    "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE VIEW pg_temp.mine AS SELECT 1",
    "CREATE TABLE public.mine (line text)",
    "CREATE FUNCTION public.sha256(text) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'",
    "CREATE STATISTICS mine ON place, hash FROM jurybox.entry",
    "CREATE INDEX ON jurybox.entry (place)",
    "CREATE PUBLICATION mine FOR ALL TABLES",
    "CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION jurybox.never()",
    "DO 'BEGIN LOCK TABLE jurybox.entry IN SHARE MODE; END'",
    "DO 'BEGIN LOCK TABLE jurybox.collection IN ACCESS SHARE MODE; END'",
    "SELECT nextval('jurybox.collection_id_seq')",
    "SELECT jurybox.is_shared('[]')",
    "COPY jurybox.entry FROM '/etc/passwd'",
    "COPY (SELECT 1) TO '/tmp/mine'",
    "SELECT pg_ls_dir('.')",
    "SELECT current_setting('data_directory')",
    "SELECT pg_stat_reset()",
    "SELECT pg_switch_wal()",
    "SELECT pg_create_physical_replication_slot('mine')",
    "SET temp_file_limit = -1",
    "SET log_min_duration_statement = 0",
    "LOAD 'auto_explain'",
    "CREATE CAST (bytea AS integer) WITH INOUT",
    "ALTER ROLE organizer RENAME TO organizer2",
]


def test_nothing_else_is_allowed(shared: tuple[Campaign, Any]) -> None:
    _, ana = shared
    for statement in _FORBIDDEN:
        assert refused(ana, statement) in {"42501", "0A000"}, statement


@pytest.mark.skipif(NAMED in os.environ, reason="the administrator of another server forbids it, or not")
def test_no_large_object_takes_the_disk(shared: tuple[Campaign, Any]) -> None:
    _, ana = shared
    emit = "SELECT pg_logical_emit_message(false, 'x', repeat('y', 1000000))"
    for statement in ("SELECT lo_create(0)", "SELECT lo_creat(-1)", "SELECT lo_from_bytea(0, 'x')", emit):
        assert refused(ana, statement) == "42501", statement
    assert ana.execute("SHOW temp_file_limit").fetchone() == ("2GB",)
    with pytest.raises(library().OperationalError, match="permission denied"):
        library().connect(**{**campaign_parameters(shared), "dbname": "template1"})


def campaign_parameters(shared: tuple[Campaign, Any]) -> dict[str, object]:
    """Return the parameters of a connection with Ana's account."""
    link = read_link(shared[0].folder / "Ana.jury")
    assert link is not None
    return admitted(link.address()).parameters()


def test_no_rights_of_the_group_are_given_away(shared: tuple[Campaign, Any]) -> None:
    """Ana is a member of the group of all assessors, and could speak for it; its rights remain with it."""
    campaign, ana = shared
    (group,) = ana.execute(
        "SELECT r.rolname FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid "
        "WHERE m.member = CURRENT_USER::regrole"
    ).fetchone()
    rights = "SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'jurybox'::regnamespace ORDER BY 1"
    before = ana.execute(rights).fetchall()
    for statement in (
        f"DROP OWNED BY {group}",
        f"REASSIGN OWNED BY {group} TO CURRENT_USER",
        f"SET ROLE {group}",
        f"DROP OWNED BY {group} CASCADE",
        f"REVOKE ALL ON jurybox.entry, jurybox.nugget FROM {group}",
        f"REVOKE USAGE ON SCHEMA jurybox FROM {group}",
        "RESET ROLE",
    ):
        ana.execute(statement)
    assert refused(ana, f"GRANT {group} TO organizer") == "42501"
    assert refused(ana, f"DROP ROLE {group}") == "42501"
    assert ana.execute(rights).fetchall() == before
    assert ana.execute("SELECT count(*) > 0 FROM jurybox.entry").fetchone() == (True,)
    with campaign.account(campaign.folder / "Ana.jury") as again:
        assert again.execute("SELECT jurybox.my_collection()").fetchone() == (1,)


def test_statistics_say_nothing_of_the_content(shared: tuple[Campaign, Any]) -> None:
    """How many rows and bytes a table has is known to every account, never what is in them."""
    campaign, ana = shared
    with owner(campaign.address.database) as db:
        db.execute("ANALYZE")
        assert db.execute("SELECT count(*) > 0 FROM pg_stats WHERE schemaname = 'jurybox'").fetchone() == (True,)
    for view in ("pg_stats", "pg_stats_ext", "pg_stats_ext_exprs"):
        rows = ana.execute(f"SELECT tablename FROM {view} WHERE schemaname = 'jurybox'").fetchall()
        assert rows == [], view
    assert refused(ana, "SELECT * FROM pg_statistic") == "42501"


def test_row_security_and_the_meaning_of_text_cannot_be_turned_off(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    ana.execute("SET row_security = off")
    assert refused(ana, "SELECT * FROM jurybox.entry") == "42501"
    ana.execute("RESET row_security")
    assert "\\" not in tables()  # a session with standard_conforming_strings off reads it otherwise
    ana.execute("SET standard_conforming_strings = off")
    ana.execute("SET search_path = pg_temp, public, pg_catalog")
    ana.execute("SET bytea_output = escape")
    code = code_of(campaign, "Ana")
    ana.execute(INSERT, forged(code, writer=b"t" * 16))
    assert refused(ana, INSERT, forged(code, writer=b"u" * 16, kind="adjudication")) == "JB001"
    ana.execute("RESET ALL")


def test_a_transaction_that_is_left_open_is_ended(campaign: Campaign, ana: Any) -> None:
    """It would keep dead rows and notifications of everybody; an account can lift its own limits of time.

    Meanwhile what others enter arrives: a pull does not wait for older transactions.
    """
    ben = campaign.join("Ben")
    ana.execute("SET statement_timeout = 0")
    ana.execute("SET idle_in_transaction_session_timeout = 0")
    ana.execute("ALTER ROLE CURRENT_USER SET statement_timeout = 0")
    ana.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    ana.execute("SELECT pg_current_xact_id()")
    judge(ben, [(4, "correct")])
    assert push_file(ben) == 1
    assert pull_file(campaign.home) == 1
    ana.execute("SELECT 1")
    with owner(campaign.address.database) as db:
        db.execute("UPDATE jurybox.meta SET longest = '0 s'")
    judge(ben, [(5, "correct")])
    assert push_file(ben) == 1
    with pytest.raises(library().OperationalError):
        ana.execute("SELECT 1")
    assert pull_file(campaign.home) == 1


def test_locks_that_nobody_needs_end_their_session(campaign: Campaign, ana: Any) -> None:
    """Advisory locks outlive transactions, and fill a table that the whole server shares."""
    ana.execute("SELECT pg_advisory_lock(n) FROM generate_series(1, 2000) n")
    push_file(campaign.home)
    with pytest.raises(library().OperationalError):
        ana.execute("SELECT 1")
    with campaign.account(campaign.folder / "Ana.jury") as again:
        assert again.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").fetchone() == (0,)


def test_calls_that_there_is_more_are_answered_now_and_then(
    campaign: Campaign, ana: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody may call on any channel: it makes the organizer look, at most ten times a second."""
    looks: list[float] = []
    look = Exchange.look

    def counted(self: Exchange) -> int:
        looks.append(time.monotonic())
        return look(self)

    monkeypatch.setattr(Exchange, "look", counted)
    sync = Sync(campaign.home)
    sync.start()
    try:
        until(lambda: sync.state.connected)
        began, numbers = len(looks), count()

        def looked_again() -> bool:
            for number in islice(numbers, 200):
                ana.execute(f"NOTIFY jurybox_1, '{number}'")
            return len(looks) > began + 1

        until(looked_again)  # a quick server sends thousands of them in the time between two looks
    finally:
        sync.stop(20)
    flooded = looks[began:]
    assert min(later - before for before, later in pairwise(flooded)) >= PULL_SECONDS * 0.9


def test_a_full_queue_of_calls_is_waited_for() -> None:
    """The queue of notifications is everybody's, and full where somebody calls and does not listen."""
    error = library().errors.lookup("54000")("too many notifications in the NOTIFY queue")
    assert isinstance(sentence_of(error, Address("127.0.0.1", 1, "jurybox")), Unreachable)


def test_odd_characters_travel(campaign: Campaign) -> None:
    """A NUL, which PostgreSQL's text cannot have, and what looks like one."""
    ana = campaign.join("Ana")
    notes = ["a\0b", "\\u0000", "\\\0", "\u202ert", "\ufffe\uffff\U0001f600", "\r\n\t\x01\x7f\x85\u2028", "x" * 200_000]
    with closing(open_writing(ana)) as db:
        db.execute("BEGIN IMMEDIATE")
        log = LogWriter(db, act="do")
        for note in notes:
            log.write(0, "judgment", Subject(1, 4), Content("correct", note=note))
        db.execute("COMMIT")
    push_file(ana)
    pull_file(campaign.home)
    assert hashes(campaign.home, "Ana") == hashes(ana, "Ana")
    with closing(open_reading(campaign.home)) as db:
        found = db.execute("SELECT note FROM entry WHERE note IS NOT NULL ORDER BY id").fetchall()
    assert [note for (note,) in found] == notes
    assert problems(campaign.home) == []


@pytest.mark.parametrize(
    "body",
    [b"[" * 200_000, b"\xff" * 100, b"x" * 20_000_001, b"[" + b'"\\ud800",' * 20 + b"1]", b"{}" + b" " * 80, b" " * 79],
    ids=["deep", "no UTF-8", "too large", "half a character", "no list", "too short"],
)
def test_what_is_no_entry_is_refused(shared: tuple[Campaign, Any], body: bytes) -> None:
    campaign, ana = shared
    row = (code_of(campaign, "Ana"), hashlib.sha256(body).digest(), b"z" * 16, 0, body)
    assert refused(ana, INSERT, row) in {"54001", "22021", "23514", "22P02", "22023", "JB001"}


def test_a_leftover_transaction_of_two_phases_is_refused(shared: tuple[Campaign, Any]) -> None:
    """Nobody could end it: the packaged server has none, and the page for administrators says so."""
    _, ana = shared
    ana.execute("BEGIN")
    try:
        ana.execute("SELECT pg_current_xact_id()")
        assert refused(ana, "PREPARE TRANSACTION 'left'") == "55000"
    finally:
        ana.execute("ROLLBACK")


def test_two_who_accept_one_invitation_at_once(campaign: Campaign) -> None:
    """The second waits for the first, and is refused and counted once that one is done."""
    invited = read_invitation(campaign.invite("Ana"))
    address = campaign.address.of(invited.role, invited.password)
    first, second = (library().connect(**address.parameters(), autocommit=True) for _ in range(2))
    accept = "SELECT role, refused FROM jurybox.accept(%s, '', '')"
    with first, second:
        first.execute("BEGIN")
        ((role, _),) = first.execute(accept, (verifier_of("of the thief"),)).fetchall()
        assert role is not None
        with ThreadPoolExecutor(1) as pool:
            other = pool.submit(lambda: second.execute(accept, (verifier_of("of Ana"),)).fetchall())
            first.execute("COMMIT")
            assert other.result() == [(None, "used")]
    (seen,) = (one for one in read_status(campaign.home).people if one.name == "Ana")
    assert seen.misused == 1


def test_a_function_of_ones_own_is_shown_nothing_more(shared: tuple[Campaign, Any]) -> None:
    """A condition that is cheaper than row-level security is asked only about rows that may be seen.

    No function can be made there; an administrator may have granted it nevertheless.
    """
    campaign, ana = shared
    with owner() as db:
        db.execute(f"GRANT TEMPORARY ON DATABASE {campaign.address.database} TO PUBLIC")
    ana.execute(
        "CREATE FUNCTION pg_temp.tell(bytea) RETURNS boolean LANGUAGE plpgsql COST 0.0000001 AS "
        "$$ BEGIN RAISE NOTICE '%', encode($1, 'hex'); RETURN true; END $$"
    )
    told: list[str] = []
    ana.add_notice_handler(lambda notice: told.append(notice.message_primary))
    for table, column in (("entry", "hash"), ("person", "code"), ("pack", "digest")):
        told.clear()
        column_of = f"SELECT {column} FROM jurybox.{table}"
        seen = {value.hex() for (value,) in ana.execute(f"{column_of} WHERE pg_temp.tell({column})")}
        assert set(told) == seen == {value.hex() for (value,) in ana.execute(column_of)}, table
    with owner() as db:
        db.execute(f"REVOKE TEMPORARY ON DATABASE {campaign.address.database} FROM PUBLIC")


def test_nothing_is_seen_or_entered_in_another_collection(shared: tuple[Campaign, Any]) -> None:
    """Another collection at the same hub, in which Ana takes part under the same code."""
    campaign, ana = shared
    code = code_of(campaign, "Ana")
    before = ana.execute("SELECT count(*) FROM jurybox.entry").fetchone()
    with owner(campaign.address.database) as db:
        (other,) = db.execute(
            "INSERT INTO jurybox.collection (identity, name, opened, quota) VALUES ('2', 'two', true, 9999) "
            "RETURNING id"
        ).fetchone()
        db.execute("INSERT INTO jurybox.person SELECT %s, code, name, kind, organizer FROM jurybox.person", (other,))
        db.execute(INSERT.replace("(1, ", f"({other}, "), forged(code, writer=b"o" * 16))
    try:
        assert ana.execute("SELECT count(*) FROM jurybox.entry").fetchone() == before
        assert ana.execute("SELECT DISTINCT collection FROM jurybox.person").fetchall() == [(1,)]
        there = INSERT.replace("(1, ", f"({other}, ")
        assert refused(ana, there, forged(code, writer=b"p" * 16)) == "42501"
    finally:
        with owner(campaign.address.database) as db:
            db.execute("SET session_replication_role = replica")
            for table in ("entry", "chain", "person"):
                db.execute(f"DELETE FROM jurybox.{table} WHERE collection = %s", (other,))
            db.execute("DELETE FROM jurybox.collection WHERE id = %s", (other,))


def test_names_of_accounts_say_nothing_and_statements_of_others_are_hidden(shared: tuple[Campaign, Any]) -> None:
    """Every role of PostgreSQL may list roles and connections; there is nothing to learn from that."""
    campaign, ana = shared
    with library().connect(**campaign.address.parameters(), autocommit=True) as organizer:
        organizer.execute("SELECT 'secret'")
        names = [name for (name,) in ana.execute("SELECT rolname FROM pg_roles WHERE rolname ~ '^jurybox_[ai]_'")]
        assert names
        assert all(re.fullmatch("jurybox_[ai]_[0-9a-f]{16}", name) for name in names)
        seen = {said for (said,) in ana.execute("SELECT query FROM pg_stat_activity WHERE usename <> CURRENT_USER")}
        assert seen == {"<insufficient privilege>"}


def test_an_entry_needs_its_predecessor(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    code = code_of(campaign, "Ana")
    first = forged(code)
    later = forged(code, previous=first[1], place=1)
    assert refused(ana, INSERT, later) == "JB001"
    ana.execute(INSERT, first)
    ana.execute(INSERT, later)
    assert refused(ana, INSERT, forged(code, previous=b"x" * 32, place=2)) == "JB001"
    assert refused(ana, INSERT, forged(code, previous=later[1], place=5)) == "JB001"


def test_a_hash_must_be_that_of_the_content(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    code, hash_, writer, place, body = forged(code_of(campaign, "Ana"), writer=b"h" * 16)
    changed = body.replace(b'"correct"', b'"unsupported"')
    assert refused(ana, INSERT, (code, hash_, writer, place, changed)) == "JB001"
    fields = json.loads(body)
    fields[1] = code_of(campaign, "Ben").hex()
    of_ben = json.dumps(fields, separators=(",", ":")).encode()
    assert refused(ana, INSERT, (code, hashlib.sha256(of_ben).digest(), writer, place, of_ben)) == "JB001"


def test_nobody_takes_the_place_of_anothers_entry(campaign: Campaign, ana: Any, tmp_path: Path) -> None:
    """Ana knows what Ben is going to send and sends its hash first: it is refused, and Ben's arrives."""
    ben = campaign.join("Ben")
    judge(ben, [(4, "correct")])
    with closing(open_reading(ben)) as db:
        (hash_,) = db.execute("SELECT hash FROM entry ORDER BY id DESC").fetchone()
    body = forged(code_of(campaign, "Ana"))[4]
    assert refused(ana, INSERT, (code_of(campaign, "Ana"), hash_, b"w" * 16, 0, body)) == "JB001"
    assert push_file(ben) == 1
    assert pull_file(campaign.home) == 1
    assert hash_ in hashes(campaign.home, "Ben")


def test_an_assessor_sets_nothing_for_everybody(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    of_all: list[dict[str, Any]] = [
        {"kind": "fact", "subject": Subject(fact="mode"), "content": Content('"open"')},
        {"kind": "fact", "subject": Subject(fact="gold"), "content": Content('"Ana"')},
        {"kind": "adjudication"},
    ]
    for of in of_all:
        assert refused(ana, INSERT, forged(code_of(campaign, "Ana"), writer=b"f" * 16, **of)) == "JB001"


def test_an_assessor_replaces_nothing_of_anothers(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    (of_ben, *_) = hashes(campaign.home, "Ben")
    code = code_of(campaign, "Ana")
    assert refused(ana, INSERT, forged(code, writer=b"r" * 16, replaces=(of_ben,))) == "JB001"


def test_what_is_garbled_is_set_aside_and_the_others_go_on(campaign: Campaign, ana: Any) -> None:
    """A chain that holds but says nonsense stays at the hub; the organizer's file does not take it."""
    writer, code = b"w" * 16, code_of(campaign, "Ana")
    garbled = ("", "", None, 7, None, None, "x", "soon", "do", 0, "", "")
    body = json.dumps([writer.hex(), code.hex(), "judgment", "zz", *garbled], separators=(",", ":")).encode()
    ana.execute(INSERT, (code, hashlib.sha256(body).digest(), writer, 0, body))
    ben = campaign.join("Ben")
    judge(ben, [(4, "correct")])
    push_file(ben)
    with pytest.raises(HubRefused, match="What Ana entered is not imported"):
        pull_file(campaign.home)
    assert hashes(ben, "Ben") == hashes(campaign.home, "Ben")
    assert problems(campaign.home) == []


def test_judging_mode_hides_and_open_mode_shows(campaign: Campaign, ana: Any) -> None:
    assert ana.execute("SELECT count(DISTINCT assessor) FROM jurybox.entry").fetchone() == (1,)
    with closing(open_session(campaign.home)) as session:
        session.sit("organiser")
        session.execute(SetFact("mode", "open"))
        session.flush()
    push_file(campaign.home)
    assert ana.execute("SELECT count(DISTINCT assessor) FROM jurybox.entry").fetchone() == (3,)


def test_packs_are_those_of_the_own_part(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    with owner(campaign.address.database) as all_of_it:
        own = {digest for (digest,) in ana.execute("SELECT digest FROM jurybox.pack")}
        listed = {
            digest
            for (digest,) in all_of_it.execute(
                "SELECT digest FROM jurybox.handout_pack WHERE assessor = %s", (code_of(campaign, "Ana"),)
            )
        }
        all_of_it.execute("INSERT INTO jurybox.pack VALUES (1, 'another', 'secret')")
        assert own == listed != set()
        assert {digest for (digest,) in ana.execute("SELECT digest FROM jurybox.pack")} == own


def test_a_stolen_invitation_is_refused_and_told(campaign: Campaign, tmp_path: Path) -> None:
    invitation = campaign.invite("Ana")
    join(invitation, tmp_path / "thief.jury")
    of_the_thief = Path(os.environ["JURYBOX_HUB_PASSWORDS"]).read_text()
    forget_accounts()
    with pytest.raises(HubRefused, match=r"was used already on .* tell the organizer now"):
        join(invitation, tmp_path / "ana.jury")
    (seen,) = (one for one in read_status(campaign.home).people if one.name == "Ana")
    assert (seen.state, seen.misused) == ("joined", 1)
    Path(os.environ["JURYBOX_HUB_PASSWORDS"]).write_text(of_the_thief)
    with campaign.account(tmp_path / "thief.jury") as thief:
        judge(tmp_path / "thief.jury", [(4, "incorrect")])
        assert withdraw(campaign.home, "Ana") == 1
        with pytest.raises(library().OperationalError):
            thief.execute("SELECT 1")
    with pytest.raises(Ended, match="withdrawn"):
        push_file(tmp_path / "thief.jury")
    (seen,) = (one for one in read_status(campaign.home).people if one.name == "Ana")
    assert seen.state == "withdrawn"
    own = campaign.join("Ana", "again")
    assert hashes(own, "Ana") == hashes(campaign.home, "Ana")


def test_an_invitation_can_do_nothing_but_be_accepted(shared: tuple[Campaign, Any]) -> None:
    campaign, _ = shared
    invited = read_invitation(campaign.invite("Ana", "another"))
    address = campaign.address.of(invited.role, invited.password)
    with library().connect(**address.parameters(), autocommit=True) as db:
        for table in ("entry", "chain", "person", "pack", "handout", "account"):
            assert refused(db, f"SELECT * FROM jurybox.{table}") == "42501"
        assert refused(db, INSERT, forged(code_of(campaign, "Ana"))) == "42501"
        assert refused(db, "SELECT jurybox.accept('plain text', '', '')") == "JB004"
        assert refused(db, "ALTER ROLE CURRENT_USER VALID UNTIL 'infinity'") == "42501"
        assert refused(db, "CREATE ROLE another") == "42501"


def test_an_expired_invitation_is_refused(shared: tuple[Campaign, Any], tmp_path: Path) -> None:
    campaign, _ = shared
    invitation = campaign.invite("Ana", "late")
    role = read_invitation(invitation).role
    with owner(campaign.address.database) as db:
        db.execute("UPDATE jurybox.invitation SET expires = now() - interval '1 second' WHERE role = %s", (role,))
    with pytest.raises(HubRefused, match=r"expired on .* Ask the organizer for a new one"):
        join(invitation, tmp_path / "ana.jury")
    with owner() as db:
        db.execute(f"ALTER ROLE \"{role}\" VALID UNTIL '2020-01-01'")
    with pytest.raises(HubRefused, match="expired"):
        join(invitation, tmp_path / "ana.jury")


def test_withdrawing_ends_the_session_and_keeps_what_was_entered(campaign: Campaign, ana: Any) -> None:
    before = hashes(campaign.home, "Ana")
    assert withdraw(campaign.home, "Ana") == 1
    with pytest.raises(library().OperationalError):
        ana.execute("SELECT 1")
    with pytest.raises(library().OperationalError, match="not permitted to log in"):
        campaign.account(campaign.folder / "Ana.jury")
    assert hashes(campaign.home, "Ana") == before


def test_accounts_have_limits(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    assert ana.execute("SHOW statement_timeout").fetchone() == ("2min",)
    assert ana.execute("SHOW lock_timeout").fetchone() == ("30s",)
    file = campaign.folder / "Ana.jury"
    others = [campaign.account(file) for _ in range(3)]
    with pytest.raises(library().OperationalError, match="too many connections"):
        campaign.account(file)
    for one in others:
        one.close()


def test_entries_have_a_quota(shared: tuple[Campaign, Any]) -> None:
    campaign, ana = shared
    with owner(campaign.address.database) as db:
        db.execute("UPDATE jurybox.collection SET quota = 1000")
    code = code_of(campaign, "Ana")
    row = forged(code, writer=b"q" * 16, content=Content("correct", note="x" * 900))
    assert refused(ana, INSERT, row) == "JB002"
    nugget = "INSERT INTO jurybox.nugget VALUES (1, %s, %s, %s)"
    assert refused(ana, nugget, (code, b"n" * 16, b"x" * 1001)) == "JB002"
    with owner(campaign.address.database) as db:
        db.execute("UPDATE jurybox.collection SET quota = %s", (QUOTA,))
    ana.execute(INSERT, row)


def test_the_owner_changes_no_entry_by_accident(shared: tuple[Campaign, Any]) -> None:
    campaign, _ = shared
    with library().connect(**campaign.address.parameters(), autocommit=True) as db:
        assert refused(db, "UPDATE jurybox.entry SET place = 0") == "JB003"
        assert refused(db, "DELETE FROM jurybox.entry") == "JB003"


def _speak_of_nugget(file: Path, name: str, nugget: Nugget | None = None) -> Nugget:
    """Let somebody add a nugget in their file, or vote on one that somebody else added."""
    with closing(open_writing(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        (who,) = db.execute("SELECT id - 1 FROM assessor WHERE name = ?", (name,)).fetchone()
        (asked,) = db.execute("SELECT digest FROM question WHERE id = 1").fetchone()
        kind, said = ("nugget", "It was built.") if nugget is None else ("importance", "vital")
        nugget = nugget or new_nugget(0, asked, "It was built.", "added", who)
        (row,) = nugget_rows(db, {-2: nugget}).values()
        LogWriter(db).write(who, kind, Subject(0, None, row - 1), Content(said))
        db.execute("COMMIT")
    return nugget


def _nugget_at_home(campaign: Campaign) -> tuple[str | None, float | None]:
    """Return the author and the weight of the only nugget in the organizer's file."""
    assert problems(campaign.home) == []
    with closing(open_reading(campaign.home)) as db:
        query = "SELECT a.name, n.weight FROM nugget n LEFT JOIN assessor a ON a.id = n.author"
        ((author, weight),) = db.execute(query).fetchall()
    return author, weight


def test_a_nugget_names_no_other_author_and_no_weight(campaign: Campaign) -> None:
    file = campaign.join("Ana")
    nugget = _speak_of_nugget(file, "Ana")
    with closing(open_reading(file)) as db:
        (asked,) = db.execute("SELECT digest FROM question WHERE id = 1").fetchone()
    body = nugget_body((asked, nugget.name, code_of(campaign, "Ben"), "added", 9.0))
    insert = "INSERT INTO jurybox.nugget VALUES (1, %s, %s, %s)"
    with campaign.account(file) as ana:
        assert refused(ana, insert, (code_of(campaign, "Ben"), nugget.digest, body)) == "42501"
        ana.execute(insert, (code_of(campaign, "Ana"), nugget.digest, body))
    push_file(file)
    assert pull_file(campaign.home) == 1
    assert _nugget_at_home(campaign) == (None, None)


def test_a_nugget_nested_deep_is_set_aside(campaign: Campaign) -> None:
    file = campaign.join("Ana")
    nugget = _speak_of_nugget(file, "Ana")
    with campaign.account(file) as ana:
        insert = "INSERT INTO jurybox.nugget VALUES (1, %s, %s, %s)"
        ana.execute(insert, (code_of(campaign, "Ana"), nugget.digest, b"[" * 1000))
    push_file(file)
    with pytest.raises(HubRefused, match="a nugget that cannot be read"):
        pull_file(campaign.home)
    with closing(open_reading(campaign.home)) as db:
        assert db.execute("SELECT count(*) FROM nugget").fetchone() == (0,)


def test_the_author_of_a_nugget_is_known_once_the_author_speaks(campaign: Campaign) -> None:
    ana, ben = campaign.join("Ana"), campaign.join("Ben")
    nugget = _speak_of_nugget(ben, "Ben")
    _speak_of_nugget(ana, "Ana", replace(nugget, author=None))
    push_file(ana)
    pull_file(campaign.home)
    assert _nugget_at_home(campaign) == (None, None)
    push_file(ben)
    pull_file(campaign.home)
    assert _nugget_at_home(campaign) == ("Ben", None)
