"""Resolution of the written alarms: series and rows that rules name, their units, and if they can ever fire."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from loadproof.alarms.rule import AlarmRule, LoadMetric, LoadMetricKind, ProbeSeries, RuleError, WrittenRule, parse_rule
from loadproof.alarms.spec import AlarmSpec
from loadproof.alarms.units import can_fire, metric_limit, series_limit
from loadproof.errors import WrittenValueError
from loadproof.methods.registry import row_of
from loadproof.model.duration import format_duration
from loadproof.model.profile import Profile
from loadproof.model.quoting import quoted
from loadproof.model.series import KnownSeries, known_series, series_names
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.methods import Methods
from loadproof.study.operation_resolution import near
from loadproof.study.probe_settings import ProbeSettings
from loadproof.study.stand_resolution import check_name
from loadproof.study.stand_settings import Driver, StandSettings

__all__ = ["resolve_alarms"]

_PATH: KeyPath = ("alarms",)
_MOST_ALARMS = 100
_LONGEST_EXPRESSION = 2000
_BOUNDS: Mapping[LoadMetricKind, tuple[float, float | None]] = {
    LoadMetricKind.PERCENTILE: (0.0, None),
    LoadMetricKind.ERRORS: (0.0, 1.0),
    LoadMetricKind.RATE: (0.0, None),
    LoadMetricKind.APDEX: (0.0, 1.0),
    LoadMetricKind.USERS: (0.0, None),
    LoadMetricKind.IN_FLIGHT: (0.0, None),
    LoadMetricKind.WAITING: (0.0, None),
}
"""Lowest and highest value of each metric; None: no bound."""
_SHORTEST_MS = 0.001
_SIMULATED = "simulated:simulated"
_OF_FOUND = ("process", "cgroup", "java")
"""Kinds of probes of services, which a stand of others names by their programs."""
_WRITTEN = {kind: kind for kind in ("prometheus", "postgres", "mariadb", "redis")} | {"node": "machines"}
"""Keys of the probes that a study writes by their name, by kind."""
_LOOKBACK_S = 300
"""Seconds for which a reading of a series that is rarely read counts as current, as in Prometheus."""


@dataclass(frozen=True, slots=True)
class _Stand:
    """Probes, rows and trials that a rule can name or last for."""

    probes: ProbeSettings
    services: Sequence[str]
    driver: Driver
    profile: Profile | None
    longest_trial_s: float
    """0: not known, or not to be checked."""

    def probe_names(self) -> list[str]:
        """Return the names of all probes that are on."""
        if self.driver is Driver.SIMULATE:
            return [_SIMULATED]
        probes, services = self.probes, list(dict.fromkeys(self.services))
        kinds = {"process": probes.process, "cgroup": probes.control_group, "java": probes.java}
        names = [name for name, is_on in (("host", probes.host), ("generator", probes.generator)) if is_on]
        names += ["machine", "probes"]
        names += [f"{kind}:{service}" for kind, is_on in kinds.items() if is_on for service in services]
        names += [f"prometheus:{page.service}" for page in probes.prometheus]
        names += [f"node:{machine.name}" for machine in probes.machines]
        return [*names, *(f"{database.kind.value}:{database.service}" for database in probes.databases)]

    def is_off(self, probe: str) -> bool:
        """Return True if the probe is one that the study switched off."""
        probes = self.probes
        keys = {"process": probes.process, "cgroup": probes.control_group, "java": probes.java}
        keys |= {"host": probes.host, "generator": probes.generator}
        return keys.get(probe.partition(":")[0]) is False


def resolve_alarms(
    written: Mapping[str, str | AlarmSpec],
    evaluated: Collection[str],
    probes: ProbeSettings,
    stands: Sequence[StandSettings],
    profile: Profile | None,
    methods: Methods,
    log: FaultLog,
) -> tuple[AlarmRule, ...]:
    """Return the rules named in `evaluated`; faults of all go to `log`.

    `stands` are those of the variants. `profile` None: it could not be read, so its rows are not checked. Alarms that
    are not evaluated, as in a preset with shorter trials, may be longer than any trial.
    """
    if len(written) > _MOST_ALARMS:
        log.add(_PATH, f"the number of alarms is {len(written)}", f"keep to {_MOST_ALARMS}")
        return ()
    services = [service.name for stand in stands for service in stand.services]
    longest_s = _longest_trial_s(methods) if written else 0.0
    found = []
    for name, spec in written.items():
        is_evaluated = name in evaluated
        stand = _Stand(probes, services, stands[0].driver, profile, longest_s if is_evaluated else 0.0)
        rule = _rule(name, spec, stand, log)
        if rule is not None and is_evaluated:
            found.append(rule)
    return tuple(found)


def _longest_trial_s(methods: Methods) -> float:
    """Return the most seconds of load of one trial; 0 if settings have faults, which are reported elsewhere."""
    asked = methods.asked()
    try:
        return max((row_of(name).longest_trial_s(settings, asked) for name, settings in asked.items()), default=0.0)
    except ValueError:
        return 0.0


def _rule(name: str, spec: str | AlarmSpec, stand: _Stand, log: FaultLog) -> AlarmRule | None:
    path: KeyPath = (*_PATH, name)
    check_name(name, "an alarm", path, log)
    given = AlarmSpec(rule=spec) if isinstance(spec, str) else spec
    at: KeyPath = path if isinstance(spec, str) else (*path, "rule")
    if given.prometheus is not None and not 0 < len(given.prometheus) <= _LONGEST_EXPRESSION:
        log.add((*path, "prometheus"), "the expression is empty or too long", "write one of up to 2,000 characters")
    if log.is_broken(at):
        return None
    try:
        rule = parse_rule(given.rule)
        read = _read(rule, stand)
    except WrittenValueError as error:
        log.add(at, error.message, error.cure)
        return None
    _check_length(rule, stand, at, log)
    return AlarmRule(
        name,
        given.rule.strip(),
        rule.source,
        rule.relation,
        read.limit,
        read.unit,
        rule.over_s,
        rule.for_s,
        keep_firing_for_s=0 if given.keep_firing_for is None else int(given.keep_firing_for.seconds),
        stops=given.stop,
        prometheus=given.prometheus,
        lookback_s=read.lookback_s,
    )


def _check_length(rule: WrittenRule, stand: _Stand, at: KeyPath, log: FaultLog) -> None:
    """Report a rule that no trial is long enough for."""
    longest_s = stand.longest_trial_s
    if not longest_s:
        return
    longest = format_duration(longest_s)
    for word, length_s in (("for", rule.for_s), ("over", rule.over_s)):
        if length_s >= longest_s and length_s > 1:
            message = f"{word} {format_duration(length_s)} is not shorter than the longest trial, {longest}"
            log.add(at, f"{message}: the alarm can never fire", f"shorten {word}, or hold a load for longer")
            return
    together_s = rule.for_s + (rule.over_s if isinstance(rule.source, LoadMetric) else 0)
    if together_s >= longest_s and together_s > 1:
        message = f"over and for together, {format_duration(together_s)}, are not shorter than the longest trial"
        log.add(at, f"{message}, {longest}: the alarm can never fire", "shorten one of them, or hold a load for longer")


@dataclass(frozen=True, slots=True)
class _Read:
    """Limit of a rule, its unit, and for how many seconds a reading counts as current."""

    limit: float
    unit: str = ""
    lookback_s: int = 1


def _read(rule: WrittenRule, stand: _Stand) -> _Read:
    """Return the limit of a rule in the unit of what it limits. Raises RuleError."""
    if isinstance(rule.source, LoadMetric):
        _check_row(rule.source, stand)
        limit = metric_limit(rule.source, rule.limit)
        _check_reach(rule, limit, *_BOUNDS[rule.source.kind])
        _check_timeout(rule, limit, stand)
        return _Read(limit)
    known = _series(rule.source, stand)
    limit = series_limit(rule.limit, known.unit)
    _check_reach(rule, limit, known.lowest, known.highest)
    return _Read(limit, known.unit, _LOOKBACK_S if known.is_rare else 1)


def _check_reach(rule: WrittenRule, limit: float, lowest: float | None, highest: float | None) -> None:
    if can_fire(rule.relation, limit, lowest, highest):
        return
    bound = highest if rule.relation.is_upper else lowest
    side = "highest" if rule.relation.is_upper else "lowest"
    raise RuleError(
        f"the alarm can never fire: the {side} value of {rule.source.text} is {bound:g}", "write a limit within reach"
    )


def _check_timeout(rule: WrittenRule, limit: float, stand: _Stand) -> None:
    metric, profile = rule.source, stand.profile
    if not isinstance(metric, LoadMetric) or metric.kind is not LoadMetricKind.PERCENTILE or profile is None:
        return
    if limit < _SHORTEST_MS:
        raise RuleError(f"{quoted(rule.limit)} is below 1 µs, which every call takes", "write a limit such as 1s")
    own = [one.timeout_s for one in profile.operations if metric.row in (None, one.name)]
    timeout_s = max(own, default=None)
    if timeout_s is not None and limit >= 1000.0 * timeout_s:
        cure = "write a limit below it, or an alarm on errors"
        raise RuleError(f"calls are given up after {format_duration(timeout_s)}, before the limit", cure)


def _check_row(metric: LoadMetric, stand: _Stand) -> None:
    profile = stand.profile
    if profile is None:
        return
    rated = {one.name for one in profile.operations if one.apdex_target_s is not None}
    rated |= {one.name for one in profile.flows if one.apdex_target_s is not None}
    if metric.kind is LoadMetricKind.APDEX and not rated:
        raise RuleError("no operation has a target time of Apdex", "write apdex: {target: 3s} in the profile")
    if metric.kind is LoadMetricKind.USERS and not profile.users:
        raise RuleError("the profile has no users", "write users into the profile, or an alarm on another metric")
    if metric.row is None:
        return
    names = [*(one.name for one in profile.operations), *(one.name for one in profile.flows)]
    if metric.row not in names:
        message = f"there is no operation or flow {quoted(metric.row)}"
        raise RuleError(message, near(metric.row, names, "leave the name out"))
    if metric.kind is LoadMetricKind.APDEX and metric.row not in rated:
        raise RuleError(f"{quoted(metric.row)} has no target time of Apdex", "write apdex: {target: 3s} in it")


def _series(series: ProbeSeries, stand: _Stand) -> KnownSeries:
    """Return what is known of a series. Raises RuleError."""
    there = stand.probe_names()
    kind, _, own_name = series.probe.partition(":")
    # Nobody knows yet which programs will run.
    is_of_program = kind == "machine" or (kind in _OF_FOUND and stand.driver is Driver.EXTERNAL)
    if series.probe not in there and not (own_name and is_of_program and not stand.is_off(series.probe)):
        _refuse_probe(series, stand, there)
    of_page = dict(_of_pages(series.probe, stand))
    if series.name in of_page:
        return KnownSeries(series.name, of_page[series.name], None, None)
    known = known_series(series.probe, series.name)
    if known is None:
        names = [*of_page, *series_names(series.probe)]
        raise RuleError(f"{series.probe} has no series {quoted(series.name)}", near(series.name, names, "leave it out"))
    return known


def _of_pages(probe: str, stand: _Stand) -> Iterator[tuple[str, str]]:
    """Yield names and units of the series that the study names on a page."""
    for page in stand.probes.prometheus:
        if probe == f"prometheus:{page.service}":
            yield from ((one.name, one.unit) for one in page.series)


def _refuse_probe(series: ProbeSeries, stand: _Stand, there: Sequence[str]) -> NoReturn:
    """Raise RuleError: the probe of the series is not read."""
    if stand.driver is Driver.SIMULATE:
        message = f"{quoted(series.probe)} is no probe of a simulated service"
        raise RuleError(message, f"write {_SIMULATED} and a series, or a metric such as p99")
    if stand.is_off(series.probe):
        key = {"cgroup": "control_group"}.get(kind := series.probe.partition(":")[0], kind)
        raise RuleError(f"the probe {series.probe} is off", f"write true at probes.{key}, or leave the alarm out")
    kind, _, name = series.probe.partition(":")
    message = f"there is no probe {quoted(series.probe)}"
    if kind in _WRITTEN and name and not any(one.startswith(f"{kind}:") for one in there):
        raise RuleError(message, f"write it under probes.{_WRITTEN[kind]}.{name}, or leave the alarm out")
    raise RuleError(message, near(series.probe, there, "leave the alarm out"))
