"""The guide "a leak found in an afternoon" on a jar: its commands as they stand there, with shorter times."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.known_services import LEAKS, make_jar

from .command_line import CommandLine, Ended

GUIDE = Path(__file__).parents[2] / "docs/guides/leak.md"
LEAK = next(service for service in LEAKS if service.name == "known.Quotes")
LONGEST_S = 400
SHORTER = {
    "capacity": {"start_rate": 200, "max_rate": 200, "hold": "6s", "settle": "1s"},
    "confirm": {"ramp": "1s", "hold": "6s"},
    "soak": {"rate": 200, "ramp": "1s", "settle": "1s", "hold": "8s"},
}


def blocks(language: str) -> list[str]:
    """What the guide has of a language, in its order."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def commands() -> list[list[str]]:
    """All that it tells its reader to run."""
    return [shlex.split(line) for block in blocks("sh") for line in block.splitlines()]


def run(place: Path, command: list[str], *more: object) -> Ended:
    environment = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine(*command[1:], *more, cwd=place, environment=environment) as started:
        return started.ended(LONGEST_S)


def edit(study: Path, **sections: Any) -> None:
    yaml = YAML()
    held = yaml.load(study.read_text(encoding="utf-8"))
    held.update(sections)
    with study.open("w", encoding="utf-8") as file:
        yaml.dump(held, file)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where its reader works, with a jar that leaks."""
    place = tmp_path_factory.mktemp("guide")
    make_jar(place / "shop.jar", "shop")
    return place


def named(result: dict[str, Any]) -> dict[str, set[str]]:
    """The fields that are named, by variant."""
    variant_of = {trial["number"]: trial["variant"] for trial in result["trials"]}
    found: dict[str, set[str]] = {}
    for finding in result["findings"]:
        if finding["cause"] == "heap-holder":
            found.setdefault(variant_of[finding["trial"]], set()).add(finding["evidence"][0]["text"])
    return found


def test_its_reader_comes_from_a_jar_to_the_field_and_to_the_proof(place: Path) -> None:
    draft, smoke, plan, whole = commands()
    assert run(place, draft).exit_code == 0
    answered = run(place, smoke, "--json")
    assert answered.exit_code == 0, answered.messages
    assert run(place, plan).exit_code == 0
    # So short a soak shows no evidence: it says itself what to write then.
    (diagnosis,) = re.findall(r"`diagnosis: (\{service: .*?\})`\.", GUIDE.read_text(encoding="utf-8"))
    always = YAML().load(diagnosis.replace("threads: always", "threads: never, load: 5s"))
    edit(place / "study.yaml", methods=SHORTER, diagnosis=always)
    ended = run(place, whole, "--json")
    assert ended.exit_code in (0, 3, 4), ended.messages
    assert named(ended.result) == {"as-it-is": {LEAK.field}, "small-heap": {LEAK.field}}
    assert ended.result["sentence"].startswith(f"{LEAK.field} keeps the memory")
    make_jar(place / "mended.jar", "mended")
    edit(place / "study.yaml", variants=YAML().load(blocks("yaml")[0])["variants"])
    proof = run(place, [*whole, "--method", "soak"], "--json")
    assert proof.exit_code in (0, 3, 4), proof.messages
    assert named(proof.result) == {"as-it-is": {LEAK.field}, "small-heap": {LEAK.field}}
    assert {trial["variant"] for trial in proof.result["trials"]} == {"as-it-is", "small-heap", "mended"}
