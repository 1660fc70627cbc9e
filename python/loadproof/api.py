"""Functions for programs: the verbs of the command line, each with a typed `Result` or report.

Nothing is printed: the live view is drawn on standard error where `live` asks for it, and what a user should know
besides goes to the logger `loadproof`. Ctrl-C ends a run gently, and `result.run.interrupted` says so; on a thread
that is not the main one signals stay with the program. Faults are the errors of `loadproof.errors`.
"""

import logging
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.message import Message
from loadproof.model.rate import Arrivals, RateError, parse_rate
from loadproof.plan.settings import LoadSettings
from loadproof.run.caller import Caller
from loadproof.run.capacity_run import run_capacity
from loadproof.run.load_run import run_load
from loadproof.run.otlp_target import read_otlp
from loadproof.run.outcome import RunOutcome, result_in
from loadproof.run.request import (
    LoadRequest,
    capacity_settings,
    check_arrivals,
    connections_for,
    held_load,
    request_of,
    stages_of,
    whole_seconds,
    with_tls,
)
from loadproof.run.study_run import run_study
from loadproof.study.parameters import option_of, parameters_named, texts_of
from loadproof.study.study import Study
from loadproof.words.catalogue import LANGUAGES, words_of

if TYPE_CHECKING:
    from loadproof.jvm.gc.report import GcReport
    from loadproof.jvm.heap.report import HeapReport
    from loadproof.jvm.threads.report import ThreadReport
    from loadproof.jvm.vm.report import VmReport
    from loadproof.postgres.report import DatabaseReport
    from loadproof.result.result import Result
    from loadproof.result.run_comparison import RunsComparison
    from loadproof.tools.audit.audited import Audit

__all__ = [
    "audit_table",
    "capacity",
    "compare_runs",
    "diagnose",
    "load",
    "open_run",
    "read_gc_logs",
    "read_heap_dumps",
    "read_thread_dumps",
    "run",
    "text_of",
]

Place = str | Path
Texts = str | Sequence[str]
Statuses = int | str | Sequence[int | str]

_log = logging.getLogger("loadproof")
_log.addHandler(logging.NullHandler())
_BOUNDS = {"connections": (1, 1_000_000), "shards": (1, 256), "seed": (0, 2**63 - 1)}


def load(
    url: str | None = None,
    *,
    rate: float | str | None = None,
    for_s: float = 10.0,
    stages: str | None = None,
    slos: Texts = (),
    profile: Place | None = None,
    users: int | None = None,
    arrivals: Literal["poisson", "constant"] = "poisson",
    connections: int | None = None,
    timeout_s: float | None = None,
    expect: Statuses | None = None,
    ca: Place | None = None,
    insecure: bool = False,
    seed: int = 1,
    shards: int | None = None,
    awake: bool = False,
    shared_machine: bool = False,
    out: Place | None = None,
    otlp: str | None = None,
    live: bool = False,
) -> "Result":
    """Holds one rate for a time, or stages of rates, and says what the service made of it.

    `users` are the closed users of a profile, of all its kinds: as many as the profile counts unless given.
    `stages` are times and rates in place of `rate` and `for_s`: "30s:100,1m:100,30s:0".
    `rate` is in calls/s, or a text (`"1/m"`): 100 unless given, or none where users alone load; `"max"` saturates. The
    load is one GET on `url`, or the operations of the profile file `profile`. `out` is the run directory, else
    `runs/<time>-load`; `otlp` the URL of a receiver of metrics while it runs. `expect` gives the accepted statuses,
    such as 201, "3xx" or ["2xx", 304]: those from 200 to 299 unless given, as redirects are not followed. Raises
    InputError where nothing could be sent, EngineFault where the generator cannot go on.
    """
    given = dict(locals())  # The parameters: nothing else has a name yet.
    with parameters_named():
        request = _request(url, profile, slos, timeout_s, expect, ca, insecure)
        shape = None if stages is None else stages_of(stages, rate)
        length_s = whole_seconds("--for", for_s, for_s)
        held = held_load(request.profile, rate is not None, _rate(rate), length_s, shape, users)
        settings = _settings(arrivals, connections_for(held.rate, connections), shards, seed, awake, shared_machine)
        settings = replace(settings, user_totals=() if users is None else (users,))
        return _ended(run_load(request, held, settings, _path(out), caller=_caller(load, given)))


