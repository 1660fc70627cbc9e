"""Causes of a database: each rule on both sides of its thresholds, with and without the trial that passed."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from loadproof.findings.causes import causes_of
from loadproof.findings.consequences import stopping
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.model.message import Message, count, mebibytes
from loadproof.postgres.causes import database_causes
from loadproof.records.database_activity import (
    DatabaseActivity,
    DatabaseCounts,
    DatabaseLevels,
    RunningStatement,
    SessionUse,
)
from loadproof.records.finding import Cause, Evidence, Finding
from loadproof.words.catalogue import LANGUAGES, english, words_of

from ..findings.made_evidence import trial
from .made_activity import (
    ALL,
    DURATION_S,
    JOINED,
    MIB,
    abandoned,
    activity,
    churning,
    every_text,
    joining,
    locked,
    look_up,
    missing_index,
    plan,
    scans,
    settings,
    space,
    statement,
    storm,
    tree,
    waits,
    with_jit,
)

CAUSES = [
    Cause.DATABASE_TEMPORARY_SPACE,
    Cause.DATABASE_LOCK,
    Cause.DATABASE_ABANDONED,
    Cause.DATABASE_MISSING_INDEX,
    Cause.DATABASE_JOIN_ORDER,
    Cause.DATABASE_JIT,
    Cause.DATABASE_TEMPORARY_TABLES,
    Cause.DATABASE_CHECKPOINTS,
    Cause.DATABASE_SESSIONS,
    Cause.DATABASE_CONNECTIONS,
]


def named(now: DatabaseActivity, before: DatabaseActivity | None = None) -> list[str]:
    """Return the causes of the facts."""
    return [finding.cause for finding in database_causes(now, before, 5) if finding.kind == "fact"]


def supposed(now: DatabaseActivity, before: DatabaseActivity | None = None) -> list[Finding]:
    """Return the hypotheses."""
    return [finding for finding in database_causes(now, before, 5) if finding.kind == "hypothesis"]


def told(now: DatabaseActivity, code: str) -> Evidence:
    """Return the evidence of this code of the first fact."""
    return next(item for item in database_causes(now, None, 0)[0].evidence if item.name.code == code)


SHORT_CHAIN = tree([locked(1, transaction_s=10.0), locked(2, 1)])
SIDES = [
    # Lock waits: a mean session and a fifth of the active ones.
    ("lock: one of five", Cause.DATABASE_LOCK, waits(1.0, 5.0), waits(1.0, 5.1)),
    ("lock: one session", Cause.DATABASE_LOCK, waits(1.0), waits(0.99)),
    (
        "lock: ten seconds behind an idle transaction",
        Cause.DATABASE_LOCK,
        waits(0.17, locks=SHORT_CHAIN),
        waits(0.16, locks=SHORT_CHAIN),
    ),
    (
        "lock: age of the idle transaction",
        Cause.DATABASE_LOCK,
        waits(0.5, locks=SHORT_CHAIN),
        waits(0.5, locks=tree([locked(1, transaction_s=9.9), locked(2, 1)])),
    ),
    (
        "lock: the root works",
        Cause.DATABASE_LOCK,
        waits(0.5, locks=SHORT_CHAIN),
        waits(0.5, locks=tree([locked(1, state="active"), locked(2, 1)])),
    ),
    (
        "lock: advisory locks are of applications",
        Cause.DATABASE_LOCK,
        waits(3.0, 4.0, use=(SessionUse(query_id="1", wait_type="Lock", wait="tuple", samples=180),)),
        waits(3.0, 4.0, use=(SessionUse(query_id="1", wait_type="Lock", wait="advisory", samples=180),)),
    ),
    # JIT: 30 % of the statement, 5 % of all time, 20 ms a second.
    ("jit: share of the statement", Cause.DATABASE_JIT, with_jit(3_000.0), with_jit(2_990.0)),
    (
        "jit: share of all time",
        Cause.DATABASE_JIT,
        with_jit(3_300.0, 6_000.0, 60_000.0),
        with_jit(3_000.0, 6_000.0, 60_000.0),
    ),
    ("jit: time a second", Cause.DATABASE_JIT, with_jit(1_200.0, 2_000.0, 0.0), with_jit(1_190.0, 2_000.0, 0.0)),
    (
        "jit: of the statements that are not listed",
        Cause.DATABASE_JIT,
        activity(other_statements=statement("", None, 500, execution_ms=5_000.0, jit_ms=3_000.0)),
        activity(other_statements=statement("", None, 500, execution_ms=50_000.0, jit_ms=3_000.0)),
    ),
    # Temporary tables: 30 relations a second, a tenth of one for each transaction, or a tenth of the time.
    ("churn: relations a second", Cause.DATABASE_TEMPORARY_TABLES, churning(1_800), churning(1_799)),
    (
        "churn: relations of a transaction",
        Cause.DATABASE_TEMPORARY_TABLES,
        churning(counts={"commits": 35_900}),
        churning(counts={"commits": 36_100}),
    ),
    (
        "churn: time of definitions",
        Cause.DATABASE_TEMPORARY_TABLES,
        churning(counts={"commits": 90_000}, statements=(statement(), statement("2", "DROP TABLE step", 667))),
        churning(counts={"commits": 90_000}, statements=(statement(), statement("2", "DROP TABLE step", 666))),
    ),
    (
        "churn: other tables are made, too",
        Cause.DATABASE_TEMPORARY_TABLES,
        churning(),
        churning(levels={"temporary_relations": 0.0}),
    ),
    (
        "spill: bytes a second",
        Cause.DATABASE_TEMPORARY_TABLES,
        activity(statements=(statement(local_blocks_written=64 * 128 * DURATION_S),)),
        activity(statements=(statement(local_blocks_written=64 * 128 * DURATION_S - 1),)),
    ),
    (
        "spill: time of the statements",
        Cause.DATABASE_TEMPORARY_TABLES,
        activity(statements=(statement(), statement("2", calls=2_000, local_blocks_written=10**6))),
        activity(statements=(statement(), statement("2", calls=1_999, local_blocks_written=10**6))),
    ),
    # Join order: half of the cost, 5 % of the time.
    ("join order: factor", Cause.DATABASE_JOIN_ORDER, joining(2_000.0), joining(1_990.0)),
    ("join order: time", Cause.DATABASE_JOIN_ORDER, joining(1e6, time_ms=1_210.0), joining(1e6, time_ms=1_190.0)),
    ("join order: not asked", Cause.DATABASE_JOIN_ORDER, joining(1e6), joining(1e6, None)),
    (
        "join order: within the limits",
        Cause.DATABASE_JOIN_ORDER,
        joining(1e6, settings=settings(join_collapse_limit=20, from_collapse_limit=12)),
        joining(1e6, settings=settings(join_collapse_limit=13, from_collapse_limit=13)),
    ),
    ("join order: settings", Cause.DATABASE_JOIN_ORDER, joining(1e6), joining(1e6, settings=None)),
    # Processors: two working sessions each, and two more than processors.
    (
        "sessions: two for each processor",
        Cause.DATABASE_SESSIONS,
        activity(levels={"working": 8.0}),
        activity(levels={"working": 7.9}),
    ),
    (
        "sessions: a single processor",
        Cause.DATABASE_SESSIONS,
        activity(levels={"working": 3.0}, settings=settings(processors=1)),
        activity(levels={"working": 2.9}, settings=settings(processors=1)),
    ),
    # Connections: 95 of 100, or all at a time and 80 % on average; the probe has one.
    (
        "connections: nearly all",
        Cause.DATABASE_CONNECTIONS,
        activity(levels={"sessions": 94.0, "sessions_limit": 100.0, "most_sessions": 95}),
        activity(levels={"sessions": 93.9, "sessions_limit": 100.0, "most_sessions": 95}),
    ),
    (
        "connections: all at a time",
        Cause.DATABASE_CONNECTIONS,
        activity(levels={"sessions": 79.0, "sessions_limit": 100.0, "most_sessions": 99}),
        activity(levels={"sessions": 79.0, "sessions_limit": 100.0, "most_sessions": 98}),
    ),
    (
        "connections: a peak of a small pool",
        Cause.DATABASE_CONNECTIONS,
        activity(levels={"sessions": 79.0, "sessions_limit": 100.0, "most_sessions": 99}),
        activity(levels={"sessions": 78.9, "sessions_limit": 100.0, "most_sessions": 99}),
    ),
    # Temporary space: 1 % free, or 5 % where temporary data would not fit twice.
    (
        "space: nothing free",
        Cause.DATABASE_TEMPORARY_SPACE,
        activity(temporary_space=space(0.01)),
        activity(temporary_space=space(0.011)),
    ),
    (
        "space: full of temporary data",
        Cause.DATABASE_TEMPORARY_SPACE,
        activity(temporary_space=space(0.05), levels={"temporary_relation_bytes": 50.0 * MIB}),
        activity(temporary_space=space(0.06), levels={"temporary_relation_bytes": 50.0 * MIB}),
    ),
    (
        "space: full of other data",
        Cause.DATABASE_TEMPORARY_SPACE,
        activity(temporary_space=space(0.05), counts={"temporary_bytes": 5 * MIB}),
        activity(temporary_space=space(0.05), counts={"temporary_bytes": 4 * MIB}),
    ),
    # Missing index.
    (
        "index: rows of a scan",
        Cause.DATABASE_MISSING_INDEX,
        missing_index(of=scans(rows=10_000)),
        missing_index(of=scans(rows=9_999)),
    ),
    (
        "index: scans a second",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up(calls=30, execution_ms=30_000.0),), scans(30)),
        missing_index((look_up(calls=29, execution_ms=30_000.0),), scans(29)),
    ),
    (
        "index: rows of a call",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up(rows=3_000_000),)),
        missing_index((look_up(rows=3_000_300),)),
    ),
    (
        "index: share of the time",
        Cause.DATABASE_MISSING_INDEX,
        activity(statements=(look_up(execution_ms=3_000.0), statement(execution_ms=27_000.0)), scans=(scans(),)),
        activity(statements=(look_up(execution_ms=3_000.0), statement(execution_ms=27_100.0)), scans=(scans(),)),
    ),
    (
        "index: time a second",
        Cause.DATABASE_MISSING_INDEX,
        activity(statements=(look_up(execution_ms=3_000.0),), scans=(scans(),)),
        activity(statements=(look_up(execution_ms=2_990.0),), scans=(scans(),)),
    ),
    (
        "index: blocks of a call",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up(blocks_hit=30_000),)),
        missing_index((look_up(blocks_hit=29_900),)),
    ),
    (
        "index: scans of a call",
        Cause.DATABASE_MISSING_INDEX,
        missing_index(of=scans(150)),
        missing_index(of=scans(149)),
    ),
    (
        "index: another table",
        Cause.DATABASE_MISSING_INDEX,
        missing_index(of=scans(rows=40_000)),
        missing_index(of=scans(rows=40_000, table="purchases")),
    ),
    (
        "index: a comparison, not a range",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up("SELECT * FROM Purchase WHERE barcode = md5(($1 % $2)::text)"),)),
        missing_index((look_up("SELECT * FROM purchase WHERE amount >= $1"),)),
    ),
    (
        "index: groups are wanted of the whole table",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up("DELETE FROM purchase WHERE account IN (?)"),)),
        missing_index((look_up("SELECT account, sum(amount) FROM purchase WHERE region = $1 GROUP BY account"),)),
    ),
    (
        "index: a rare aggregate",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up("SELECT count(*) FROM purchase WHERE barcode = $1", 60),), scans(60)),
        missing_index((look_up("SELECT count(*) FROM purchase WHERE barcode = $1", 59),), scans(59)),
    ),
    (
        "index: few rows by the plan",
        Cause.DATABASE_MISSING_INDEX,
        missing_index(plans=(plan("Seq Scan on purchase  (cost 20000.00, rows 10000)"),)),
        missing_index(plans=(plan("Seq Scan on purchase  (cost 20000.00, rows 10001)"),)),
    ),
    (
        "index: another way by the plan",
        Cause.DATABASE_MISSING_INDEX,
        missing_index(plans=(plan("->  Seq Scan on public.purchase p  (cost=0.00..20000.00 rows=1 width=8)"),)),
        missing_index(plans=(plan("Index Scan using purchase_barcode on purchase  (cost 8.00, rows 1)"),)),
    ),
    (
        "index: the inner side of a loop",
        Cause.DATABASE_MISSING_INDEX,
        missing_index((look_up(JOINED, 30, execution_ms=6e4),)),
        missing_index((look_up(JOINED, 31, execution_ms=6e4),)),
    ),
    (
        "index: no statement names the table",
        Cause.DATABASE_MISSING_INDEX,
        activity(scans=(scans(300, 50_000),)),
        activity(scans=(scans(299, 50_000),)),
    ),
    (
        "index: small tables",
        Cause.DATABASE_MISSING_INDEX,
        activity(scans=(scans(300, 50_000),)),
        activity(scans=(scans(9_000, 49_999),)),
    ),
    # Abandoned statements.
    ("abandoned: age", Cause.DATABASE_ABANDONED, abandoned(10.0), abandoned(9.9)),
    (
        "abandoned: share of the active sessions",
        Cause.DATABASE_ABANDONED,
        abandoned(60.0, levels={"active": 20.0}),
        abandoned(60.0, levels={"active": 20.1}),
    ),
    (
        "abandoned: an old one",
        Cause.DATABASE_ABANDONED,
        abandoned(300.0, levels={"active": 90.0}),
        abandoned(299.0, levels={"active": 90.0}),
    ),
    # Checkpoints.
    ("checkpoints: time between them", Cause.DATABASE_CHECKPOINTS, storm(7), storm(6)),
    ("checkpoints: more than timed ones", Cause.DATABASE_CHECKPOINTS, storm(7, timed=6), storm(7, timed=7)),
    ("checkpoints: explained by the WAL", Cause.DATABASE_CHECKPOINTS, storm(12, 102), storm(12, 101)),
    (
        "checkpoints: three of them",
        Cause.DATABASE_CHECKPOINTS,
        storm(3, 150, end_s=50.0),
        storm(2, 100, end_s=40.0),
    ),
]


@pytest.mark.parametrize(("cause", "reached", "missed"), [side[1:] for side in SIDES], ids=[side[0] for side in SIDES])
def test_a_cause_is_named_from_its_threshold_on(
    cause: Cause, reached: DatabaseActivity, missed: DatabaseActivity
) -> None:
    assert named(reached) == [cause]
    assert named(missed) == []
    assert [finding.cause for finding in supposed(reached)] == [cause]


def test_every_cause_has_both_sides() -> None:
    assert {side[1] for side in SIDES} == set(CAUSES)
    assert named(activity()) == []


def test_facts_come_first_and_the_strongest_first_and_what_follows_from_others_is_not_supposed() -> None:
    found = database_causes(ALL, None, 7)
    assert named(ALL) == sorted(CAUSES, key=list(Cause).index) == CAUSES
    assert [finding.cause for finding in supposed(ALL)] == CAUSES[:8]
    assert {finding.trial for finding in found} == {7}
    assert all((finding.test is not None) == (finding.kind == "hypothesis") for finding in found)
    assert [finding.kind for finding in found] == sorted(finding.kind for finding in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_causes_is_told_in_every_language(language: str) -> None:
    words = words_of(language)
    before = activity(counts={"relations_created": 90})
    findings = [one for now in every_text() for one in database_causes(now, before, 7)]
    assert {finding.cause for finding in findings} == set(CAUSES)
    texts = [finding.text for finding in findings] + [finding.test for finding in findings if finding.test is not None]
    names = [item.name for finding in findings for item in finding.evidence]
    for message in (*texts, *names):
        assert words.told(message)
    for finding in findings:
        assert all(words.value(item.figure) for item in finding.evidence)
        assert "db" in words.told(finding.text)
    for cause in CAUSES:
        assert words.told(cause.words) != words.told(cause.short_name) or language != "en"


def test_the_lock_holder_is_the_session_for_which_most_wait() -> None:
    sessions = [
        locked(1, transaction_s=900.0),
        locked(2, 1),
        locked(10, text="DELETE FROM account", application="recalculation", transaction_s=44.0),
        locked(11, 10),
        *(locked(at, 11, waited_s=30.0) for at in range(12, 20)),
    ]
    now = waits(10.0, 11.0, locks=tree(sessions))
    figures = {
        item.name.code: item.value if item.text is None else item.text
        for item in database_causes(now, None, 0)[0].evidence
    }
    assert figures["evidence-waiting-for-root"] == 1
    assert figures["evidence-waiting-behind-root"] == 9
    assert figures["evidence-longest-chain"] == 3
    assert figures["evidence-waiting-at-worst"] == 10
    assert figures["evidence-longest-wait"] == 30.0
    assert figures["evidence-root-transaction"] == 44.0
    assert figures["evidence-root-statement"] == "DELETE FROM account"
    assert figures["evidence-application"] == "recalculation"
    assert supposed(now)[0].text.code == "idle-transaction-holds-locks"
    works = waits(10.0, 11.0, locks=tree([locked(1, state="active"), locked(2, 1)]))
    assert supposed(works)[0].text.code == supposed(waits(10.0, 11.0))[0].text.code == "transactions-hold-locks"


def test_the_statement_that_waits_most_is_that_of_most_samples() -> None:
    use = (
        SessionUse(query_id="7", wait_type="Lock", wait="tuple", samples=40),
        SessionUse(query_id="8", wait_type="Lock", wait="transactionid", samples=30),
        SessionUse(query_id="8", wait_type="Lock", wait="tuple", samples=30),
        SessionUse(query_id="9", wait_type=None, wait=None, samples=900),
    )
    statements = tuple(statement(query_id, f"SELECT {query_id} FOR UPDATE") for query_id in ("7", "8", "9"))
    assert (
        told(waits(2.0, 3.0, use=use, statements=statements), "evidence-waiting-statement").text
        == "SELECT 8 FOR UPDATE"
    )


def test_a_statement_that_has_not_ended_is_named_with_its_age() -> None:
    use = (
        SessionUse(query_id="7", wait_type=None, wait=None, samples=900),
        SessionUse(query_id="7", wait_type="Lock", wait="tuple", samples=90),
    )
    running = (RunningStatement(query_id="7", text="SELECT sum(a) FROM t", longest_s=130.0),)
    works = activity(levels={"working": 20.0}, use=use, running=running)
    assert told(works, "evidence-statement-at-work").text == "SELECT sum(a) FROM t"
    assert told(works, "evidence-age-at-work").value == 130.0
    locks = waits(2.0, 3.0, use=use, running=running)
    assert told(locks, "evidence-waiting-statement").text == "SELECT sum(a) FROM t"


@pytest.mark.parametrize(
    "sessions",
    [
        [locked(1, 2), locked(2, 1), locked(3, 2)],
        [locked(1, 1), locked(2, 1)],
        [locked(2, 99), locked(3, 2)],
        [locked(1), locked(1), *(locked(at, at - 1) for at in range(2, 400))],
        [],
    ],
)
def test_circles_strangers_and_long_chains_of_locks_are_survived(sessions: list[Any]) -> None:
    now = waits(5.0, 6.0, locks=tree(sessions))
    assert named(now) == [Cause.DATABASE_LOCK]


def test_the_advice_names_the_values() -> None:
    assert supposed(joining(1e6))[0].test == Message("test-collapse-limits", value=count(13))
    # 10 MiB a second for 300 s and 0.9 of that again.
    assert supposed(storm())[0].test == Message("test-wal-size", size=mebibytes(5_700.0))
    enough = replace(storm(), settings=settings(max_wal_size_bytes=40 * MIB, checkpoint_timeout_s=1.0))
    assert supposed(enough)[0].test == Message("test-larger-wal")
    costly = with_jit(5_000.0, plans=(plan(cost=250_000.0),))
    assert told(costly, "evidence-statement-cost").value == 250_000.0
    assert supposed(costly)[0].test is not None
    assert supposed(costly)[0].test.code == "test-jit-above-cost"  # type: ignore[union-attr]
    assert supposed(with_jit(5_000.0))[0].test == Message("test-jit-off")


def test_idle_sessions_at_the_limit_ask_for_smaller_pools_and_busy_ones_for_more_connections() -> None:
    full = {"sessions": 96.0, "most_sessions": 97}
    idle, busy = activity(levels={**full, "active": 24.0}), activity(levels={**full, "active": 25.0})
    assert [supposed(now)[0].test for now in (idle, busy)] == [
        Message("test-smaller-pools"),
        Message("test-more-connections"),
    ]


def test_a_server_of_unknown_size_is_compared_with_the_trial_that_passed() -> None:
    unknown = settings(processors=None)
    now = activity(levels={"working": 8.0}, settings=unknown)
    assert named(now) == []
    assert named(now, activity(levels={"working": 4.0}, settings=unknown)) == [Cause.DATABASE_SESSIONS]
    assert named(now, activity(levels={"working": 4.1}, settings=unknown)) == []
    # As much work for each transaction: it is the load that doubled.
    half = activity(levels={"working": 4.0}, counts={"commits": 6_000, "rollbacks": 6}, settings=unknown)
    assert named(now, half) == []
    assert named(activity(levels={"working": 7.9}, settings=unknown), activity(levels={"working": 0.5})) == []
    assert named(replace(now, settings=None), activity(levels={"working": 4.0})) == [Cause.DATABASE_SESSIONS]


@pytest.mark.parametrize(
    ("now", "alike", "less"),
    [
        (waits(10.0, 12.0), waits(8.0, 12.0), waits(7.9, 12.0)),
        (
            activity(levels={"working": 20.0}),
            activity(levels={"working": 16.0}),
            activity(levels={"working": 15.9}),
        ),
        (abandoned(50.0, 40.0), abandoned(30.0, 30.0), abandoned(30.0, 3.0)),
        (
            activity(temporary_space=space(0.0)),
            activity(temporary_space=space(0.0)),
            activity(temporary_space=space(0.5)),
        ),
    ],
)
def test_what_the_trial_that_passed_had_as_well_is_a_fact_and_no_hypothesis(
    now: DatabaseActivity, alike: DatabaseActivity, less: DatabaseActivity
) -> None:
    assert len(named(now, alike)) == len(named(now, less)) == 1
    assert supposed(now, alike) == []
    assert len(supposed(now, less)) == 1


def test_the_figure_of_the_trial_that_passed_stands_beside_that_of_the_failed_one() -> None:
    for now in (ALL, *(side[2] for side in SIDES)):
        alone, compared = database_causes(now, None, 5), database_causes(now, activity(), 5)
        assert not any(item.name.code == "evidence-before" for finding in alone for item in finding.evidence)
        for finding in compared:
            if finding.kind == "fact" and finding.cause != Cause.DATABASE_JOIN_ORDER:
                beside = [item for item in finding.evidence if item.name.code == "evidence-before"]
                has_figure = finding.cause != Cause.DATABASE_TEMPORARY_SPACE
                assert len(beside) == has_figure, finding.cause


# Hostile activities.


def of_all_numbers(value: Any, number: Any) -> Any:
    """Return a record with `number` in place of all its numbers, those of the records within it too."""
    if isinstance(value, bool | str) or value is None or isinstance(value, Message):
        return value
    if isinstance(value, int | float):
        return number
    if isinstance(value, tuple):
        return tuple(of_all_numbers(item, number) for item in value)
    assert is_dataclass(value)
    assert not isinstance(value, type)
    return replace(value, **{one.name: of_all_numbers(getattr(value, one.name), number) for one in fields(value)})


@pytest.mark.parametrize("number", [0, -1, 10**400, 1e308, float("nan"), float("inf"), float("-inf"), 2**53, 1e-300])
def test_numbers_that_cannot_be_true_are_survived(number: Any) -> None:
    hostile = of_all_numbers(ALL, number)
    usual = replace(hostile, begin_s=0.0, end_s=60.0)
    for now in (hostile, usual):
        for before in (None, hostile, ALL):
            for finding in (*database_causes(now, before, 5), *database_causes(ALL, now, 5)):
                assert all(item.value is None or 0.0 <= item.value < 1e30 for item in finding.evidence)
                assert english(finding.text)
    if number != 1e-300:
        assert database_causes(hostile, None, 5) == []


@pytest.mark.parametrize("field", [one.name for one in fields(DatabaseCounts)])
def test_one_enormous_counter_names_at_most_its_own_cause(field: str) -> None:
    now = activity(counts={field: 10**14})
    assert len(named(now)) <= 1
    assert named(activity(counts={field: 10**16})) in ([], named(now))


@pytest.mark.parametrize("field", [one.name for one in fields(DatabaseLevels)])
def test_one_impossible_level_names_nothing(field: str) -> None:
    assert named(activity(levels={field: float("nan")})) == []


def test_statements_without_a_text_are_counted_and_not_shown() -> None:
    hidden = replace(ALL, statements=tuple(replace(one, text=None) for one in ALL.statements))
    assert Cause.DATABASE_JIT in named(hidden)
    assert not any(
        item.name.code == "evidence-statement" and item.text == ""
        for one in database_causes(hidden, None, 5)
        for item in one.evidence
    )
    assert named(activity(statements=(), other_statements=None)) == []


def test_a_text_of_the_server_is_one_bounded_line_of_printable_characters() -> None:
    nasty = "SELECT '\x1b[2J\u202e\n\x00<script>' " + "x" * 100_000
    now = waits(5.0, 6.0, locks=tree([locked(1, text=nasty, application=nasty, state=nasty), locked(2, 1)]))
    full = activity(temporary_space=space(0.0, nasty), service=nasty)
    for finding in (*database_causes(now, None, 5), *database_causes(full, None, 5)):
        for text in (*(item.text or "" for item in finding.evidence), english(finding.text)):
            assert text.replace("\u2068", "").replace("\u2069", "").isprintable()
            assert len(text) < 1_000


def test_a_short_interval_says_nothing() -> None:
    assert named(replace(ALL, end_s=ALL.begin_s + 4.9)) == []
    assert named(replace(ALL, end_s=ALL.begin_s - 9.0)) == []
    assert Cause.DATABASE_LOCK in named(replace(ALL, end_s=ALL.begin_s + 5.0))
    # One that passed and was too short to measure stands beside nothing.
    assert database_causes(ALL, replace(activity(), end_s=31.0), 5) == database_causes(ALL, None, 5)


# In a trial.

SERIES = {
    ("postgres:db", "sessions_active"): 12.0,
    ("postgres:db", "sessions_waiting_lock"): 11.0,
    ("postgres:db", "sessions_total"): 97.0,
    ("postgres:db", "sessions_limit"): 97.0,
}


def facts(found: list[Finding]) -> list[str]:
    """Return the causes of the facts."""
    return [finding.cause for finding in found if finding.kind == "fact"]


def judged(now: DatabaseActivity | None, before: DatabaseActivity | None = None, **series: float) -> list[Finding]:
    """Return the causes of a failed trial with these activities of its database."""
    readings = {**SERIES, **{("postgres:db", name): value for name, value in series.items()}}
    failed: TrialEvidence = trial(readings, databases={} if now is None else {"db": now})
    passed: TrialEvidence = trial({}, state="passed", number=4, databases={} if before is None else {"db": before})
    return causes_of(failed, None if before is None else passed)


def test_without_activities_a_trial_says_what_it_said() -> None:
    assert facts(judged(None)) == [Cause.DATABASE_BOUND, Cause.DATABASE_CONNECTIONS]


def test_a_trial_names_the_cause_in_the_database_and_says_nothing_twice() -> None:
    chain = {"waiting_lock": 11.0, "active": 12.0, "sessions": 97.0, "most_sessions": 97}
    now = activity(levels=chain, locks=tree([locked(1), locked(2, 1)]))
    found = judged(now)
    assert facts(found) == [Cause.DATABASE_LOCK, Cause.DATABASE_CONNECTIONS]
    assert [one.cause for one in found if one.kind == "hypothesis"] == [Cause.DATABASE_LOCK]
    assert found[0].trial == 5
    # Sessions that wait for something else are another fact, which the lock explains.
    others = judged(now, sessions_waiting_lock=1.0, sessions_waiting_io=8.0)
    assert facts(others) == [Cause.DATABASE_LOCK, Cause.DATABASE_BOUND, Cause.DATABASE_CONNECTIONS]
    assert [one.cause for one in others if one.kind == "hypothesis"] == [Cause.DATABASE_LOCK]


def test_a_healthy_activity_leaves_the_series_to_speak() -> None:
    assert facts(judged(activity())) == [Cause.DATABASE_BOUND, Cause.DATABASE_CONNECTIONS]


def test_the_trial_that_passed_is_compared_with_its_own_activity() -> None:
    chain = activity(levels={"waiting_lock": 11.0, "active": 12.0})
    found = judged(chain, chain)
    assert Cause.DATABASE_LOCK in facts(found)
    assert Cause.DATABASE_LOCK not in {one.cause for one in found if one.kind == "hypothesis"}


def test_a_cause_in_the_database_explains_its_pool_and_stops_the_start_alone() -> None:
    codes = {"database-missing-index", "database-sessions", "database-bound", "pool-queue", "cpu-limit"}
    assert stopping(codes, {"database-missing-index", "cpu-limit"}) == {"database-missing-index", "cpu-limit"}
    assert stopping(codes, {"cpu-limit"}) == codes
    assert stopping({"database-lock", "pool-queue"}, {"database-lock", "pool-queue"}) == {"database-lock", "pool-queue"}


@pytest.mark.parametrize("root", [{"state": "active"}, {"state": "idle in transaction"}])
def test_a_lock_that_an_injection_holds_is_supposed_to_be_its_effect(root: dict[str, str]) -> None:
    held = locked(1, application="loadproof-780ad0fb66223698-locked rows", **root)
    (found,) = supposed(waits(4.0, locks=tree([held, locked(2, 1)])))
    assert (found.cause, found.text.code) == (Cause.DATABASE_LOCK, "injection-holds-locks")
    assert found.text.values["injection"] == "locked rows"
    assert found.test is not None
    assert found.test.code == "test-without-injection"


@pytest.mark.parametrize("application", ["desk", "loadproof", "loadproof-desk", ""])
def test_a_lock_of_another_application_is_not_that_of_an_injection(application: str) -> None:
    (found,) = supposed(waits(4.0, locks=tree([locked(1, application=application), locked(2, 1)])))
    assert found.text.code == "idle-transaction-holds-locks"
