"""Statements of the same text: one identifier for all, also of what a session runs."""

import pytest
from loadproof.postgres.observer import IntervalObserver
from loadproof.postgres.statement_names import StatementNames
from loadproof.records.database_activity import RunningStatement, StatementUse

REPORT = "SELECT count(*) FROM chosen"


def use(query_id: str, execution_ms: float) -> StatementUse:
    return StatementUse(query_id=query_id, text=None, calls=1, execution_ms=execution_ms)


def test_statements_of_one_text_are_one_and_others_stay() -> None:
    names = StatementNames()
    for query_id, text in (("7", REPORT), ("8", REPORT), ("9", "COMMIT"), ("10", None), ("11", None)):
        names.learn(query_id, text)
    joined = {one.query_id: one for one in names.joined([use(str(number), number) for number in range(7, 13)])}
    assert (joined["7"].text, joined["7"].calls, joined["7"].execution_ms) == (REPORT, 2, 15.0)
    # What has no text may be anything.
    assert [one.calls for name, one in joined.items() if name != "7"] == [1, 1, 1, 1]
    assert set(joined) == {"7", "9", "10", "11", "12"}


def test_new_statements_are_asked_for_by_their_time() -> None:
    names = StatementNames()
    names.learn("7", REPORT)
    assert names.unknown([use("7", 9.0), use("8", 1.0), use("9", 3.0), use("10", 2.0)], 2) == ["9", "10"]


def test_a_session_runs_the_statement_of_its_text() -> None:
    names = StatementNames()
    names.learn("7", REPORT)
    names.learn("8", REPORT)
    observer = IntervalObserver("db", 0.0)
    observer.sample({"use": '[["7", null, null, 1, 0.1], ["8", null, null, 2, 12], [null, null, null, 1, 0]]'})
    assert observer.running == ["8", "7"]
    ended = observer.ended(1.0, [], (), None, (), (), names)
    assert [(one.query_id, one.samples) for one in ended.use] == [("7", 3), (None, 1)]
    assert ended.running == (RunningStatement(query_id="7", text=REPORT, longest_s=12.0),)


def test_a_session_gives_the_text_until_its_statement_has_ended() -> None:
    names = StatementNames()
    assert names.unknown_running(["7", "8", "9"], 2) == ["7", "8"]
    names.learn_running("7", "SELECT pg_sleep(?)")
    names.learn_running("8", None)
    assert names.unknown_running(["7", "8", "9"], 2) == ["9"]
    # It is new to pg_stat_statements, whose text replaces that of the session; one that cannot be read does not.
    assert names.unknown([use("7", 1.0)], 2) == ["7"]
    names.learn("7", None)
    assert names.joined([use("7", 1.0)])[0].text == "SELECT pg_sleep(?)"
    names.learn("7", "SELECT pg_sleep($1)")
    assert [(one.query_id, one.text) for one in names.joined([use("7", 1.0)])] == [("7", "SELECT pg_sleep($1)")]


def test_the_text_of_a_session_is_that_of_the_same_statement() -> None:
    names = StatementNames()
    names.learn("7", "SELECT count(*) FROM chosen WHERE number > $1")
    names.learn_running("8", "SELECT count(*) FROM chosen WHERE number > ?")
    assert names.of("8") == "7"
    names.learn("8", "SELECT count(*) FROM other")
    assert names.of("8") == "8"


@pytest.mark.parametrize("text", ["SELECT ?; UPDATE a SET b = ?", "SELECT a, b…", "EXECUTE s1", "fetch all from c"])
def test_a_text_that_several_statements_may_have_joins_none(text: str) -> None:
    names = StatementNames()
    names.learn_running("7", text)
    names.learn_running("8", text)
    assert (names.of("7"), names.of("8"), names.text_of("8")) == ("7", "8", text)


def test_another_statement_does_not_stand_for_a_text_that_was_replaced() -> None:
    names = StatementNames()
    names.learn_running("7", "SELECT -?")
    names.learn("7", "SELECT $1")
    names.learn("8", "SELECT -?")
    assert (names.of("7"), names.of("8")) == ("7", "8")


def test_a_text_stays_one_statement_after_its_first_identifier_is_forgotten() -> None:
    names = StatementNames()
    names.learn("first", REPORT)
    for number in range(6_000):
        names.learn(str(number), REPORT if number % 2 else "COMMIT")
    assert names.of("5999") == "first"
    assert names.of("17") == "17"