def capacity(
    url: str | None = None,
    *,
    slos: Texts = (),
    profile: Place | None = None,
    start_rate: float = 100.0,
    max_rate: float = 100_000.0,
    precision: float = 0.03,
    hold_s: float = 30.0,
    confirm_s: float | None = None,
    budget_s: float | None = None,
    arrivals: Literal["poisson", "constant"] = "poisson",
    connections: int | None = None,
    timeout_s: float | None = None,
    expect: Statuses | None = None,
    ca: Place | None = None,
    insecure: bool = False,
    seed: int = 1,
    shards: int | None = None,
    awake: bool = False,
    shared_machine: bool = False,
    out: Place | None = None,
    otlp: str | None = None,
    live: bool = False,
) -> "Result":
    """Finds the highest rate that keeps the SLOs, as an interval, and confirms it.

    Rates are in calls/s; the search ends when `high / low - 1` is at most `precision`. `hold_s` is the longest judged
    part of a plateau, `confirm_s` how long a rate is held to confirm it (120 s, longer after one that failed), and
    `budget_s` the most time of load and waits. Else as `load`.
    """
    given = dict(locals())  # The parameters: nothing else has a name yet.
    with parameters_named():
        method = capacity_settings(
            start_rate=start_rate,
            max_rate=max_rate,
            precision=precision,
            hold_s=whole_seconds("--hold", hold_s, hold_s),
            confirm_hold_s=None if confirm_s is None else whole_seconds("--confirm", confirm_s, confirm_s),
            budget_s=None if budget_s is None else whole_seconds("--budget", budget_s, budget_s),
        )
        request = _request(url, profile, slos, timeout_s, expect, ca, insecure)
        check_arrivals(request.profile)
        settings = _settings(arrivals, connections_for(start_rate, connections), shards, seed, awake, shared_machine)
        return _ended(run_capacity(request, method, settings, _path(out), caller=_caller(capacity, given)))


def run(
    study: Study | Place,
    *,
    preset: str | None = None,
    methods: Texts = (),
    slos: Texts = (),
    shared_machine: bool = False,
    out: Place | None = None,
    otlp: str | None = None,
    live: bool = False,
) -> "Result":
    """Runs a study: stands up its services, and runs its methods on every start of every variant.

    `preset`, `methods`, `slos` and `shared_machine` are those of `Study.read`, which reads `study` if it is a file.
    Raises StudyFaults with all faults of the file, another InputError where nothing could be run at all, EngineFault
    where the generator cannot go on. A start that fails is kept as such in `result.run.events`, and the next is run.
    """
    if not isinstance(study, Study):
        study = Study.read(study, preset, methods, slos, shared_machine)
    elif preset is not None or methods or slos or shared_machine:
        raise InputError(
            "preset, methods, slos and shared_machine choose of a file. "
            "Cure: give them to Study.read, which made the study"
        )
    with parameters_named():
        metrics = read_otlp(otlp)
        words = [] if metrics is None or study.source is None else [option_of("otlp"), metrics.shown]
        return _ended(run_study(study, _path(out), caller=Caller((*_repeating(study), *words), live, metrics=metrics)))


def open_run(path: Place) -> "Result":
    """The result of an earlier run by its directory, also of one that was killed or is under way.

    Its reports stay as they are. Raises RunDirectoryError.
    """
    return result_in(Path(path))


def compare_runs(runs: Sequence[Place], *, margins: Mapping[str, float] | None = None) -> "RunsComparison":
    """Compares stored runs of one profile with the first of them, by their directories; `state` says what is shown.

    `margins` say what does not matter: `response` (5 per cent unless given), `cpu` (3), `memory` (5), and `errors` (0.5
    points). Raises InputError where fewer than two runs are given or one of them twice, WrittenValueError for margins
    that cannot be, RunDirectoryError where one is no run or is damaged.
    """
    # Statistics take a while to import: who loads waits for none of them.
    from loadproof.judge.pair_effects import ComparisonSettings, margins_with
    from loadproof.result import run_comparisons

    if isinstance(runs, str | Path) or len(runs) < 2:
        raise InputError(f"runs: {runs!r:.80} are not two. Cure: give a list of directories, the baseline first")
    baseline, *others = map(Path, runs)
    settings = ComparisonSettings(margins=margins_with(margins or {}))
    return run_comparisons.compare_runs(baseline, others, settings)


