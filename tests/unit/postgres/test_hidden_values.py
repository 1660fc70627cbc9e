"""No value of a statement survives, whatever its text is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.postgres.hidden_values import LONGEST_STATEMENT, hidden_values

SECRETS = st.from_regex(r"zq[a-z]{3,12}qz", fullmatch=True)
"""Marks that stand in no word of a statement."""
PLAIN = st.sampled_from(
    ["SELECT", "FROM", "task", "WHERE", "a1", "=", "(", ")", ",", "$1", "::int", "||", '"Tasks"', "\n", "  ", "\t", ";"]
)


def literals(secret: str) -> st.SearchStrategy[str]:
    quoted = secret.replace("'", "''")
    return st.sampled_from(
        [
            f"'{quoted}'",
            f"'it''s {quoted}''s'",
            f"E'\\'{quoted}\\\\'",
            f"e'a''{quoted}'",
            f"U&'\\0041{quoted}'",
            f"N'{quoted}'",
            f"B'{quoted}'",
            f"'C:\\{quoted}\\'",
            f"'it\\'s {quoted}'",
            f"$${quoted}$$",
            f"$tag$ $$ {quoted} $tag$",
            f"-- {quoted}\n",
            f"/* {quoted} /* {quoted} */ {quoted} */",
            f"'{quoted}\n{quoted}'",
        ]
    )


@st.composite
def statements(draw: st.DrawFn) -> tuple[str, str]:
    secret = draw(SECRETS)
    parts = draw(st.lists(st.one_of(PLAIN, literals(secret)), min_size=1, max_size=20))
    return secret, " ".join(parts)


@given(statements())
def test_no_literal_or_comment_survives(made: tuple[str, str]) -> None:
    secret, text = made
    shown = hidden_values(text)
    assert secret not in shown
    assert "\n" not in shown


@given(statements(), st.integers(0, 400))
def test_nor_one_of_a_text_that_was_cut(made: tuple[str, str], at: int) -> None:
    secret, text = made
    assert secret not in hidden_values(text[:at])


@given(
    st.integers(10_000, 10**15),
    st.sampled_from(["{}", "{}.5", ".{}", "1e{}", "-{}", "{}abc", "0x{}", "a = {}", "({})"]),
)
def test_no_number_survives(number: int, form: str) -> None:
    assert str(number) not in hidden_values(f"SELECT {form.format(number)}")


@given(st.text(max_size=3000))
def test_any_text_gives_one_short_line_without_control_characters(text: str) -> None:
    shown = hidden_values(text)
    assert shown.isprintable()
    assert len(shown) <= LONGEST_STATEMENT
    assert hidden_values(shown).count("'") <= shown.count("'")


@given(statements())
def test_what_is_hidden_stays_as_it_is(made: tuple[str, str]) -> None:
    shown = hidden_values(made[1])
    assert hidden_values(shown) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("UPDATE t SET a=1,b='x' WHERE c IN ($1,$2)", "UPDATE t SET a=?,b=? WHERE c IN ($1,$2)"),
        ('SELECT t1.c2, "My ""Col""", \'\' FROM t1', 'SELECT t1.c2, "My ""Col""", ? FROM t1'),
        ("ALTER ROLE app PASSWORD 'secret'", "ALTER ROLE app PASSWORD ?"),
        ("SELECT foo$1, $2, a-1", "SELECT foo$1, $2, a-?"),
        ("SELECT 1..2, 1.5e-7, 1_000", "SELECT ?.?, ?, ?"),
        ("SELECT имя FROM задачи WHERE имя = 'Анна'", "SELECT имя FROM задачи WHERE имя = ?"),
        ('SELECT "a\x1b[31m"\x07', 'SELECT "a·[31m"·'),
        ("/* never closed", ""),
    ],
)
def test_names_parameters_and_words_stay(text: str, shown: str) -> None:
    assert hidden_values(text) == shown


def test_a_long_statement_is_cut_and_read_quickly() -> None:
    shown = hidden_values("SELECT a, " * 100_000)
    assert len(shown) <= LONGEST_STATEMENT
    assert shown.endswith("…")
