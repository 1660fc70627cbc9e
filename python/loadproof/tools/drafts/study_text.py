"""A draft as the text of a study file: written by an emitter, and read back before anybody sees it."""

import io
import math
import re
import shlex
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

from loadproof.errors import InputError, LoadproofError, StudyFaults
from loadproof.model.visible_text import visible, visible_line
from loadproof.study.fault_log import FaultLog
from loadproof.study.spec_file import read_spec
from loadproof.study.study_resolution import StudyChoice, resolve_logged
from loadproof.study.study_spec import StudySpec
from loadproof.study.yaml_document import STUDY_BOUNDS, read_yaml
from loadproof.system.atomic_write import write_file
from loadproof.tools.drafts.credentials import DOLLAR
from loadproof.tools.drafts.draft import Draft, DraftFlow, DraftOperation

__all__ = ["needed_secrets", "study_text"]

_NEVER_FOLDED = 2**31
_PLAIN_KEY = re.compile(r"[A-Za-z_]{1,64}")
_PLAIN_VALUE = re.compile(r"[0-9]{1,6}(?:ms|s|m|h|%)|(?:p99|errors)<[0-9]{1,3}(?:ms|%)|load|random|v4|iso8601")
"""Texts of ours that need no quotes: no reader takes them for anything else."""

_OF_TARGET = "Where the load goes. Nothing is started here: the service has to run. Load only what you may load."
_SERVICE, _VM_OPTIONS = "service", "JDK_JAVA_OPTIONS"
_TELLS_WHAT_IS_ALIVE = "-XX:-G1UseAdaptiveIHOP -XX:InitiatingHeapOccupancyPercent=0"
"""Has G1 look for what is alive with each collection of what is young; other collectors take no notice."""
_OF_COMMAND = "What starts the service: it is started anew for each variant, and stopped at the end."
_OF_PORT = "Its port is a free one. Spring Boot takes SERVER_PORT; else name in command what your service takes."
_OF_SMALL_HEAP = "A heap so small that a leak fills it while one waits. Too small to start in: make it larger."
_OF_DIAGNOSIS = "On evidence its threads and its heap are dumped between trials: which lock, which field, which line."
_OF_COOKIES = "Each visit keeps the cookies that it is sent."
_OF_CERTIFICATE = "Any certificate is taken; the report says so."
_OF_VARIABLES = "Credentials come from the environment when the run starts; they are never stored or shown."
_OF_FEEDERS = (
    "Values that are drawn anew for each call. Put those that your service knows: {csv: ids.csv} takes a file."
)
_OF_ALONE = "weight says how often each is sent beside the others; 1 unless written."
_OF_FLOW = (
    "What was recorded, in its order; a rate is visits that begin per second, and each makes all these requests.",
    "For single requests in place of visits leave flows out, and give each operation its times as its weight.",
)
_OF_USERS = (
    "Users in place of arrivals: each goes through the flow again and again. With users alone no rate can be varied:",
    "keep to the method load, without a rate.",
)
_OF_SLO = "What the service has to keep: p99<500ms fails when more than 1 % of all calls took longer, or failed."
_OF_CAPACITY = "Searches the highest rate that keeps the SLO: minutes, and more load than the service carries."
_OF_CONFIRM = "Holds the rate that was found, after a gentle ramp: does it keep the SLO for that long?"
_OF_SOAK = "Holds a part of it for long: leaks and slow decay show in hours; 10m only shows that it runs."
_OF_SMOKE = "loadproof run --preset smoke: a few calls of each request; passes if each is answered as it expects."
_SMOKE_CALLS = 8
"""Expected calls of each operation in a smoke test: by chance, one of 3,000 operations has no call."""
_SMOKE_RATE, _MOST_SMOKE_RATE, _SMOKE_S = 5, 20, 10