def audit_table(table: Place, *, columns: Place | None = None, encoding: str | None = None) -> "Audit":
    """Recomputes a published comparison from its own table, a file of CSV, tabs or pipes; `state` says what is found.

    `columns` is a map, a YAML file that says what the headers do not. Raises InputError where nothing can be judged.
    """
    from loadproof.tools.audit.audit import audit_file

    return audit_file(str(table), _path(columns), encoding)


def read_gc_logs(*logs: Place) -> "GcReport":
    """Reads a log of garbage collections (`-Xlog:gc*`, JDK 9 and later) with its rotated parts, or two to be compared.

    Raises InputError where a file cannot be read, or is no such log.
    """
    from loadproof.jvm.gc.logs import report_of_logs

    return report_of_logs([str(log) for log in logs])


def read_thread_dumps(*dumps: Place) -> "ThreadReport":
    """Reads dumps of the threads of one service, some seconds apart: text of `Thread.print -l`, JSON of `dump_to_file`.

    Raises InputError where a file cannot be read, or holds no thread.
    """
    from loadproof.jvm.threads.dumps import report_of_dumps

    return report_of_dumps([str(dump) for dump in dumps])


@overload
def diagnose(
    target: int,
    *,
    seconds: float | None = None,
    classes: bool = False,
    heap_dump_to: Place | None = None,
    recording_to: Place | None = None,
) -> "VmReport": ...


@overload
def diagnose(
    target: str, *, seconds: float | None = None, plans: Literal["generic", "logged"] = "generic"
) -> "DatabaseReport": ...


def diagnose(
    target: int | str,
    *,
    seconds: float | None = None,
    classes: bool = False,
    heap_dump_to: Place | None = None,
    recording_to: Place | None = None,
    plans: Literal["generic", "logged"] = "generic",
) -> "VmReport | DatabaseReport":
    """Looks at a running JVM by its process id, or at a PostgreSQL database by its URL, and names what slows it.

    A JVM is looked at for 10 s: collector, memory, threads with their locks and processor time. `classes` asks how much
    each class has, `heap_dump_to` for a heap dump in a directory; it stands still for both. `recording_to` has Flight
    Recorder tell its waits by lock, to a file in a directory. A database is observed for 60 s: statements, waits,
    locks, temporary tables and plans, with `plans="logged"` those of the slowest executions that `auto_explain` wrote
    into its JSON log, too; its password may be `${env:NAME}`. Ctrl-C ends that early, and `interrupted` of the report
    says so. Raises InputError where there is no such JVM or database, or it may not be looked at.
    """
    if isinstance(target, str):
        from loadproof.postgres.diagnosis import diagnose_database
        from loadproof.study.probe_settings import PlanSource

        if classes or heap_dump_to is not None or recording_to is not None:
            raise InputError(
                "classes, heap_dump_to, recording_to: only a JVM has these. "
                "Cure: leave them out, or give the process id of a JVM"
            )
        if plans not in set(PlanSource):
            raise InputError(f"plans: {plans!r} is none of {', '.join(PlanSource)}. Cure: give one of them")
        return diagnose_database(target, 60.0 if seconds is None else seconds, plans=PlanSource(plans))
    if plans != "generic":
        raise InputError("plans: only a database has this. Cure: leave it out, or give the URL of a database")
    from loadproof.jvm.vm.diagnosis import diagnose_vm

    heap, waits = (None if place is None else str(place) for place in (heap_dump_to, recording_to))
    limit_s = 10.0 if seconds is None else seconds
    return diagnose_vm(target, limit_s, classes=classes, heap_dump_to=heap, recording_to=waits)


