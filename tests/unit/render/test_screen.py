"""What a terminal shows of any result: one screen of 40 lines at 100 columns, in each language."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt
from loadproof.records.finding import Finding
from loadproof.render.screen import screen_document
from loadproof.render.terminal import terminal_document
from loadproof.result.result import Result
from loadproof.words.catalogue import LANGUAGES, words_of
from rich.console import Console

from .made_ranking import THREE, ranked_result
from .made_result import FOUND, result_of, search, tried, typed

DOUBTS = tuple(
    Doubt(code=f"made-{index}", text=Message.said("of it " * 200), cure=Message.said("do it " * 200))
    for index in range(6)
)
FACTS = tuple(
    Finding(trial=1, kind="fact", cause=cause, text=Message.said("it was " * 200), evidence=(), test=None)
    for cause in ("knee", "memory-growth", "stood-still", "thread-queue")
)
PLACE_LINES = 4
"""An empty one, the directory, the page, and how to see more."""


def shown(result: Result, language: str = "en", width: int = 100, encoding: str = "utf-8") -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace")
    Console(file=stream, width=width, force_terminal=True, color_system=None).print(
        terminal_document(screen_document(result, words_of(language)))
    )
    stream.seek(0)
    return stream.read().splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_fits_on_one_screen(tmp_path: Path, language: str) -> None:
    for index, made in enumerate(("search", "ranking", "load", "nothing")):
        place = tmp_path / f"{language}{index}"
        place.mkdir()
        result = {
            "search": lambda place=place: result_of(place, search(), FOUND),
            "ranking": lambda place=place: ranked_result(place, THREE),
            "load": lambda place=place: result_of(place, [tried(Purpose.LOAD, 1000.0, State.FAILED)]),
            "nothing": lambda place=place: result_of(place, []),
        }[made]()
        for findings in ((), FACTS):
            lines = shown(replace(typed(result), doubts=DOUBTS, findings=findings), language)
            assert len(lines) + PLACE_LINES <= 40, "\n".join(lines)
            assert max(map(len, lines)) <= 100


def test_what_was_measured_where_it_broke_stands_below_its_name(tmp_path: Path) -> None:
    facts = [replace(fact, text=Message.said(f"seen: {fact.cause}")) for fact in FACTS]
    result = replace(
        typed(result_of(tmp_path, search(), FOUND)), findings=(*facts[:3], replace(facts[3], kind="hypothesis"))
    )
    lines = shown(result)
    told = [line.strip(" •") for line in lines if "seen: " in line]
    assert told == ["seen: memory-growth", "seen: stood-still"]
    many = replace(typed(ranked_result(tmp_path / "many", THREE)), findings=result.findings)
    assert not any("seen: " in line for line in shown(many))


def test_a_search_is_drawn_against_its_slo(tmp_path: Path) -> None:
    text = "\n".join(shown(typed(result_of(tmp_path, search(), FOUND))))
    assert "p99 in ms against the rate due; p99 < 50 ms" in text
    assert "┤╌" in text
    assert text.count("✓") >= 1
    assert text.count("✕") >= 1


def test_a_narrow_terminal_and_one_without_blocks_have_the_picture_too(tmp_path: Path) -> None:
    result = typed(result_of(tmp_path, search(), FOUND))
    narrow = shown(result, width=60)
    (limit,) = [line for line in narrow if "┤╌" in line]
    assert max(map(len, narrow)) <= 60
    assert limit.endswith("█")
    plain = "\n".join(shown(result, encoding="ascii"))
    assert "+---" in plain
    assert "#" in plain
    assert plain.count("x") >= 1
    assert "█" not in plain


def test_trials_of_several_variants_are_no_curve(tmp_path: Path) -> None:
    text = "\n".join(shown(typed(ranked_result(tmp_path, THREE))))
    assert "go-pgx" in text
    assert "┤╌" not in text


def test_one_load_has_its_figures(tmp_path: Path) -> None:
    lines = shown(typed(result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.PASSED)])))
    head = next(line.split() for line in lines if "p99" in line and "Max" in line)
    assert {"Operation", "Mean", "Min", "p50", "p95", "p99", "Max", "Bytes", "Errors"} <= set(head)
    rows = [line.split()[0] for line in lines if line.startswith("  ")]
    assert rows[rows.index("get") :] == ["get", "batch", "create", "update", "all"]
    measured = [line for line in lines if line.split()[:1] in (["get"], ["batch"], ["all"])]
    assert all(" 1.2 kB " in line for line in measured[-3:])
    assert not any("┤╌" in line for line in lines)
