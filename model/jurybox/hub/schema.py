"""The tables of a hub, in the schema `jurybox` of one PostgreSQL database (14 or later).

Append-only by privilege: assessors may insert entries of their own and read what row-level security lets
them see. A trigger recomputes the chain of every entry that arrives. The owner of the schema is the
organizer's account; only it reads runs, responses, accounts and everybody's entries.

Accounts can lift the limits of time for their own sessions, so `hello` ends sessions that hold a transaction
longer than `longest`, or any advisory lock: both would hinder everybody. There is no backslash in the
functions, since a session decides what it means in them. A NUL character, which a note may contain and
PostgreSQL's text cannot, is read as a blank.
"""

VERSION = 1
"""The version of these tables; a program that knows only older ones does not touch them."""

OLDEST = 1
"""The oldest version of these tables that a program must know to exchange entries with them."""

NEEDED = 1
"""The oldest version of these tables with which this program can exchange entries."""

MIGRATIONS: dict[int, str] = {}
"""The statements that bring the tables of a version to those of the next, by the version before them."""

QUOTA = 500_000_000
"""Bytes of entries that one assessor may send, and of nuggets: more than anybody types, less than a disk."""

SHARED_FACTS = ("name", "description", "begins", "ends", "guideline_version")
"""Facts that every assessor of the collection may read, besides guidelines and label schemes."""