def study_text(draft: Draft, file: str, directory: Path) -> str:
    """The study as text, whose relative paths start from `directory`; `file` is what the text calls itself.

    What is returned loads, and says what the draft says. Raises LoadproofError where it does not: our own fault.
    """
    study = _study(draft)
    study.yaml_set_start_comment("\n".join(_head(draft, file)))
    text = _emitted(study)
    if len(text.encode()) > STUDY_BOUNDS.largest_bytes:
        raise InputError(
            f"the study of {draft.source} would have more than {STUDY_BOUNDS.largest_bytes // 2**20} MiB. "
            "Cure: give a part of it"
        )
    _check(text, study, draft, directory)
    return text


def needed_secrets(draft: Draft) -> dict[str, str]:
    """The variables of the environment that the study takes, each with the place where it is sent."""
    active = [operation for operation in draft.operations if operation.is_active]
    return {
        variable: place
        for variable, place in draft.secrets.items()
        if _is_used(variable.lower(), active) or _is_used(f"env:{variable}", active)
    }


def _study(draft: Draft) -> CommentedMap:
    study = CommentedMap(name=_safe(draft.name), stand=_stand(draft))
    if draft.jar is not None:
        options = f"-Xmx64m {_TELLS_WHAT_IS_ALIVE}"
        small = {"services": {_SERVICE: {"environment": {_VM_OPTIONS: options}}}, "only": ["soak"]}
        study["variants"] = CommentedMap({"as-it-is": _flow({}), "small-heap": _flow(small)})
        _comment(study["variants"], "small-heap", [_OF_SMALL_HEAP], 2)
        study["diagnosis"] = CommentedMap({_SERVICE: _flow({})})
        _comment(study, "diagnosis", ["", _OF_DIAGNOSIS])
    study["profile"] = _profile(draft)
    study["slo"] = _flow(["p99<500ms", "errors<1%"])
    # What is written as a comment at the end of the profile stands before the key that follows it.
    if asleep := [operation for operation in draft.operations if not operation.is_active]:
        _comment(study, "slo", ["", *_asleep(asleep, draft)], 4)
    if draft.flow is not None:
        users = CommentedMap(users=_flow({"visitors": {"flow": draft.flow.name, "count": 50, "ramp": "30s"}}))
        _comment(study, "slo", [*_OF_USERS, *_emitted(users).splitlines()], 2)
    _comment(study, "slo", ["", _OF_SLO])
    first = 20 if draft.flow is None else math.ceil(20 / sum(isinstance(step, str) for step in draft.flow.steps))
    methods = CommentedMap(
        capacity=_flow({"start_rate": first}),
        confirm=_flow({"ramp": "30s", "hold": "5m"}),
        # Of a small heap nobody searches the capacity.
        soak=_flow({**({"share": "70%"} if draft.jar is None else {"rate": first}), "ramp": "30s", "hold": "10m"}),
    )
    for name, remark in (("capacity", _OF_CAPACITY), ("confirm", _OF_CONFIRM), ("soak", _OF_SOAK)):
        _comment(methods, name, [remark], 2)
    study["methods"] = methods
    study["presets"] = CommentedMap(smoke=_flow({"methods": {"smoke": _smoke(draft)}, "only": ["smoke"]}))
    _comment(study["presets"], "smoke", [_OF_SMOKE], 2)
    for section in ("profile", "methods", "presets", *(("variants",) if draft.jar is not None else ())):
        _comment(study, section, [""])
    return study


def _smoke(draft: Draft) -> dict[str, Any]:
    """The settings of the smoke test: visits go on to their end, single requests need calls enough for each."""
    if draft.flow is not None:
        return {"rate": 1, "hold": f"{_SMOKE_S}s"}
    calls = _SMOKE_CALLS * sum(operation.is_active for operation in draft.operations)
    rate = min(_MOST_SMOKE_RATE, max(_SMOKE_RATE, math.ceil(calls / _SMOKE_S)))
    return {"rate": rate, "hold": f"{max(_SMOKE_S, math.ceil(calls / rate))}s"}


