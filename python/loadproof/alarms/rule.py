"""Alarm rule: a series of a probe or a metric of calls, a limit, and for how long the limit must be exceeded.

A rule is written as one line:

    postgres:db sessions_active > 40 for 5m
    p99 of search over 30s > 1s
    apdex of "open form" over 1m < 0.7 for 2m
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from loadproof.errors import WrittenValueError
from loadproof.model.duration import Duration
from loadproof.model.quoting import quoted

__all__ = [
    "AlarmRule",
    "LimitRelation",
    "LoadMetric",
    "LoadMetricKind",
    "ProbeSeries",
    "RuleError",
    "WrittenRule",
    "parse_rule",
]

_LONGEST_TEXT = 300
_LONGEST_OVER_S = 3600
_SUCH_AS = 'write a rule such as "host cpu_busy_share > 0.95 for 2m" or "p99 over 30s > 1s"'
_RELATION = re.compile(r'(?P<left>(?:"[^"]*"|[^"<>≤≥=])*)(?P<relation>>=|<=|≥|≤|>|<)(?P<right>.*)', re.DOTALL)
_OVER = re.compile(r"(?P<source>.*\S)\s+over\s+(?P<over>\S+)", re.DOTALL)
_FOR = re.compile(r"(?P<limit>.*?)(?:\s+for\s+(?P<for>.*))?", re.DOTALL)
_OF = re.compile(r'(?P<metric>\S+)\s+of\s+(?:"(?P<quoted>[^"]+)"|(?P<plain>[^\s"]+))')
_PERCENTILE = re.compile(r"p(?P<percentile>[0-9]{1,2}(?:\.[0-9]{1,6})?)")
_SERIES = re.compile(r'(?P<probe>[^\s"]+)\s+(?P<name>[^\s"]+)')


class RuleError(WrittenValueError):
    """The text is not an alarm rule."""


class LoadMetricKind(StrEnum):
    """Kind of a metric of calls or users."""

    PERCENTILE = "percentile"
    ERRORS = "errors"
    RATE = "rate"
    APDEX = "apdex"
    USERS = "users"
    IN_FLIGHT = "in_flight"
    WAITING = "waiting"

    @property
    def is_of_calls(self) -> bool:
        """True if an operation or a flow has it; the others are of the whole load."""
        return self in (LoadMetricKind.PERCENTILE, LoadMetricKind.ERRORS, LoadMetricKind.RATE, LoadMetricKind.APDEX)


_PLAIN_FIGURES = {kind.value: kind for kind in LoadMetricKind if kind is not LoadMetricKind.PERCENTILE}
FIGURES = ("p99", *_PLAIN_FIGURES)
"""Figures as they are written; `p99` stands for each percentile."""


class LimitRelation(StrEnum):
    """LimitRelation of a value to the limit for which a rule is true."""

    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="

    def holds(self, value: float, limit: float) -> bool:
        """Return True if `value` has this relation to `limit`.

        >>> LimitRelation.ABOVE.holds(40.0, 40.0), LimitRelation.AT_LEAST.holds(40.0, 40.0)
        (False, True)
        """
        if self is LimitRelation.ABOVE:
            return value > limit
        if self is LimitRelation.AT_LEAST:
            return value >= limit
        return value < limit if self is LimitRelation.BELOW else value <= limit

    @property
    def is_upper(self) -> bool:
        """True if a rule with it fires on high values."""
        return self in (LimitRelation.ABOVE, LimitRelation.AT_LEAST)


@dataclass(frozen=True, slots=True)
class ProbeSeries:
    """ProbeSeries of a probe, by the probe's name, such as `postgres:db`, and its own."""

    probe: str
    name: str

    @property
    def text(self) -> str:
        """Text of the series as a rule has it."""
        return f"{self.probe} {self.name}"


@dataclass(frozen=True, slots=True)
class LoadMetric:
    """LoadMetric of calls or users over due seconds."""

    kind: LoadMetricKind
    row: str | None = None
    """Operation or flow; None: the whole profile."""
    percentile: float | None = None
    """Percentile, such as 99.9; None: it is another metric."""

    @property
    def tail_share(self) -> float:
        """Share (0 to 1) of the calls above the percentile.

        >>> LoadMetric(LoadMetricKind.PERCENTILE, percentile=99.9).tail_share
        0.001
        """
        # In binary 1 - 0.999 is a little more.
        return float(1 - Decimal(repr(self.percentile or 0.0)) / 100)

    @property
    def text(self) -> str:
        """Text of the metric as a rule has it.

        >>> LoadMetric(LoadMetricKind.APDEX, "open form").text
        'apdex of "open form"'
        """
        name = self.kind.value if self.percentile is None else f"p{self.percentile:g}"
        if self.row is None:
            return name
        return f'{name} of "{self.row}"' if re.search(r"\s", self.row) else f"{name} of {self.row}"


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """Parts of a rule as they are written; the unit of the limit is not read yet."""

    source: ProbeSeries | LoadMetric
    over_s: int
    relation: LimitRelation
    limit: str
    for_s: int