FOLLOW_CHAINS = """
CREATE OR REPLACE FUNCTION jurybox.follow_chains() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    wrong record;
    sent record;
    of_nul text := chr(92) || 'u0000';
    of_blank text := chr(92) || 'u0020';
    assessor_sends boolean := jurybox.my_collection() IS NOT NULL;
BEGIN
    IF NOT EXISTS (SELECT FROM fresh) THEN
        RETURN NULL;
    END IF;
    INSERT INTO jurybox.chain (collection, assessor, writer)
        SELECT DISTINCT collection, assessor, writer FROM fresh ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
    PERFORM FROM jurybox.chain c
        WHERE (c.collection, c.assessor, c.writer) IN (SELECT collection, assessor, writer FROM fresh)
        ORDER BY c.collection, c.assessor, c.writer FOR UPDATE;

    SELECT s.place, encode(s.hash, 'hex') AS hash,
           s.place <> coalesce(s.place_before + 1, c.length) AS gap,
           s.hash <> sha256(coalesce(s.hash_before, c.head) || s.body) AS torn,
           json_array_length(j) <> 16 OR j->>0 <> encode(s.writer, 'hex')
               OR j->>1 <> encode(s.assessor, 'hex') AS foreign_content,
           assessor_sends AND coalesce(j->>6, '') <> 'guidelines-read:' || encode(s.assessor, 'hex')
               AND (j->>2 = 'fact' OR j->>2 = 'adjudication' AND NOT o.opened) AS general
    INTO wrong
    FROM (SELECT f.*, lag(f.hash) OVER w AS hash_before, lag(f.place) OVER w AS place_before FROM fresh f
          WINDOW w AS (PARTITION BY f.collection, f.assessor, f.writer ORDER BY f.place)) s
    JOIN jurybox.chain c ON (c.collection, c.assessor, c.writer) = (s.collection, s.assessor, s.writer)
    JOIN jurybox.collection o ON o.id = s.collection
    JOIN jurybox.person p ON (p.collection, p.code) = (s.collection, s.assessor)
    CROSS JOIN LATERAL (SELECT replace(convert_from(s.body, 'UTF8'), of_nul, of_blank)::json AS j OFFSET 0) b
    WHERE s.place <> coalesce(s.place_before + 1, c.length)
       OR s.hash <> sha256(coalesce(s.hash_before, c.head) || s.body)
       OR json_array_length(j) <> 16
       OR j->>0 <> encode(s.writer, 'hex')
       OR j->>1 <> encode(s.assessor, 'hex')
       OR s.shared <> (p.organizer AND jurybox.is_shared(j))
       OR assessor_sends AND coalesce(j->>6, '') <> 'guidelines-read:' || encode(s.assessor, 'hex')
          AND (j->>2 = 'fact' OR j->>2 = 'adjudication' AND NOT o.opened)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'JB001', MESSAGE = CASE
            WHEN wrong.gap THEN format('The entry before entry %s of its chain is not there.', wrong.place)
            WHEN wrong.torn THEN format('Entry %s of a chain does not follow from the one before it.',
                                        wrong.place)
            WHEN wrong.foreign_content THEN format('Entry %s is not of the chain that it is sent to.',
                                                   wrong.place)
            WHEN wrong.general THEN 'An assessor cannot set facts or adjudicate for everybody.'
            ELSE format('Entry %s is marked wrongly.', wrong.place) END;
    END IF;

    IF assessor_sends AND EXISTS (
        WITH replaced AS MATERIALIZED (
            SELECT f.collection, f.assessor, b.kind, decode(substr(b.hashes, i * 64 + 1, 64), 'hex') AS hash
            FROM fresh f
            CROSS JOIN LATERAL (SELECT j->>2 AS kind, j->>14 AS hashes FROM (
                SELECT replace(convert_from(f.body, 'UTF8'), of_nul, of_blank)::json AS j OFFSET 0) p OFFSET 0) b
            CROSS JOIN LATERAL generate_series(0, length(b.hashes) / 64 - 1) AS i),
        of_others AS MATERIALIZED (
            SELECT * FROM replaced r WHERE NOT EXISTS (
                SELECT FROM (SELECT e.collection, e.assessor, e.hash FROM jurybox.entry e
                             WHERE (e.collection, e.assessor, e.hash) >= (r.collection, r.assessor, r.hash)
                             ORDER BY e.collection, e.assessor, e.hash LIMIT 1) e
                WHERE (e.collection, e.assessor, e.hash) = (r.collection, r.assessor, r.hash)))
        SELECT FROM of_others r JOIN jurybox.person p ON p.collection = r.collection
        CROSS JOIN LATERAL (
            SELECT e.collection, e.assessor, e.hash, e.body FROM jurybox.entry e
            WHERE (e.collection, e.assessor, e.hash) >= (p.collection, p.code, r.hash)
            ORDER BY e.collection, e.assessor, e.hash LIMIT 1) e
        WHERE (e.collection, e.assessor, e.hash) = (p.collection, p.code, r.hash)
          AND NOT (r.kind = ANY ('{nugget,instance,adjudication}'::text[])
                   AND split_part(convert_from(substring(e.body FROM 73 FOR 14), 'UTF8'), '"', 1) = r.kind)) THEN
        RAISE EXCEPTION USING ERRCODE = 'JB001', MESSAGE = 'An entry replaces what somebody else entered.';
    END IF;

    UPDATE jurybox.chain c
        SET length = c.length + f.many, head = f.head, bytes = c.bytes + f.bytes,
            general = c.general OR f.general, txid = pg_current_xact_id()
        FROM (SELECT collection, assessor, writer, count(*)::integer AS many,
                     (array_agg(hash ORDER BY place DESC))[1] AS head, sum(octet_length(body)) AS bytes,
                     bool_or(substring(body FROM 73 FOR 5) = decode('6661637422', 'hex')
                             OR substring(body FROM 73 FOR 13) = decode('61646a756469636174696f6e22', 'hex'))
                     AS general
              FROM fresh GROUP BY 1, 2, 3) f
        WHERE (c.collection, c.assessor, c.writer) = (f.collection, f.assessor, f.writer);

    IF assessor_sends AND (SELECT sum(c.bytes) FROM jurybox.chain c
                           WHERE c.collection = jurybox.my_collection() AND c.assessor = jurybox.my_code())
                          > (SELECT quota FROM jurybox.collection WHERE id = jurybox.my_collection()) THEN
        RAISE EXCEPTION USING ERRCODE = 'JB002',
            MESSAGE = 'The hub takes no more entries of this assessor: the quota is used up.';
    END IF;
    FOR sent IN SELECT DISTINCT collection, assessor FROM fresh LOOP
        PERFORM pg_notify('jurybox_' || sent.collection, '');
        PERFORM pg_notify('jurybox_' || sent.collection || '_' || encode(sent.assessor, 'hex'), '');
    END LOOP;
    RETURN NULL;
END
$$;
"""
"""The check of what arrives; it is renewed in tables that are there already, whatever their version."""

