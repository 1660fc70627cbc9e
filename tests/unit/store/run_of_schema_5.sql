BEGIN TRANSACTION;
CREATE TABLE answer (
    variant TEXT,
    method TEXT NOT NULL,
    answer TEXT NOT NULL,             -- JSON object of the method
    start INTEGER NOT NULL            -- of the variant, from 1; 0: whichever was up
);
INSERT INTO "answer" VALUES(NULL,'load','{"outcome": "failed", "rate": 100.0, "reason": "2 % of calls failed (limit 1 %)", "doubts": [{"code": "steal", "text": "the hypervisor took 6 % of the processor time", "cure": "use a machine whose cores are its own"}]}',0);
CREATE TABLE doubt (                  -- of the stand and the probes; those of a trial are in its measurement
    variant TEXT,
    code TEXT NOT NULL,
    text TEXT NOT NULL,
    cure TEXT NOT NULL,
    start INTEGER NOT NULL            -- of the variant; 0: of all
);
INSERT INTO "doubt" VALUES(NULL,'limits','the limit of 2 CPUs of the service api is not set (there is no control group for cpu); it is kept to 2 CPUs instead','run in a control group that is yours (systemd-run --user --scope -p Delegate=yes), or as root',0);
CREATE TABLE ending (
    ended_monotonic REAL NOT NULL,    -- s
    interrupted INTEGER NOT NULL
);
INSERT INTO "ending" VALUES(1005.0,0);
CREATE TABLE event (
    at_s REAL NOT NULL,               -- since the run began
    trial INTEGER,                    -- NULL: between trials
    kind TEXT NOT NULL,
    service TEXT,
    text TEXT NOT NULL,
    variant TEXT,                     -- NULL: between starts
    start INTEGER NOT NULL            -- of the variant; 0: between starts
);
INSERT INTO "event" VALUES(0.0,NULL,'ready',NULL,'the stand of sqlite is ready at http://127.0.0.1:8080',NULL,0);
INSERT INTO "event" VALUES(5.0,1,'died','api','the service api ended with exit code 3',NULL,0);
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
CREATE TABLE phase (                  -- of a trial up to its last tick: one row a phase, however long it lasts
    trial INTEGER NOT NULL,
    name TEXT NOT NULL,               -- connect, tls, first_byte or transfer
    histogram BLOB NOT NULL,          -- HdrHistogram V2 deflate, ns
    PRIMARY KEY (trial, name)
) WITHOUT ROWID;
CREATE TABLE reading (                -- by time, so that a second is written to one place
    at_s REAL NOT NULL,               -- since the run began
    series INTEGER NOT NULL,
    value REAL NOT NULL,
    trial INTEGER,                    -- NULL: between trials
    PRIMARY KEY (at_s, series)
) WITHOUT ROWID;
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
INSERT INTO "run" VALUES('0.5','load','["loadproof", "load", "http://127.0.0.1:8080", "--slo", "p99<50ms"]','http://127.0.0.1:8080',1700000000.0,1000.0,'poisson',7,'[{"name": "get", "weight": 70.0, "request": "GET /status/{id}", "kind": "operation", "tags": {}}, {"name": "batch", "weight": 20.0, "request": "GET /status?ids={ids}", "kind": "operation", "tags": {}}, {"name": "create", "weight": 5.0, "request": "POST /status", "kind": "operation", "tags": {}}, {"name": "update", "weight": 5.0, "request": "PUT /status/{id}", "kind": "operation", "tags": {}}]','[{"text": "p99<50ms", "kind": "percentile", "limit_share": 0.01, "threshold_ms": 50.0, "operation": null}, {"text": "errors<1%", "kind": "errors", "limit_share": 0.01, "threshold_ms": null, "operation": null}]','[50.0]','{"timeout_s": 10.0, "connections": 256}','{"cpu_model": "Example CPU", "cores": 2, "memory_mib": 7800}','{"shards": 1}',NULL,NULL,NULL,NULL);
CREATE TABLE runtime (                -- what is known of a service, as its runtime said of itself before any load
    variant TEXT NOT NULL,            -- empty: of a target that others run, without a study
    start INTEGER NOT NULL,
    service TEXT NOT NULL,
    facts TEXT NOT NULL               -- JSON object of texts
);
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    probe TEXT NOT NULL,              -- such as process:api
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    UNIQUE (probe, name)
);
CREATE TABLE shard (
    trial INTEGER NOT NULL,
    tick_second INTEGER NOT NULL,     -- of a rolled-up minute its last, with the gauges at its end
    shard INTEGER NOT NULL,
    cpu_s REAL NOT NULL,              -- since the trial began
    in_flight INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    connections INTEGER NOT NULL,
    longest_turn_ms REAL NOT NULL,
    lateness BLOB,
    faults TEXT NOT NULL              -- JSON object: the generator's own limits that were hit
);
INSERT INTO "shard" VALUES(1,0,0,0.2,3,0,8,0.4,X'1C84931400000020785E9369992CCCC0C0C004C420C00CA55E4068FFFFF61F202C5F26005FF90503','{}');
CREATE TABLE start (                  -- a fresh stand of one variant, and all methods on it
    variant TEXT NOT NULL,
    number INTEGER NOT NULL,          -- of its variant, from 1
    began_s REAL NOT NULL,            -- since the run began
    state TEXT NOT NULL,              -- under-way (also: cut), complete, not-run or superseded
    work_before_us REAL,              -- CPU time of a fixed piece of work (system/yardstick.py) before its stand was
    work_after_us REAL,               -- started, and after that had stopped; NULL: not read
    PRIMARY KEY (variant, number)
) WITHOUT ROWID;
CREATE TABLE storage_failure (
    at_s REAL NOT NULL,               -- since the run began
    text TEXT NOT NULL,
    lost_seconds INTEGER NOT NULL
);
INSERT INTO "storage_failure" VALUES(12.0,'the disk is full',4);
CREATE TABLE trial (
    number INTEGER PRIMARY KEY,
    variant TEXT,                     -- of the stand; NULL without a study
    method TEXT NOT NULL,
    purpose TEXT NOT NULL,
    planned TEXT NOT NULL,            -- JSON object: the fields of Trial, its start among them
    started_at REAL NOT NULL,         -- Unix time, s
    started_monotonic REAL NOT NULL,  -- s, on the axis of the run
    ended_monotonic REAL,             -- NULL: cut short
    verdict TEXT,                     -- JSON object, as in result.json
    measurement TEXT                  -- JSON object with its doubts, as in result.json
);
INSERT INTO "trial" VALUES(1,NULL,'load','load','{"purpose": "load", "rate": 100.0, "hold_s": 5.0, "settle_s": 0.0, "ramp_s": 0.0, "ramp_from": 0.0, "early_stop": true, "users": 0, "tail_s": 0.0, "variant": "", "start": 0}',1700000000.0,1000.0,1005.0,'{"state": "failed", "reason": "2 % of calls failed (limit 1 %)", "early": false, "worst_lateness_ms": null, "slos": []}','{"duration_s": 5.0, "left_out_s": [], "disturbed_s": [], "rate": 0.0, "due": 0, "sent": 0, "completed": 0, "dropped": 0, "cut": 0, "missing": 0, "within": [], "errors": 0, "errors_by_kind": {}, "error_percent": 0.0, "response_ms": {"p50": null, "p90": null, "p95": null, "p99": null, "p99_9": null, "max": null, "mean": null}, "response_interval_ms": {"scope": "within one start", "p50": null, "p90": null, "p95": null, "p99": null, "p99_9": null}, "wait_ms": {"p50": null, "p90": null, "p95": null, "p99": null, "p99_9": null, "max": null, "mean": null}, "lateness_ms": {"p50": null, "p90": null, "p95": null, "p99": null, "p99_9": null, "max": null, "mean": null}, "service_ms": {"p50": null, "p90": null, "p95": null, "p99": null, "p99_9": null, "max": null, "mean": null}, "operations": {}, "valid": true, "doubts": [{"code": "steal", "text": "the hypervisor took 6 % of the processor time", "cure": "use a machine whose cores are its own"}]}');
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
    done INTEGER NOT NULL,            -- completions in those seconds, whenever they were due
    errors TEXT NOT NULL,             -- JSON object: kind to count
    within TEXT NOT NULL,             -- JSON list: completions not over thresholds_ms[i]
    response BLOB,                    -- HdrHistogram V2 deflate, ns; NULL when empty; so the next three
    service BLOB,                     -- of no bytes: as response
    wait BLOB,
    lateness BLOB
);
INSERT INTO "window" VALUES(1,0,0,1,0,1,1,1,0,0,1,'{}','[1]',X'1C84931400000022785E9369992CCCC0C0C00CC42000A5995F80297EE7FFF61F202207E5980066EC0599',X'1C84931400000023785E9369992CCCC0C0C00CC42000A5995F8029DEDDFFED3F4044764A3301006CCA0604',X'1C8493140000001F785E9369992CCCC0C0C008C420C00CA55E4068F60BF61F202C2600559B043E',X'1C84931400000020785E9369992CCCC0C0C004C420C00CA55E4068FFFFF61F202C5F26005FF90503');
INSERT INTO "window" VALUES(1,0,0,1,1,1,1,1,0,0,1,'{}','[1]',X'1C84931400000022785E9369992CCCC0C0C00CC42000A5995F80297EE7FFF61F202207E5980066EC0599',X'1C84931400000023785E9369992CCCC0C0C00CC42000A5995F8029DEDDFFED3F4044764A3301006CCA0604',X'1C8493140000001F785E9369992CCCC0C0C008C420C00CA55E4068F60BF61F202C2600559B043E',X'1C84931400000020785E9369992CCCC0C0C004C420C00CA55E4068FFFFF61F202C5F26005FF90503');
INSERT INTO "window" VALUES(1,0,0,1,2,1,1,1,0,0,1,'{}','[1]',X'1C84931400000022785E9369992CCCC0C0C00CC42000A5995F80297EE7FFF61F202207E5980066EC0599',X'1C84931400000023785E9369992CCCC0C0C00CC42000A5995F8029DEDDFFED3F4044764A3301006CCA0604',X'1C8493140000001F785E9369992CCCC0C0C008C420C00CA55E4068F60BF61F202C2600559B043E',X'1C84931400000020785E9369992CCCC0C0C004C420C00CA55E4068FFFFF61F202C5F26005FF90503');
INSERT INTO "window" VALUES(1,0,0,1,3,1,1,1,0,0,1,'{}','[1]',X'1C84931400000022785E9369992CCCC0C0C00CC42000A5995F80297EE7FFF61F202207E5980066EC0599',X'1C84931400000023785E9369992CCCC0C0C00CC42000A5995F8029DEDDFFED3F4044764A3301006CCA0604',X'1C8493140000001F785E9369992CCCC0C0C008C420C00CA55E4068F60BF61F202C2600559B043E',X'1C84931400000020785E9369992CCCC0C0C004C420C00CA55E4068FFFFF61F202C5F26005FF90503');
CREATE INDEX window_by_due_second ON window (trial, due_second, operation);
CREATE INDEX shard_by_second ON shard (trial, tick_second);
COMMIT;
PRAGMA user_version = 5;
