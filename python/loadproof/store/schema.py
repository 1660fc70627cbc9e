"""The tables of `run.db`: SQLite in WAL mode, one file per run.

`synchronous=NORMAL`: what was committed survives the death of the process (`kill -9`), not a loss of power.

Texts for people are messages of `words/`, as JSON: `{"code", "values"}`, or a string where they are told as they are.

Rows of `window`, `shard` and `reading` that are older than an hour are rolled up to minutes, see `roll_up`; those
around an injection stay. Rows of `database_activity` that are older than an hour become one a minute.
"""

__all__ = [
    "FIRST_WITH_ALARMS",
    "FIRST_WITH_BYTES",
    "FIRST_WITH_CAMPAIGNS",
    "FIRST_WITH_DATABASES",
    "FIRST_WITH_INJECTIONS",
    "FIRST_WITH_RETRIES",
    "FIRST_WITH_STAGES",
    "FIRST_WITH_USES",
    "JSON_COLUMNS",
    "LONGEST_COLUMNS",
    "OLDEST_READ",
    "PAGE_BYTES",
    "SCHEMA_VERSION",
    "TABLES_SINCE",
    "WRITER_PRAGMAS",
    "tables_of",
]

SCHEMA_VERSION = 16
"""Stands in `PRAGMA user_version`."""

OLDEST_READ = 5
"""A run of an older schema is refused; this one has the English of its texts in place of messages."""

FIRST_WITH_USES = 7
"""First schema with the table `variant_use`."""

FIRST_WITH_RETRIES = 8
"""First schema with the column `window.retried`."""

FIRST_WITH_BYTES = 9
"""First schema with the columns `window.bytes_received` and `window.bytes_sent`."""

FIRST_WITH_CAMPAIGNS = 10
"""First schema with the column `start.campaign`."""

FIRST_WITH_STAGES = 12
"""First schema with the column `trial.held`."""

FIRST_WITH_APDEX = 13
"""First schema with the columns `window.apdex` and `shard.users`."""

FIRST_WITH_ALARMS = 14
"""First schema with the table `alarm`."""

FIRST_WITH_INJECTIONS = 15
"""First schema with the table `injection`."""

FIRST_WITH_DATABASES = 16
"""First schema with the table `database_activity`."""

_LAST_WITH_CURES = 10
"""Last schema in which a doubt holds its cure, in the column `doubt.cure` and within columns of JSON."""

TABLES_SINCE = {
    "variant_use": FIRST_WITH_USES,
    "alarm": FIRST_WITH_ALARMS,
    "injection": FIRST_WITH_INJECTIONS,
    "database_activity": FIRST_WITH_DATABASES,
}
"""First schema with each table that older schemas lack."""
JSON_COLUMNS = frozenset(
    {
        *("command", "operations", "slos", "thresholds_ms", "method", "environment", "study"),
        *("planned", "verdict", "measurement", "held", "answer", "errors", "within", "facts", "faults", "text", "cure"),
        "activity",
    }
)
LONGEST_COLUMNS = frozenset({"plan", "profile_text", "source"})
"""Columns that hold files of the user, or what was made of them; no report shows them."""

PAGE_BYTES = 32768
"""A minute of one operation takes 1 to 3 kB: a fifth of a page of 4 kB would be left empty, a tenth of one of 16 kB."""

WRITER_PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA cache_size = -512")
"""Settings of the connection that writes a run. A run is appended to: SQLite's usual cache of 2 MB would only fill,
over half an hour, with pages that nobody reads again."""