TABLES = """
CREATE SCHEMA jurybox;

DO $$ BEGIN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

CREATE TABLE jurybox.meta (
    id text NOT NULL,
    version integer NOT NULL,
    oldest integer NOT NULL,
    longest interval NOT NULL DEFAULT '5 minutes'
);

CREATE TABLE jurybox.collection (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    identity text NOT NULL UNIQUE,
    name text NOT NULL,
    opened boolean NOT NULL DEFAULT false,
    quota bigint NOT NULL,
    published text NOT NULL DEFAULT ''
);

CREATE TABLE jurybox.person (
    collection integer NOT NULL REFERENCES jurybox.collection,
    code bytea NOT NULL CHECK (octet_length(code) = 16),
    name text NOT NULL,
    kind text NOT NULL,
    organizer boolean NOT NULL,
    PRIMARY KEY (collection, code)
);

CREATE TABLE jurybox.account (
    role text PRIMARY KEY,
    collection integer NOT NULL,
    code bytea NOT NULL,
    verifier text NOT NULL,
    machine text NOT NULL,
    version text NOT NULL,
    joined timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),
    waiting integer NOT NULL DEFAULT 0,
    withdrawn timestamptz,
    FOREIGN KEY (collection, code) REFERENCES jurybox.person
);

CREATE TABLE jurybox.invitation (
    role text PRIMARY KEY,
    collection integer NOT NULL,
    code bytea NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    expires timestamptz NOT NULL,
    used timestamptz,
    account text REFERENCES jurybox.account,
    misused integer NOT NULL DEFAULT 0,
    withdrawn timestamptz,
    FOREIGN KEY (collection, code) REFERENCES jurybox.person
);

CREATE TABLE jurybox.chain (
    collection integer NOT NULL,
    assessor bytea NOT NULL,
    writer bytea NOT NULL,
    length integer NOT NULL DEFAULT 0,
    head bytea NOT NULL DEFAULT ''::bytea,
    bytes bigint NOT NULL DEFAULT 0,
    general boolean NOT NULL DEFAULT false,
    txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (collection, assessor, writer)
);

CREATE TABLE jurybox.entry (
    collection integer NOT NULL,
    assessor bytea NOT NULL CHECK (octet_length(assessor) = 16),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    writer bytea NOT NULL CHECK (octet_length(writer) = 16),
    place integer NOT NULL CHECK (place >= 0),
    body bytea NOT NULL CHECK (octet_length(body) BETWEEN 80 AND 20000000),
    shared boolean NOT NULL,
    txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    received timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (collection, assessor, hash),
    UNIQUE (collection, assessor, writer, place),
    FOREIGN KEY (collection, assessor) REFERENCES jurybox.person
);

CREATE TABLE jurybox.nugget (
    collection integer NOT NULL,
    assessor bytea NOT NULL,
    digest bytea NOT NULL CHECK (octet_length(digest) = 16),
    body bytea NOT NULL CHECK (octet_length(body) BETWEEN 2 AND 1000000),
    PRIMARY KEY (collection, assessor, digest),
    FOREIGN KEY (collection, assessor) REFERENCES jurybox.person
);

CREATE TABLE jurybox.pack (
    collection integer NOT NULL REFERENCES jurybox.collection,
    digest bytea NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (collection, digest)
);

CREATE TABLE jurybox.handout (
    collection integer NOT NULL,
    assessor bytea NOT NULL,
    digest bytea NOT NULL,
    manifest bytea NOT NULL,
    made timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (collection, assessor),
    FOREIGN KEY (collection, assessor) REFERENCES jurybox.person
);

CREATE TABLE jurybox.handout_pack (
    collection integer NOT NULL,
    assessor bytea NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (collection, assessor, digest)
);

CREATE TABLE jurybox.home (
    collection integer PRIMARY KEY REFERENCES jurybox.collection,
    digest bytea NOT NULL,
    parts integer NOT NULL
);

CREATE TABLE jurybox.home_part (
    collection integer NOT NULL REFERENCES jurybox.collection,
    digest bytea NOT NULL,
    part integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (collection, digest, part)
);

CREATE FUNCTION jurybox.my_collection() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT collection FROM jurybox.account WHERE role = session_user AND withdrawn IS NULL
$$;

CREATE FUNCTION jurybox.my_code() RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT code FROM jurybox.account WHERE role = session_user AND withdrawn IS NULL
$$;

CREATE FUNCTION jurybox.is_open() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce((SELECT c.opened FROM jurybox.collection c JOIN jurybox.account a ON a.collection = c.id
                     WHERE a.role = session_user AND a.withdrawn IS NULL), false)
$$;

CREATE FUNCTION jurybox.is_shared(j json) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT j->>2 = 'fact' AND (j->>6 = ANY ('{SHARED}'::text[])
                               OR j->>6 LIKE 'guideline:%' OR j->>6 LIKE 'scheme:%')
$$;

{FOLLOW_CHAINS}

CREATE TRIGGER follow_chains AFTER INSERT ON jurybox.entry
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION jurybox.follow_chains();

CREATE FUNCTION jurybox.limit_nuggets() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF (SELECT sum(octet_length(n.body)) FROM jurybox.nugget n
        WHERE n.collection = jurybox.my_collection() AND n.assessor = jurybox.my_code())
       > (SELECT quota FROM jurybox.collection WHERE id = jurybox.my_collection()) THEN
        RAISE EXCEPTION USING ERRCODE = 'JB002',
            MESSAGE = 'The hub takes no more nuggets of this assessor: the quota is used up.';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER limit_nuggets AFTER INSERT ON jurybox.nugget
    FOR EACH STATEMENT EXECUTE FUNCTION jurybox.limit_nuggets();

CREATE FUNCTION jurybox.never() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'JB003', MESSAGE = 'Entries are never changed or removed.';
END
$$;

CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON jurybox.entry
    FOR EACH STATEMENT EXECUTE FUNCTION jurybox.never();

CREATE FUNCTION jurybox.hello(of_version text, of_waiting integer)
RETURNS TABLE (version integer, oldest integer, collection integer, code bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE jurybox.account a
        SET seen = now(), version = left(of_version, 40), waiting = greatest(of_waiting, 0)
        WHERE a.role = session_user AND a.withdrawn IS NULL;
    PERFORM pg_terminate_backend(s.pid) FROM pg_stat_activity s
        JOIN (SELECT o.role FROM jurybox.account o UNION ALL SELECT i.role FROM jurybox.invitation i) r
            ON r.role = s.usename
        WHERE s.pid <> pg_backend_pid() AND pg_has_role(s.usename, 'USAGE')
          AND (s.xact_start < clock_timestamp() - (SELECT m.longest FROM jurybox.meta m)
               OR s.pid IN (SELECT l.pid FROM pg_locks l WHERE l.locktype = 'advisory'));
    RETURN QUERY
        SELECT m.version, m.oldest, a.collection, a.code
        FROM jurybox.meta m
        LEFT JOIN jurybox.account a ON a.role = session_user AND a.withdrawn IS NULL;
END
$$;

CREATE FUNCTION jurybox.accept(of_verifier text, of_machine text, of_version text)
RETURNS TABLE (role text, refused text, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    mine jurybox.invitation;
    new_role text;
    members text;
BEGIN
    SELECT * INTO mine FROM jurybox.invitation i WHERE i.role = session_user FOR UPDATE;
    IF NOT FOUND THEN
        RETURN QUERY SELECT NULL::text, 'none'::text, NULL::timestamptz;
        RETURN;
    END IF;
    IF mine.withdrawn IS NOT NULL THEN
        RETURN QUERY SELECT NULL::text, 'withdrawn'::text, mine.withdrawn;
        RETURN;
    END IF;
    IF mine.used IS NOT NULL THEN
        IF EXISTS (SELECT FROM jurybox.account a
                   WHERE a.role = mine.account AND a.verifier = of_verifier) THEN
            RETURN QUERY SELECT mine.account, NULL::text, mine.used;
            RETURN;
        END IF;
        UPDATE jurybox.invitation i SET misused = i.misused + 1 WHERE i.role = mine.role;
        RETURN QUERY SELECT NULL::text, 'used'::text, mine.used;
        RETURN;
    END IF;
    IF mine.expires < clock_timestamp() THEN
        RETURN QUERY SELECT NULL::text, 'expired'::text, mine.expires;
        RETURN;
    END IF;
    IF of_verifier !~ '^SCRAM-SHA-256[$][0-9]+:[A-Za-z0-9+/=]+[$][A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$' THEN
        RAISE EXCEPTION USING ERRCODE = 'JB004', MESSAGE = 'A password must be sent as its SCRAM verifier.';
    END IF;
    new_role := replace(mine.role, '_i_', '_a_');
    SELECT 'jurybox_' || m.id INTO members FROM jurybox.meta m;
    EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L CONNECTION LIMIT 4', new_role, of_verifier);
    EXECUTE format('GRANT %I TO %I', members, new_role);
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        EXECUTE format('GRANT %I TO CURRENT_USER', new_role);
    END IF;
    EXECUTE format('ALTER ROLE %I SET statement_timeout = ''120s''', new_role);
    EXECUTE format('ALTER ROLE %I SET lock_timeout = ''30s''', new_role);
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''60s''', new_role);
    INSERT INTO jurybox.account (role, collection, code, verifier, machine, version)
        VALUES (new_role, mine.collection, mine.code, of_verifier, left(of_machine, 100),
                left(of_version, 40));
    UPDATE jurybox.invitation i SET used = now(), account = new_role WHERE i.role = mine.role;
    PERFORM pg_notify('jurybox_' || mine.collection, '');
    RETURN QUERY SELECT new_role, NULL::text, now();
END
$$;

ALTER TABLE jurybox.entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE jurybox.chain ENABLE ROW LEVEL SECURITY;
ALTER TABLE jurybox.nugget ENABLE ROW LEVEL SECURITY;
ALTER TABLE jurybox.person ENABLE ROW LEVEL SECURITY;
ALTER TABLE jurybox.pack ENABLE ROW LEVEL SECURITY;
ALTER TABLE jurybox.handout ENABLE ROW LEVEL SECURITY;
ALTER TABLE jurybox.handout_pack ENABLE ROW LEVEL SECURITY;

CREATE POLICY read_own ON jurybox.entry FOR SELECT USING (
    collection = (SELECT jurybox.my_collection())
    AND (assessor = (SELECT jurybox.my_code()) OR shared OR (SELECT jurybox.is_open())));
CREATE POLICY add_own ON jurybox.entry FOR INSERT WITH CHECK (
    collection = (SELECT jurybox.my_collection()) AND assessor = (SELECT jurybox.my_code()));
CREATE POLICY read_own ON jurybox.chain FOR SELECT USING (
    collection = (SELECT jurybox.my_collection())
    AND (assessor = (SELECT jurybox.my_code()) OR (SELECT jurybox.is_open())));
CREATE POLICY read_own ON jurybox.nugget FOR SELECT USING (
    collection = (SELECT jurybox.my_collection())
    AND (assessor = (SELECT jurybox.my_code()) OR (SELECT jurybox.is_open())));
CREATE POLICY add_own ON jurybox.nugget FOR INSERT WITH CHECK (
    collection = (SELECT jurybox.my_collection()) AND assessor = (SELECT jurybox.my_code()));
CREATE POLICY read_own ON jurybox.person FOR SELECT USING (
    collection = (SELECT jurybox.my_collection())
    AND (organizer OR code = (SELECT jurybox.my_code()) OR (SELECT jurybox.is_open())));
CREATE POLICY read_own ON jurybox.handout FOR SELECT USING (
    collection = (SELECT jurybox.my_collection()) AND assessor = (SELECT jurybox.my_code()));
CREATE POLICY read_own ON jurybox.handout_pack FOR SELECT USING (
    collection = (SELECT jurybox.my_collection()) AND assessor = (SELECT jurybox.my_code()));
CREATE POLICY read_own ON jurybox.pack FOR SELECT USING (
    collection = (SELECT jurybox.my_collection())
    AND EXISTS (SELECT FROM jurybox.handout_pack h WHERE h.collection = pack.collection
                AND h.assessor = (SELECT jurybox.my_code()) AND h.digest = pack.digest));

REVOKE ALL ON ALL TABLES IN SCHEMA jurybox FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA jurybox FROM PUBLIC;
"""

GRANTS = """
GRANT USAGE ON SCHEMA jurybox TO {members};
GRANT INSERT (collection, assessor, hash, writer, place, body, shared) ON jurybox.entry TO {members};
GRANT INSERT ON jurybox.nugget TO {members};
GRANT SELECT ON jurybox.entry, jurybox.nugget, jurybox.chain, jurybox.person, jurybox.pack, jurybox.handout,
    jurybox.handout_pack TO {members};
GRANT EXECUTE ON FUNCTION jurybox.my_collection(), jurybox.my_code(), jurybox.is_open(),
    jurybox.hello(text, integer) TO {members};
"""
"""What the accounts of assessors may do, all of them through one group role, `members`."""

INVITED = """
GRANT USAGE ON SCHEMA jurybox TO {role};
GRANT EXECUTE ON FUNCTION jurybox.accept(text, text, text) TO {role};
"""
"""What an invitation may do: be accepted, once."""


def tables() -> str:
    """Return the statements that make the tables, triggers, functions and policies of an empty hub."""
    return TABLES.replace("{FOLLOW_CHAINS}", FOLLOW_CHAINS).replace("{SHARED}", "{" + ",".join(SHARED_FACTS) + "}")