@dataclass(frozen=True, slots=True)
class AlarmRule:
    """Rule of an alarm.

    It is evaluated once per due second of a trial. It fires once its value has kept the relation to the limit in every
    evaluation for `for_s` seconds, as alerting rules of Prometheus do.
    """

    name: str
    text: str
    """Rule as it was written."""
    source: ProbeSeries | LoadMetric
    relation: LimitRelation
    limit: float
    """Limit in the unit of the source: ms of a percentile, a share from 0 to 1 of errors."""
    unit: str = ""
    """Unit of a series; empty: none, or a metric."""
    over_s: int = 1
    """Seconds over which a value is taken: calls due in them, or the mean of readings in them."""
    for_s: int = 0
    keep_firing_for_s: int = 0
    """Seconds for which it still fires after its relation to the limit has ended."""
    stops: bool = False
    """True if the trial ends when it fires."""
    lookback_s: int = 1
    """Seconds for which a reading of its series counts as current."""
    prometheus: str | None = None
    """Expression of Prometheus for the same values, where the study gives one."""

    @property
    def threshold_ms(self) -> float | None:
        """Response time that calls are counted against, ms; None: it limits no percentile."""
        is_percentile = isinstance(self.source, LoadMetric) and self.source.kind is LoadMetricKind.PERCENTILE
        return self.limit if is_percentile else None


def parse_rule(text: str) -> WrittenRule:
    """Return the parts of a written rule. Raises RuleError.

    >>> rule = parse_rule("postgres:db sessions_active > 40 for 5m")
    >>> rule.source, rule.relation.value, rule.limit, rule.for_s
    (ProbeSeries(probe='postgres:db', name='sessions_active'), '>', '40', 300)
    >>> rule = parse_rule('apdex of "open form" over 1m < 0.7 for 2m')
    >>> rule.source.text, rule.over_s, rule.limit, rule.for_s
    ('apdex of "open form"', 60, '0.7', 120)
    """
    rule = text.strip()
    if len(rule) > _LONGEST_TEXT:
        raise RuleError(f"{quoted(rule)} is too long for a rule", _SUCH_AS)
    if not rule:
        raise RuleError("the rule is empty", _SUCH_AS)
    if rule.count('"') % 2:
        raise RuleError(f"{quoted(rule)} has an open quotation mark", "close it")
    sides = _RELATION.fullmatch(rule)
    if sides is None:
        raise RuleError(f"{quoted(rule)} compares with no limit", _SUCH_AS)
    left, over_s = sides["left"].strip(), 1
    if windowed := _OVER.fullmatch(left):
        left, over_s = windowed["source"].strip(), _seconds("over", windowed["over"], 1)
        if over_s > _LONGEST_OVER_S:
            raise RuleError(f"over {quoted(windowed['over'])} is longer than 1h", "write a time such as over 1m")
    limit = _FOR.fullmatch(sides["right"].strip())
    if limit is None or not limit["limit"].strip():
        raise RuleError(f"{quoted(rule)} has no limit after {sides['relation']}", _SUCH_AS)
    for_s = 0 if limit["for"] is None else _seconds("for", limit["for"], 0)
    relation = LimitRelation({"≥": ">=", "≤": "<="}.get(sides["relation"], sides["relation"]))
    return WrittenRule(_source(left), over_s, relation, limit["limit"].strip(), for_s)


def _seconds(word: str, text: str, least_s: int) -> int:
    try:
        return int(Duration.parse_whole(least_s, text.strip()).seconds)
    except WrittenValueError as error:
        raise RuleError(f"{word}: {error.message}", f"write a time after {word} such as {word} 2m") from error


def _source(text: str) -> ProbeSeries | LoadMetric:
    of = _OF.fullmatch(text)
    word, row = (text, None) if of is None else (of["metric"], of["quoted"] or of["plain"])
    if percentile := _PERCENTILE.fullmatch(word):
        number = float(percentile["percentile"])
        if not number:
            raise RuleError("no call is below percentile 0", "write one such as p99 or p99.9")
        return LoadMetric(LoadMetricKind.PERCENTILE, row, number)
    if kind := _PLAIN_FIGURES.get(word):
        if row is not None and not kind.is_of_calls:
            raise RuleError(f"{word} is of the whole load, not of {quoted(row)}", f'leave "of {row}" out')
        return LoadMetric(kind, row)
    if of is not None:
        raise RuleError(f"{quoted(word)} is no metric of calls", "write p99, errors, rate or apdex before of")
    if series := _SERIES.fullmatch(text):
        return ProbeSeries(series["probe"], series["name"])
    cure = f"write a metric ({', '.join(FIGURES)}), or a probe and its series, such as host cpu_busy_share"
    raise RuleError(f"{quoted(text)} is neither a metric nor a series", cure)