def _stand(draft: Draft) -> CommentedMap:
    if draft.jar is None:
        stand = CommentedMap(target=_safe(draft.target))
        _comment(stand, "target", [_OF_TARGET], 2)
        return stand
    environment = {"SERVER_PORT": "${port}", "PORT": "${port}", _VM_OPTIONS: "-Xmx512m"}
    service = CommentedMap(
        command=_flow(["java", "-jar", draft.jar]), environment=_flow(environment), ready=_flow({"tcp": True})
    )
    _comment(service, "command", [_OF_COMMAND], 6)
    _comment(service, "environment", [_OF_PORT], 6)
    target = _safe(f"http://127.0.0.1:${{{_SERVICE}.port}}")
    return CommentedMap(target=target, services=CommentedMap({_SERVICE: service}))


def _profile(draft: Draft) -> CommentedMap:
    profile = CommentedMap()
    active = [operation for operation in draft.operations if operation.is_active]
    if draft.tls:
        profile["tls"] = _flow(draft.tls)
        if draft.tls.get("insecure"):
            _comment(profile, "tls", [_OF_CERTIFICATE], 2)
    asking = [operation.spec.get("auth") for operation in active]
    shared = asking[0] if asking and asking[0] is not None and all(one == asking[0] for one in asking) else None
    if shared is not None:
        profile["auth"] = _flow(shared)
    if draft.keeps_cookies:
        profile["cookies"] = True
        _comment(profile, "cookies", [_OF_COOKIES], 2)
    if variables := _variables(draft, active):
        profile["variables"] = CommentedMap({name: _safe(value) for name, value in variables.items()})
        _comment(profile, "variables", [_OF_VARIABLES], 2)
    feeders = {name: spec for name, spec in draft.feeders.items() if _is_used(name, active)}
    if feeders:
        profile["feeders"] = CommentedMap({_key(name): _flow(spec) for name, spec in feeders.items()})
        _comment(profile, "feeders", [_OF_FEEDERS], 2)
    profile["operations"] = _operations(active, shared)
    if draft.flow is None and len(active) > 1:
        _comment(profile, "operations", [_OF_ALONE], 2)
    if draft.flow is not None:
        profile["flows"] = CommentedMap({_key(draft.flow.name): CommentedMap(steps=_steps(draft.flow))})
        _comment(profile, "flows", _OF_FLOW, 2)
    return profile


def _variables(draft: Draft, active: Iterable[DraftOperation]) -> dict[str, str]:
    """The variables of the profile that its operations name: credentials where no secret may stand itself."""
    known = {variable.lower(): f"${{env:{variable}}}" for variable in draft.secrets} | {DOLLAR: "$"}
    active = list(active)
    return {name: value for name, value in known.items() if _is_used(name, active)}


def _is_used(name: str, operations: Iterable[DraftOperation]) -> bool:
    gap = f"${{{name}}}"
    return any(gap in text for operation in operations for text in _texts(operation.spec))


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)


def _operations(active: Sequence[DraftOperation], shared: Any) -> CommentedMap:
    operations = CommentedMap()
    for operation in active:
        spec = {key: value for key, value in operation.spec.items() if key != "auth" or shared is None}
        operations[_key(operation.name)] = _block(spec)
        if operation.remarks:
            _comment(operations, operation.name, operation.remarks, 4)
    return operations


def _asleep(operations: Sequence[DraftOperation], draft: Draft) -> list[str]:
    """The lines of operations that are written as comments, with what they would need besides."""
    lines: list[str] = []
    for operation in operations:
        lines += operation.remarks
        needed: dict[str, Any] = {}
        if variables := _variables(draft, [operation]):
            needed["variables"] = variables
        if feeders := {name: spec for name, spec in draft.feeders.items() if _is_used(name, [operation])}:
            needed["feeders"] = feeders
        for section, values in needed.items():
            (line,) = _emitted(_flow({section: values})).splitlines()
            lines.append(f"It takes {line}")
        lines += _emitted(CommentedMap({_key(operation.name): _block(operation.spec)})).splitlines()
    return lines


