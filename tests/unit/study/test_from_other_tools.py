"""What the page for those who come from other tools shows of loadproof is read by loadproof."""

import re
import shlex
from pathlib import Path

import pytest
import typer
from loadproof.cli.main import app
from loadproof.cli.request import read_rate, read_request, read_whole_seconds
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study

PAGE = (Path(__file__).parents[3] / "docs/guides/from-other-tools.md").read_text(encoding="utf-8")
FILES = re.findall(r"^`([\w-]+\.yaml)`, then `(loadproof [^`]*)`:\n\n```yaml\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def asked(line: str) -> tuple[str, dict[str, object]]:
    """The verb of a command line and what its options say, by the parser of the command line itself."""
    program, verb, *words = shlex.split(line)
    assert program == "loadproof"
    group = typer.main.get_command(app)
    command = group.commands[verb]  # type: ignore[attr-defined]
    return verb, command.make_context(verb, words).params


def test_the_page_has_its_examples() -> None:
    assert [name for name, _, _ in FILES] == ["post.yaml", "users.yaml", "office.yaml", "peak.yaml"]
    assert len(COMMANDS) == 3
    assert PAGE.count("```yaml\n") == len(FILES)


@pytest.mark.parametrize(("name", "command", "text"), FILES, ids=[name for name, _, _ in FILES])
def test_a_file_of_the_page_loads_for_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    verb, options = asked(command)
    if verb == "run":
        study = load_study(name, environment={})
        assert study.methods.plateaus is not None
        assert study.methods.plateaus.rates == (500,)
    else:
        assert load_profile(name).target is not None
        assert str(options["profile"]) == name
        assert read_whole_seconds("--for", str(options["duration"])) in (30, 300)


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_page_is_read(line: str) -> None:
    verb, options = asked(line)
    slos = options["slo"]
    assert isinstance(slos, list | tuple | None)
    request = read_request(str(options["url"]), None, list(slos or ()), None)
    assert request.target.port == 8080
    if verb == "load":
        assert read_rate(str(options["rate"])) in (100, None)
        assert read_whole_seconds("--for", str(options["duration"])) == 30
