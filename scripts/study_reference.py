#!/usr/bin/env python3
"""Writes the reference of a study file from its schema: `scripts/study_reference.py PAGE.md`.

Examples are taken from the studies of studies/reference, which load; what a wrong value gets is what the loader says
when it stands in the place of the example.
"""

import html
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.errors import StudyFaults, WrittenValueError
from loadproof.model.slo import parse_slo
from loadproof.study.fault_log import shown_path
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study
from loadproof.study.study_spec import study_schema
from loadproof.study.written import GIVE
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "studies/reference"
TEXTS = Path(__file__).with_name("study_reference.md")
ENVIRONMENT = {"TOKEN": "a-token", "PASSWORD": "a-password"}
_LONGEST_EXAMPLE = 80
_SLOS = (
    ("p99<50ms", "at most 1 % of the calls took longer than 50 ms, failed, were dropped or cut"),
    ("p99.9 <= 1.5s", "at most 0.1 % took longer than 1.5 s, failed, ...; `<`, `<=` and `≤` are the same"),
    ("p50<800us", "at most half took longer than 800 µs, failed, ..."),
    ("errors<1%", "at most 1 % of the calls failed, were dropped or cut"),
    ("rate±5%", "what was completed per second is within 5 % of what was due"),
    ("rate+-5%", "the same, on a keyboard without ±; so is `rate+/-5%`"),
    ("apdex>=0.85", "the Apdex of the operations with a target time is at least 0.85; `≥` is the same"),
    ("get:p99<50ms", "as above, of the operation or flow `get` alone"),
)
_NO_SLOS = ("p99<50", "p100<50ms", "p99>50ms", "errors<1", "errors<0%", "rate<5%", "mean<50ms")
_WRONG: dict[str, tuple[Any, ...]] = {
    "string": ("0", "soon", 7),
    "integer": (0, -1, "many"),
    "number": (0, -1, "many"),
    "boolean": ("sometimes",),
    "array": (7,),
    "object": (7,),
}

Path_ = tuple[str | int, ...]
Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """A study, or a profile in a file of its own, whose values are the examples; `file` is a copy, to be changed."""

    file: Path
    written: dict[str, Any]
    model: str

    def message(self, path: Path_, value: Any) -> str | None:
        """What the loader says of `value` at `path`; None where it takes it."""
        changed = deepcopy(self.written)
        place: Any = changed
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value
        self.file.write_text(json.dumps(changed), encoding="utf-8")
        try:
            if self.model:
                load_profile(self.file)
            else:
                load_study(self.file, environment=ENVIRONMENT)
        except StudyFaults as faults:
            place_shown = re.compile(rf"{re.escape(shown_path(path))}(\[0\])?: (?P<message>.*)", re.DOTALL)
            for fault in faults.faults:
                if match := place_shown.fullmatch(fault.message):
                    return f"{match['message'].replace(f'{self.file.parent}/', '')}. Cure: {fault.cure}"
        return None


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a model where a document has it, or could have it."""

    document: Document
    path: Path_
    value: Any


class Reference:
    """All models of the schema, the paths at which they stand, and the examples of their keys."""

    def __init__(self, examples: Path) -> None:
        """Reads the schema and the studies in `examples`, which will be changed."""
        self.schema = study_schema()
        self.models: dict[str, Schema] = {"": self.schema, **self.schema["$defs"]}
        self.paths: dict[str, list[str]] = {}
        self._find("", "")
        self.places: dict[str, list[tuple[Document, Path_, dict[str, Any]]]] = {name: [] for name in self.models}
        for name, model in (("services", ""), ("simulated", ""), ("replicas", ""), ("visitors.profile", "ProfileSpec")):
            file = examples / f"{name}.yaml"
            document = Document(file, YAML(typ="safe").load(file), model)
            self._place(model, document, (), document.written)

    def _find(self, model: str, path: str) -> None:
        found = self.paths.setdefault(model, [])
        found.append(path)
        if len(found) > 1:
            return
        for key, schema in self.models[model]["properties"].items():
            for inner, suffix in _models(schema):
                self._find(inner, f"{path}.{key}{suffix}".removeprefix("."))

    def _place(self, model: str, document: Document, path: Path_, value: dict[str, Any]) -> None:
        self.places[model].append((document, path, value))
        for key, item in value.items():
            self._descend(self.models[model]["properties"][key], document, (*path, key), item)

    def _descend(self, schema: Schema, document: Document, path: Path_, value: Any) -> None:
        for branch in _branches(schema):
            if isinstance(value, dict) and "$ref" in branch:
                self._place(_name(branch), document, path, value)
            elif isinstance(value, dict) and "additionalProperties" in branch:
                for key, item in value.items():
                    self._descend(branch["additionalProperties"], document, (*path, key), item)
            elif isinstance(value, list) and "items" in branch:
                for index, item in enumerate(value):
                    self._descend(branch["items"], document, (*path, index), item)

    def key(self, model: str, key: str) -> Key:
        """The shortest example of a key; its value is None where no document has it."""
        places = self.places[model]
        there = [Key(document, (*path, key), value[key]) for document, path, value in places if key in value]
        written = [one for one in there if one.value is not None]
        document, path, _ = places[0]
        return min(written, key=lambda one: len(_flow(one.value)), default=Key(document, (*path, key), None))

    def wrong(self, schema: Schema, key: Key) -> tuple[Any, str] | None:
        """A value that cannot stand in the place of a key, and what it gets."""
        kinds = [_WRONG[branch["type"]] for branch in _branches(schema) if branch.get("type") in _WRONG]
        values = ("other",) if _choices(schema) else tuple(value for kind in kinds for value in kind)
        for value in (*values, 7, []):
            if message := key.document.message(key.path, value):
                return value, message
        return None


def _name(branch: Schema) -> str:
    return str(branch["$ref"]).rpartition("/")[2]


def _branches(schema: Schema) -> Iterator[Schema]:
    """The kinds of values that may stand at a place, but null."""
    for one in schema.get("anyOf", [schema]):
        if "anyOf" in one:
            yield from _branches(one)
        elif one.get("type") != "null":
            yield one


def _models(schema: Schema) -> Iterator[tuple[str, str]]:
    """The models that stand at a place or in it, and how the path goes on to them."""
    for branch in _branches(schema):
        if "$ref" in branch:
            yield _name(branch), ""
        elif isinstance(branch.get("additionalProperties"), dict):
            yield from ((name, f".NAME{rest}") for name, rest in _models(branch["additionalProperties"]))
        elif "items" in branch:
            yield from ((name, f"[]{rest}") for name, rest in _models(branch["items"]))


def _choices(schema: Schema) -> list[str]:
    return [value for one in _branches(schema) for value in one.get("enum", [one["const"]] if "const" in one else [])]


def _kind(schema: Schema) -> str:
    """The types of the values that may stand at a place, in words."""
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    told: dict[str, None] = {}
    for one in _branches(schema):
        if "enum" in one or "const" in one:
            told["one of a few words" if "enum" in one else "one word"] = None
        elif "items" in one:
            inner = _kind(one["items"])
            told["list of commands" if "list" in inner else f"list of {inner}"] = None
        elif "$ref" in one or one.get("type") == "object":
            told["mapping"] = None
        elif "not" not in one:
            told[words[one["type"]]] = None
    return " or ".join(told) or "nothing"


_PLAIN = re.compile(r"[A-Za-z0-9/$<.±^_-](?:[^:#,\[\]{}\"'&*!|>%@`\n\\]|:(?=\S)|%)*")


def _flow(value: Any) -> str:
    """`value` in YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if not isinstance(value, str):
        return json.dumps(value)
    is_plain = _PLAIN.fullmatch(value) is not None and value == value.strip() and not value.endswith(":")
    if is_plain and YAML(typ="safe").load(f"[{value}]") == [value]:
        return value
    return json.dumps(value, ensure_ascii=False)


