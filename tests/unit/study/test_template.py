import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.study.template import FeederValue, Literal, TemplateError, parse_template, scan_template


def test_texts_and_gaps_alternate() -> None:
    assert parse_template('{"a": "${new_id}", "b": [${ids.id * 3}], "c": "$${no}", "d": "$5"}') == (
        Literal('{"a": "'),
        FeederValue("new_id", None, None),
        Literal('", "b": ['),
        FeederValue("ids", "id", 3),
        Literal('], "c": "${no}", "d": "$5"}'),
    )


@pytest.mark.parametrize("text", ["${", "${}", "${a b}", "${a.b*x}", "${a.b.c}", "${.b}", "${a.}", "${a*x}", "x${a.b"])
def test_wrong_syntax_is_named(text: str) -> None:
    with pytest.raises(TemplateError, match=r"not template syntax|no closing"):
        parse_template(text)


@pytest.mark.parametrize("rows", ["0", "1001", "9" * 30])
def test_rows_are_bounded(rows: str) -> None:
    with pytest.raises(TemplateError, match="ask for 1 to 1000 rows"):
        parse_template("${a.b*" + rows + "}")
    assert parse_template("${a.b*1000}") == (FeederValue("a", "b", 1000),)


def test_every_wrong_gap_is_told() -> None:
    pieces, errors = scan_template("${}/${a.b}/${c.d*0}")
    assert FeederValue("a", "b", None) in pieces
    assert len(errors) == 2


@given(st.text())
def test_an_escaped_text_is_one_literal(text: str) -> None:
    pieces = parse_template(text.replace("${", "$${"))
    assert pieces == ((Literal(text),) if text else ())
