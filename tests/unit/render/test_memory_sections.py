"""The memory that services need, in a report and on the screen: sentences, parts, and what is not known."""

from dataclasses import replace

import pytest
from loadproof.records.memory_need import MemoryNeed
from loadproof.render.document import Bullets, Paragraph, Table, text_of
from loadproof.render.memory_sections import memory_lines, memory_sections
from loadproof.result.memory_needs import need_of
from loadproof.result.memory_parts import MemoryParts
from loadproof.words.catalogue import LANGUAGES, words_of

from ..result.test_memory_needs import JAVA, MACHINE, NATIVE


def need(service: str, parts: MemoryParts, variant: str | None = None, *, is_told: bool = True) -> MemoryNeed:
    found = need_of(service, parts, MACHINE)
    assert found is not None
    return replace(found, variant=variant, method="soak", trials=(3,), is_told=is_told)


NEEDS = [need("api", JAVA), need("db", NATIVE), need("api", JAVA, is_told=False)]


def test_a_section_has_a_sentence_and_the_parts_of_each_service_and_what_is_not_known() -> None:
    (section,) = memory_sections(NEEDS, words_of("en"))
    lines, table, note, lacking = section.blocks
    assert isinstance(lines, Bullets)
    assert isinstance(table, Table)
    assert isinstance(note, Paragraph)
    assert isinstance(lacking, Bullets)
    assert [line.split(":")[0] for line in lines.items] == ["api needs 812 MiB of memory", "db needs 85 MiB of memory"]
    assert [text_of(cell) for cell in table.rows[0]] == [
        *("api", "812 MiB", "120 MiB", "392 MiB", "300 MiB", "512 MiB", "1.95 GiB", "0", "2 % (control group)", "soak"),
    ]
    assert [text_of(cell) for cell in table.rows[1][1:]] == [
        "85 MiB",
        "–",
        "–",
        "85 MiB",
        "–",
        "–",
        "–",
        "50 % (machine)",
        "soak",
    ]
    assert lacking.items == ["db: it has no control group of its own, so its page cache is not known."]


def test_several_variants_are_named() -> None:
    needs = [need("api", JAVA, "g1"), need("api", JAVA, "z\x1b[31m")]
    (section,) = memory_sections(needs, words_of("en"))
    lines, table, *_ = section.blocks
    assert isinstance(lines, Bullets)
    assert isinstance(table, Table)
    assert lines.items[0].startswith("g1: api needs")
    assert "\x1b" not in lines.items[1]
    assert table.rows[0][0] == "g1"
    assert len({len(row) for row in table.rows} | {len(table.columns)}) == 1


def test_nothing_read_is_no_section() -> None:
    assert memory_sections([], words_of("en")) == []
    assert memory_sections([need("api", JAVA, is_told=False)], words_of("en")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_has_the_need_alone(language: str) -> None:
    (line,) = memory_lines(NEEDS[:1], words_of(language), is_short=True)
    (whole,) = memory_lines(NEEDS[:1], words_of(language))
    assert whole.startswith(line)
    assert ("812" in line, "400" in line, "400" in whole) == (True, False, True)
