"""The tables of `run.db`: SQLite in WAL mode, one file per run.

`synchronous=NORMAL`: what was committed survives the death of the process (`kill -9`), not a loss of power.
"""

__all__ = ["SCHEMA_VERSION", "TABLES"]

SCHEMA_VERSION = 1
"""Stands in `PRAGMA user_version`; a reader refuses a newer one."""

TABLES = """
CREATE TABLE run (
    version TEXT NOT NULL,            -- of loadproof
    verb TEXT NOT NULL,
    command TEXT NOT NULL,            -- JSON list of the command line's words
    target TEXT NOT NULL,
    started_at REAL NOT NULL,         -- Unix time, s
    started_monotonic REAL NOT NULL,  -- s
    arrivals TEXT NOT NULL,
    seed INTEGER NOT NULL,
    operations TEXT NOT NULL,         -- JSON list of {name, weight, request}; the index is window.operation
    slos TEXT NOT NULL,               -- JSON list
    thresholds_ms TEXT NOT NULL,      -- JSON list; the index is that of window.within
    method TEXT NOT NULL,             -- JSON object: settings
    environment TEXT NOT NULL,        -- JSON object: facts of the host
    plan TEXT NOT NULL,               -- JSON object: the frozen plan of the engine
    profile_text TEXT                 -- the profile file as it was read
);
CREATE TABLE trial (
    number INTEGER PRIMARY KEY,
    purpose TEXT NOT NULL,
    planned TEXT NOT NULL,            -- JSON object: the fields of Trial
    started_at REAL NOT NULL,         -- Unix time, s
    started_monotonic REAL NOT NULL,  -- s
    ended_monotonic REAL,             -- NULL: cut short
    verdict TEXT,                     -- JSON object, as in result.json
    measurement TEXT                  -- JSON object with its doubts, as in result.json
);
CREATE TABLE window (                 -- deltas: readers add up the rows of one (trial, due_second, operation)
    trial INTEGER NOT NULL,
    tick_second INTEGER NOT NULL,     -- the second of the trial that ended when the row was written
    due_second INTEGER NOT NULL,
    operation INTEGER NOT NULL,
    due INTEGER NOT NULL,
    sent INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    dropped INTEGER NOT NULL,
    cut INTEGER NOT NULL,
    done INTEGER NOT NULL,            -- completions in due_second, whenever they were due
    errors TEXT NOT NULL,             -- JSON object: kind to count
    within TEXT NOT NULL,             -- JSON list: completions not over thresholds_ms[i]
    response BLOB,                    -- HdrHistogram V2 deflate, ns; NULL when empty; so the next three
    service BLOB,
    wait BLOB,
    lateness BLOB
);
CREATE INDEX window_by_due_second ON window (trial, due_second, operation);
CREATE TABLE shard (
    trial INTEGER NOT NULL,
    tick_second INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    cpu_s REAL NOT NULL,              -- since the trial began
    in_flight INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    connections INTEGER NOT NULL,
    longest_turn_ms REAL NOT NULL,
    lateness BLOB,
    faults TEXT NOT NULL              -- JSON object: the generator's own limits that were hit
);
CREATE INDEX shard_by_second ON shard (trial, tick_second);
CREATE TABLE reading (
    trial INTEGER,                    -- NULL: between trials
    at_s REAL NOT NULL,               -- since the run began
    probe TEXT NOT NULL,
    name TEXT NOT NULL,
    value REAL NOT NULL
);
CREATE INDEX reading_by_time ON reading (probe, name, at_s);
CREATE TABLE answer (
    ended_monotonic REAL NOT NULL,
    interrupted INTEGER NOT NULL,
    answer TEXT                       -- JSON object of the method; NULL for a plain load
);
CREATE TABLE storage_failure (
    at_s REAL NOT NULL,               -- since the run began
    text TEXT NOT NULL,
    lost_seconds INTEGER NOT NULL
);
"""
