"""The tables of a collection file, as they must stand in it to the letter.

A file is opened only if every object in it is one of these (see `jurybox.collection.file`), so the
statements here are the single description of today's file; `migrations` proves that it leads here.

Rows are never deleted and their ids run 1, 2, 3, ... without a gap, so that the row with id n is at
position n - 1 in every array of the catalog. Nothing is indexed that no query needs: texts are read
by row id, and all else is read once into arrays.
"""

APPLICATION_ID = 0x4A555259
"""The four bytes "JURY" in the header of the file."""

VERSION = 1
"""`user_version`: raised with every change of the tables."""

TABLES: dict[str, str] = {
    "series": """CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    target TEXT,
    target_type TEXT
) STRICT""",
    "document": """CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,
    title TEXT,
    url TEXT
) STRICT""",
    "question": """CREATE TABLE question (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    series INTEGER REFERENCES series (id),
    position INTEGER,
    category TEXT,
    nil_correct INTEGER,
    lang TEXT,
    guideline TEXT,
    status TEXT,
    digest BLOB NOT NULL
) STRICT""",
    "option": """CREATE TABLE option (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT""",
    "answer": """CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT,
    text TEXT NOT NULL,
    document TEXT,
    support TEXT,
    author TEXT,
    posted_at TEXT,
    best INTEGER NOT NULL,
    pool BLOB,
    digest BLOB NOT NULL
) STRICT""",
    "run": """CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    team TEXT,
    description TEXT,
    lang TEXT,
    seconds REAL,
    origin TEXT NOT NULL
) STRICT""",
    "response": """CREATE TABLE response (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    question INTEGER NOT NULL REFERENCES question (id),
    answer INTEGER REFERENCES answer (id),
    nil INTEGER NOT NULL,
    rank INTEGER,
    text TEXT,
    answered INTEGER NOT NULL,
    decision INTEGER,
    selected INTEGER NOT NULL,
    confidence REAL,
    score REAL
) STRICT""",
    "run_time": """CREATE TABLE run_time (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (id),
    question INTEGER NOT NULL REFERENCES question (id),
    seconds REAL NOT NULL
) STRICT""",
    "assessor": """CREATE TABLE assessor (
    id INTEGER PRIMARY KEY,
    code BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL
) STRICT""",
    "assignment": """CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    assessor INTEGER NOT NULL REFERENCES assessor (id),
    question INTEGER NOT NULL REFERENCES question (id),
    answer INTEGER REFERENCES answer (id)
) STRICT""",
    "nugget": """CREATE TABLE nugget (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT NOT NULL,
    author INTEGER REFERENCES assessor (id),
    source TEXT,
    weight REAL,
    digest BLOB NOT NULL
) STRICT""",
    "instance": """CREATE TABLE instance (
    id INTEGER PRIMARY KEY,
    question INTEGER NOT NULL REFERENCES question (id),
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    author INTEGER REFERENCES assessor (id)
) STRICT""",
    "writer": """CREATE TABLE writer (
    id INTEGER PRIMARY KEY,
    code BLOB NOT NULL UNIQUE
) STRICT""",
    "entry": """CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,
    writer INTEGER NOT NULL REFERENCES writer (id),
    assessor INTEGER NOT NULL REFERENCES assessor (id),
    kind TEXT NOT NULL,
    question INTEGER REFERENCES question (id),
    answer INTEGER REFERENCES answer (id),
    nugget INTEGER REFERENCES nugget (id),
    fact TEXT,
    label TEXT,
    state TEXT,
    note TEXT,
    seconds REAL,
    at INTEGER NOT NULL,
    act TEXT NOT NULL,
    part INTEGER NOT NULL,
    replaces BLOB,
    heads BLOB
) STRICT""",
    "superseded": """CREATE TABLE superseded (
    entry INTEGER PRIMARY KEY REFERENCES entry (id)
) STRICT""",
    "local": """CREATE TABLE local (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT""",
    "_sqlite_migrations": """CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
)""",
    "idx__sqlite_migrations_migration_set_name": (
        'CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"\n'
        '    ON "_sqlite_migrations" ("migration_set", "name")'
    ),
}
"""Every object of the file by name, with the SQL text that `sqlite_schema` must show for it."""

OUR_TABLES = tuple(name for name in TABLES if "sqlite_migrations" not in name)
"""The tables that we write; the others belong to the migration library."""