def _code(text: str) -> str:
    """`text` as code in a cell of a table."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|")


def _cell(text: str) -> str:
    """Words in a cell; a gap is code, as two dollars would make a formula of what is between them."""
    escaped = text.replace("<", "&lt;").replace("|", "\\|")
    return re.sub(r"\S*\$\{[^}]*\}[^\s,]*", lambda match: f"`{html.unescape(match[0])}`", escaped)


def _row(reference: Reference, model: str, name: str, schema: Schema) -> str:
    meaning, _, form = schema["description"].partition(GIVE)
    key = reference.key(model, name)
    example = "–"
    if key.value is not None:
        text = f"{name}: {_flow(key.value)}"
        line = f"[{key.document.file.name}](../../studies/reference/{key.document.file.name})"
        example = _code(text) if len(text) <= _LONGEST_EXAMPLE else f"{shown_path(key.path)} in {line}"
    found = reference.wrong(schema, key)
    wrong = "–" if found is None else f"{_code(f'{name}: {_flow(found[0])}')}: {_cell(found[1])}"
    means = meaning if "`" in meaning else _cell(meaning)
    needed = "**Required.** " if name in reference.models[model].get("required", []) else ""
    return f"| `{name}` | {needed}{means}<br>*{_kind(schema)}*: {_cell(form)} | {example} | {wrong} |"


def _section(reference: Reference, model: str) -> str:
    schema = reference.models[model]
    paths = list(dict.fromkeys(reference.paths[model]))
    lines = [f"## {paths[0] or 'The file'}", "", schema["description"].replace("\n", " ")]
    if len(paths) > 1:
        lines += ["", f"The same keys stand in {', '.join(f'`{path}`' for path in paths[1:])}."]
    lines += ["", "| key | what it means, and what to give | example | a wrong value |"]
    lines += ["|---|---|---|---|"]
    lines += [_row(reference, model, name, key) for name, key in schema["properties"].items()]
    return "\n".join(lines)


def _slos() -> str:
    lines = ["| SLO | what it says |", "|---|---|"]
    for text, words in _SLOS:
        parse_slo(text)
        lines.append(f"| `{text}` | {words} |")
    lines += ["", "| no SLO | what it gets |", "|---|---|"]
    for text in _NO_SLOS:
        try:
            parse_slo(text)
        except WrittenValueError as error:
            lines.append(f"| {_code(text)} | {_cell(str(error))} |")
        else:
            raise ValueError(f"{text} is an SLO")
    return "\n".join(lines)


def page() -> str:
    """The whole page."""
    with tempfile.TemporaryDirectory() as scratch:
        reference = Reference(Path(shutil.copytree(EXAMPLES, scratch, dirs_exist_ok=True)))
        sections = [_section(reference, model) for model in reference.paths]
    headings = [section.partition("\n")[0].removeprefix("## ") for section in sections]
    anchors = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    contents = " · ".join(f"[{heading}](#{anchor})" for heading, anchor in zip(headings, anchors, strict=True))
    texts = TEXTS.read_text(encoding="utf-8")
    for mark, made in (("CONTENTS", contents), ("SLOS", _slos()), ("SECTIONS", "\n\n".join(sections))):
        texts = texts.replace(f"<!-- {mark} -->", made)
    return texts


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