def _steps(flow: DraftFlow) -> CommentedSeq:
    steps = CommentedSeq(_safe(step) if isinstance(step, str) else _flow(step) for step in flow.steps)
    for at, remark in flow.pages.items():
        steps.yaml_set_comment_before_after_key(at, before=remark, indent=6)
    return steps


def _block(spec: Mapping[str, Any]) -> CommentedMap:
    return CommentedMap({_key(key): _flow(value) for key, value in spec.items()})


def _key(text: str) -> str:
    return text if _PLAIN_KEY.fullmatch(text) else _safe(text)


def _safe(text: str) -> str:
    """Text that every reader takes for text; single quotes, which the emitter gives up where they do not do.

    Double quotes if it has hidden characters: only there YAML has escapes for them.
    """
    is_single = '"' in text and visible_line(text) == text
    quoted: str = SingleQuotedScalarString(text) if is_single else DoubleQuotedScalarString(text)
    return quoted


def _flow(value: Any) -> Any:
    """A value with its lists and mappings on one line; text of ours that is no number stays without quotes."""
    if isinstance(value, Mapping):
        mapping = CommentedMap({_key(key): _flow(inner) for key, inner in value.items()})
        mapping.fa.set_flow_style()
        return mapping
    if isinstance(value, Sequence) and not isinstance(value, str):
        sequence = CommentedSeq(_flow(inner) for inner in value)
        sequence.fa.set_flow_style()
        return sequence
    return value if not isinstance(value, str) or _PLAIN_VALUE.fullmatch(value) else _safe(value)


def _comment(mapping: CommentedMap, key: str, lines: Sequence[str], indent: int = 0) -> None:
    """Lines before a key, each of printable text."""
    mapping.yaml_set_comment_before_after_key(key, before="\n".join(lines), indent=indent)


def _emitted(node: CommentedMap) -> str:
    emitter = YAML()
    emitter.width = _NEVER_FOLDED
    stream = io.StringIO()
    emitter.dump(node, stream)
    return visible(stream.getvalue())


def _head(draft: Draft, file: str) -> list[str]:
    name = shlex.quote(file) if file.isprintable() and not file.startswith("-") else "STUDY"
    lines = [
        f"A study for loadproof, drafted from {draft.source}. It runs as it is; read it before it loads anything.",
        f"  loadproof plan {name}: how long it takes and what it will show; nothing is sent",
        f"  loadproof run {name} --preset smoke: a few calls of each request; passes if each is answered as it expects",
        f"  loadproof run {name}: all methods below; --method NAME runs one",
        "Editors show what each key means: loadproof schema study.",
    ]
    if secrets := needed_secrets(draft):
        lines += ["", "Set these variables of the environment before, as no credential stands in this file:"]
        lines += [f"  {variable}: {place}" for variable, place in secrets.items()]
    if draft.left_out:
        lines += ["", "Not translated, or made up:", *(f"- {line}" for line in draft.left_out)]
    return [*lines, ""]


def _check(text: str, study: CommentedMap, draft: Draft, directory: Path) -> None:
    environment = dict.fromkeys(draft.secrets, "x")
    with tempfile.TemporaryDirectory(prefix="loadproof-") as place:
        file = Path(place) / "study.yaml"
        write_file(file, text)
        log = FaultLog("the draft")
        try:
            if read_yaml(file, log) != _plain(study):
                raise LoadproofError(_own_fault("it reads otherwise than it was meant"))
            spec = read_spec(StudySpec, file, log)
            resolve_logged(spec, directory, StudyChoice(None, (), (), environment), log)
        except StudyFaults as error:
            raise LoadproofError(_own_fault(str(error.faults[0]))) from error


def _own_fault(told: str) -> str:
    return f"the study that was drafted does not load: {told}. Cure: report this, with what it was drafted from"


def _plain(value: Any) -> Any:
    """Plain values, of which two can be compared."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, str):
        return str(value)
    return [_plain(inner) for inner in value] if isinstance(value, Sequence) else value