_TABLES = """
CREATE TABLE run (
    version TEXT NOT NULL,            -- of loadproof
    verb TEXT NOT NULL,
    command TEXT NOT NULL,            -- JSON list of the command line's words
    target TEXT NOT NULL,
    started_at REAL NOT NULL,         -- Unix time, s
    started_monotonic REAL NOT NULL,  -- s, the origin of the axis that every other instant of the run is on
    arrivals TEXT NOT NULL,
    seed INTEGER NOT NULL,
    operations TEXT NOT NULL,         -- JSON list of {name, weight, request, kind, tags}; the index is window.operation
    slos TEXT NOT NULL,               -- JSON list
    thresholds_ms TEXT NOT NULL,      -- JSON list; the index is that of window.within
    method TEXT NOT NULL,             -- JSON object: settings
    environment TEXT NOT NULL,        -- JSON object: facts of the host
    plan TEXT NOT NULL,               -- JSON object: the frozen plan of the engine
    profile_text TEXT,                -- the profile file as it was read
    base_rate REAL,                   -- of the profile at N = 1, calls/s; NULL where it has shares alone
    study TEXT,                       -- JSON object, as in result.json; NULL without a study
    source TEXT                       -- JSON object: StudySource with the files it was read from; NULL without a file
);
CREATE TABLE start (                  -- a fresh stand of one variant, and all methods on it
    variant TEXT NOT NULL,
    number INTEGER NOT NULL,          -- of its variant, from 1, whatever the campaign
    campaign TEXT NOT NULL,           -- what it was begun for: study, compare or overhead
    began_s REAL NOT NULL,            -- since the run began
    state TEXT NOT NULL,              -- under-way (also: cut), complete, not-run or superseded
    work_before_us REAL,              -- CPU time of a fixed piece of work (system/yardstick.py) before its stand was
    work_after_us REAL,               -- started, and after that had stopped; NULL: not read
    PRIMARY KEY (variant, number)
) WITHOUT ROWID;
CREATE TABLE runtime (                -- what is known of a service, as its runtime said of itself before any load
    variant TEXT NOT NULL,            -- empty: of a target that others run, without a study
    start INTEGER NOT NULL,
    service TEXT NOT NULL,
    facts TEXT NOT NULL               -- JSON object of texts
);
CREATE TABLE trial (
    number INTEGER PRIMARY KEY,
    variant TEXT,                     -- of the stand; NULL without a study
    method TEXT NOT NULL,
    purpose TEXT NOT NULL,
    planned TEXT NOT NULL,            -- JSON object: the fields of Trial, its start among them
    started_at REAL NOT NULL,         -- Unix time, s
    started_monotonic REAL NOT NULL,  -- s, on the axis of the run
    ended_monotonic REAL,             -- NULL: cut short
    verdict TEXT,                     -- JSON object, as in result.json with messages
    held TEXT,                        -- JSON list: the stages that were held, as in result.json; NULL: none
    measurement TEXT                  -- JSON object with its doubts, as in result.json with messages
);
CREATE TABLE window (                 -- deltas: readers add up the rows of one (trial, due_second, operation)
    trial INTEGER NOT NULL,
    tick_second INTEGER NOT NULL,     -- the second of the trial that ended when the row was written
    due_second INTEGER NOT NULL,      -- the first of `seconds` due seconds
    seconds INTEGER NOT NULL,         -- 1, or as many as were rolled up
    operation INTEGER NOT NULL,
    due INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    retried INTEGER NOT NULL,         -- sent a second time; calls are counted once
    bytes_received INTEGER NOT NULL,  -- of HTTP, of all calls however they ended; 0: a simulated service
    bytes_sent INTEGER NOT NULL,
    done INTEGER NOT NULL,            -- completions in those seconds, whenever they were due
    errors TEXT NOT NULL,             -- JSON object: kind to count
    within TEXT NOT NULL,             -- JSON list: completions not over thresholds_ms[i]
    apdex BLOB,                       -- ApdexCounts of the engine; NULL: the operation has no target time
    response BLOB,                    -- HdrHistogram V2 deflate, ns; NULL when empty; so the next three
    service BLOB,                     -- of no bytes: as response
    wait BLOB,
    lateness BLOB
);
CREATE INDEX window_by_due_second ON window (trial, due_second, operation);
CREATE TABLE shard (
    trial INTEGER NOT NULL,
    tick_second INTEGER NOT NULL,     -- of a rolled-up minute its last, with the gauges at its end
    shard INTEGER NOT NULL,
    cpu_s REAL NOT NULL,              -- since the trial began
    in_flight INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    connections INTEGER NOT NULL,
    longest_turn_ms REAL NOT NULL,
    users INTEGER NOT NULL,           -- that have joined and are past the steps before their first flow
    lateness BLOB,
    faults TEXT NOT NULL              -- JSON object: the generator's own limits that were hit
);
CREATE INDEX shard_by_second ON shard (trial, tick_second);
CREATE TABLE phase (                  -- of a trial up to its last tick: one row a phase, however long it lasts
    trial INTEGER NOT NULL,
    name TEXT NOT NULL,               -- connect, tls, first_byte, transfer or reused_idle
    histogram BLOB NOT NULL,          -- HdrHistogram V2 deflate, ns
    PRIMARY KEY (trial, name)
) WITHOUT ROWID;
CREATE TABLE failed_reply (           -- replies that were not as expected: a few of each kind, secrets masked
    trial INTEGER NOT NULL,
    operation INTEGER NOT NULL,
    kind TEXT NOT NULL,               -- as in window.errors
    due_s REAL NOT NULL,              -- since the trial began
    service_ms REAL NOT NULL,
    head TEXT NOT NULL,               -- status line and headers; what is no text stands as escapes
    body TEXT NOT NULL,               -- its begin
    body_bytes INTEGER NOT NULL       -- of the whole
);
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    probe TEXT NOT NULL,              -- such as process:api
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    UNIQUE (probe, name)
);
CREATE TABLE reading (                -- by time, so that a second is written to one place
    at_s REAL NOT NULL,               -- since the run began
    series INTEGER NOT NULL,
    value REAL NOT NULL,
    trial INTEGER,                    -- NULL: between trials
    PRIMARY KEY (at_s, series)
) WITHOUT ROWID;
CREATE TABLE variant_use (            -- what each variant had used at the boundaries of slots
    trial INTEGER,                    -- the slot; NULL: before the first slot of a round or start
    boundary TEXT NOT NULL,           -- begin, settled or end; maintenance, switch, switched: after the slot
    at_s REAL NOT NULL,               -- since the run began
    variant TEXT NOT NULL,
    start INTEGER NOT NULL,           -- of the variant: its round
    cpu_s REAL,                       -- since some moment before the first slot of its round; NULL: not known
    memory_mib REAL                   -- at the end of its own slots; NULL: not read
);
CREATE TABLE alarm (                  -- changes of the phase of alarms, and how long each trial was evaluated
    trial INTEGER NOT NULL,
    name TEXT NOT NULL,               -- of the alarm; empty: of all
    phase TEXT NOT NULL,              -- inactive, pending, firing or no-data from here on; ended: nothing more follows
    at_s REAL NOT NULL,               -- evaluation, since the trial began
    known_s REAL NOT NULL,            -- when its values were final
    since_s REAL,                     -- first of the true evaluations on end; NULL: neither pending nor firing
    value TEXT                        -- JSON of a message; NULL: of all
);
CREATE TABLE injection (              -- occurrences of injections; instants are seconds since the trial began
    trial INTEGER NOT NULL,
    name TEXT NOT NULL,
    number INTEGER NOT NULL,          -- of the occurrence within the trial, from 1
    begun_s REAL NOT NULL,
    ended_s REAL,                     -- start of the undo; NULL: the run was cut before
    undone_s REAL,                    -- nothing is left, seen from outside; NULL: not while the run lasted
    state TEXT NOT NULL,              -- under_way, undone, failed, not_undone or cut
    fault TEXT,                       -- JSON of a message; NULL: nothing went wrong
    UNIQUE (trial, name, number)
);
CREATE TABLE database_activity (      -- activity of a database over 10 s of a trial, or what was left of it
    trial INTEGER NOT NULL,
    at_s REAL NOT NULL,               -- start, since the run began
    service TEXT NOT NULL,
    activity TEXT NOT NULL            -- JSON object: DatabaseActivity, as in result.json with messages
);
CREATE INDEX database_activity_by_time ON database_activity (at_s);
CREATE TABLE event (
    at_s REAL NOT NULL,               -- since the run began
    trial INTEGER,                    -- NULL: between trials
    kind TEXT NOT NULL,
    service TEXT,
    text TEXT NOT NULL,               -- JSON of a message
    variant TEXT,                     -- NULL: between starts
    start INTEGER NOT NULL            -- of the variant; 0: between starts
);
CREATE TABLE doubt (                  -- of the stand and the probes; those of a trial are in its measurement
    variant TEXT,
    code TEXT NOT NULL,
    text TEXT NOT NULL,               -- JSON of a message
    cure TEXT NOT NULL,               -- JSON of a message; up to schema 10, now chosen where a result is made
    start INTEGER NOT NULL            -- of the variant; 0: of all
);
CREATE TABLE answer (
    variant TEXT,
    method TEXT NOT NULL,
    answer TEXT NOT NULL,             -- JSON object of the method with messages
    start INTEGER NOT NULL            -- of the variant, from 1; 0: whichever was up
);
CREATE TABLE ending (
    ended_monotonic REAL NOT NULL,    -- s
    interrupted INTEGER NOT NULL
);
CREATE TABLE storage_failure (
    at_s REAL NOT NULL,               -- since the run began
    text TEXT NOT NULL,               -- JSON of a message
    lost_seconds INTEGER NOT NULL
);
"""

_FIRST_WITH = {
    "retried": FIRST_WITH_RETRIES,
    "bytes_received": FIRST_WITH_BYTES,
    "bytes_sent": FIRST_WITH_BYTES,
    "campaign": FIRST_WITH_CAMPAIGNS,
    "held": FIRST_WITH_STAGES,
    "apdex": FIRST_WITH_APDEX,
    "users": FIRST_WITH_APDEX,
}
"""Columns that older schemas lack, with the first schema that has each."""
_LAST_WITH = {"cure": _LAST_WITH_CURES}
"""Columns that newer schemas lack, with the last schema that has each."""


def tables_of(version: int) -> str:
    """The tables of a schema: others lack columns of this one; tables of older ones are told by `TABLES_SINCE`."""
    lacking = [column for column, first in _FIRST_WITH.items() if version < first]
    lacking += [column for column, last in _LAST_WITH.items() if version > last]
    begins = tuple(f"{column} " for column in lacking)
    return "".join(line for line in _TABLES.splitlines(keepends=True) if not line.strip().startswith(begins))
