"""Every command that the documents show is one: its verb, its options and their kinds are there, and its files."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from loadproof.cli.main import app

ROOT = Path(__file__).parents[3]
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def commands() -> list[tuple[str, str]]:
    """(document, command) of every line or inline code that begins with `loadproof VERB` and is no synopsis."""
    shown = re.compile(r"^(?: {4}|`)?(loadproof [a-z]+ [^`\n]+)", re.MULTILINE)
    inline = re.compile(r"`(loadproof [a-z]+ [^`\n]+)`")
    found = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        lines = [match.partition("  #")[0].strip() for match in (*shown.findall(text), *inline.findall(text))]
        found += [(document.name, line) for line in dict.fromkeys(lines) if "[" not in line]
    return found


def test_the_documents_show_commands() -> None:
    assert len(commands()) > 15
    assert {name for name, _ in commands()} >= {"README.md", "plan.md", "simulation.md"}


@pytest.mark.parametrize(("document", "line"), commands())
def test_a_command_that_is_shown_can_be_given(document: str, line: str) -> None:
    _, verb, *words = shlex.split(line)
    command = typer.main.get_group(app).get_command(None, verb)  # type: ignore[arg-type]
    assert command is not None, f"{document}: there is no verb {verb}"
    # Raises a usage error for an option that is not known, a value of another kind, or a missing argument.
    command.make_context(verb, [word for word in words if word != "..."])
    for word in words:
        # One without a folder is for the reader to write.
        if re.fullmatch(r"[\w.-]+/[\w./-]+\.yaml", word):
            assert (ROOT / word).is_file(), f"{document}: {word} is not there"
