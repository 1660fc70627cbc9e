"""Statements of the same text: one identifier for all, also of what a session runs."""

from loadproof.postgres.observer import IntervalObserver
from loadproof.postgres.statement_names import StatementNames
from loadproof.records.database_activity import StatementUse

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
    observer.sample({"use": '[["7", null, null, 1], ["8", null, null, 2], [null, null, null, 1]]'})
    used = observer.ended(1.0, [], (), None, (), (), names.of).use
    assert [(one.query_id, one.samples) for one in used] == [("7", 3), (None, 1)]


def test_a_text_stays_one_statement_after_its_first_identifier_is_forgotten() -> None:
    names = StatementNames()
    names.learn("first", REPORT)
    for number in range(6_000):
        names.learn(str(number), REPORT if number % 2 else "COMMIT")
    assert names.of("5999") == "first"
    assert names.of("17") == "17"