def read_heap_dumps(*dumps: Place) -> "HeapReport":
    """Reads heap dumps of one service (HPROF of HotSpot): what keeps most of the last, and what grew since the first.

    Raises InputError where a file cannot be read, or is no such dump.
    """
    from loadproof.jvm.heap.dumps import report_of_heap_dumps

    return report_of_heap_dumps([str(dump) for dump in dumps])


def text_of(message: Message, language: str = "en") -> str:
    """Return the text of a message of a result, such as `result.sentence`, in `language`.

    Raises WrittenValueError if the language has no catalogue.

    >>> text_of(Message("language-name"), "ru")
    'Русский'
    """
    if language not in LANGUAGES:
        raise WrittenValueError(f"{language!r} is no language of loadproof", f"give one of {', '.join(LANGUAGES)}")
    return words_of(language).told(message)


def _request(
    url: str | None,
    profile: Place | None,
    slos: Texts,
    timeout_s: float | None,
    expect: Statuses | None,
    ca: Place | None,
    insecure: bool,
) -> LoadRequest:
    listed = [expect] if isinstance(expect, int | str) else expect
    statuses = None if listed is None else ",".join(map(str, listed))
    return with_tls(request_of(url, _path(profile), texts_of(slos), timeout_s, expect=statuses), _path(ca), insecure)


def _rate(rate: float | str | None) -> float | None:
    """Return the rate in calls/s; None if `rate` is "max" (saturate) or not given. Raises InputError."""
    if rate is None or rate == "max":
        return None
    try:
        return parse_rate(rate)
    except RateError as error:
        raise InputError(f'rate: {error}, or "max" to saturate') from error


def _settings(
    arrivals: str, connections: int | None, shards: int | None, seed: int, awake: bool, shared_machine: bool
) -> LoadSettings:
    if arrivals not in list(Arrivals):
        raise InputError(f"arrivals: {arrivals!r} is not known. Cure: give {' or '.join(Arrivals)}")
    for name, value in (("connections", connections), ("shards", shards), ("seed", seed)):
        least, most = _BOUNDS[name]
        if value is not None and not (isinstance(value, int) and least <= value <= most):
            raise InputError(f"{name}: {value!r} is not allowed. Cure: give a whole number from {least} to {most}")
    return LoadSettings.of(Arrivals(arrivals), connections, shards, seed, awake=awake, shared_machine=shared_machine)


def _ended(outcome: RunOutcome) -> "Result":
    if outcome.unwritten is not None:
        _log.warning("%s", outcome.unwritten)
    return replace(outcome.result, directory=None) if outcome.is_lost else outcome.result


def _path(place: Place | None) -> Path | None:
    return None if place is None else Path(place)


def _caller(verb: Callable[..., "Result"], given: Mapping[str, Any]) -> Caller:
    """The command line that does what a call of `verb` does; what it leaves to the defaults is left out."""
    defaults = verb.__kwdefaults__ or {}
    words = [] if given["url"] is None else [given["url"]]
    for name, value in given.items():
        if name in defaults and name != "live" and value != defaults[name]:
            words += _option(name, value)
    metrics = read_otlp(given["otlp"])
    caller = Caller(("loadproof", verb.__name__, *words), given["live"], metrics=metrics)
    return caller if metrics is None else caller.with_shown(metrics.written, metrics.shown)


def _option(name: str, value: Any) -> list[str]:
    option = option_of(name)
    if value is True:
        return [option]
    if name == "slos":
        return [word for text in texts_of(value) for word in (option, text)]
    if isinstance(value, float | int):
        return [option, f"{value:.15g}{'s' if name.endswith('_s') else ''}"]
    return [option, str(value)]


def _repeating(study: Study) -> tuple[str, ...]:
    source = study.source
    if source is None:
        # It was made in Python, and no command line can repeat it.
        return (sys.executable, *sys.argv)
    preset = [] if source.preset is None else [option_of("preset"), source.preset]
    methods = [word for name in source.methods for word in (option_of("methods"), name)]
    slos = [word for text in source.slos for word in (option_of("slos"), text)]
    shared = [option_of("shared_machine")] if source.shared_machine else []
    return ("loadproof", "run", source.file, *preset, *methods, *slos, *shared)
