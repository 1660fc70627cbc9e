"""What a column of a published table is, as far as its header says: a figure of a variant, or a change between two."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from loadproof.model.message import Message, Value

__all__ = [
    "PERCENT",
    "POINTS",
    "RATIO",
    "ColumnMeaning",
    "Role",
    "figure_scale",
    "figure_told",
    "is_time",
    "is_total",
    "meaning_of",
    "quantile_of",
    "unit_of_cell",
    "variant_told",
]

PERCENT, POINTS, RATIO = "%", "points", "x"


class Role(StrEnum):
    """What a column is there for."""

    LEVEL = "level"
    """A figure of one variant."""
    CHANGE = "change"
    """How a figure differs between two variants."""
    SPREAD = "spread"
    """How sure the figures are: intervals, deviations, numbers of starts."""
    ROW_NAME = "row name"
    VARIANT_NAME = "variant name"
    """Each row says which variant it is of."""
    NUMBERING = "numbering"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """What one column is."""

    role: Role
    figure: str = ""
    """`rate`, `calls`, `errors`, `mean`, `max`, `min`, `response`, `cpu`, `memory`, `duration`, or `p` and a number."""
    unit: str = ""
    """As the header has it; of a change also `PERCENT` or `POINTS`."""
    variant: str = ""
    """What is left of the header: of a level whose it is, of a change what its two variants have in common."""


# What comes first wins: `error rate` is no rate, `response time p95` is a percentile.
_FIGURES = (
    ("quantile", r"p\s*\(?\s*(\d{2}(?:[.,_]\d+)?)\s*\)?(?!\d)|(\d{2}(?:[.,]\d+)?)\s*(?:th|st|nd|rd|-?й|分位\w?)(?!\w)"),
    ("median", r"median|медиан\w*|中位数|中位數"),
    ("errors", r"error\s*(?:rate|share)?|errors|fail(?:ed|ure)?s?\s*(?:rate|share)?|ошиб\w*|错误率?|錯誤率?"),
    ("cpu", r"cpu|processor|цпу|процессор\w*|处理器|處理器"),
    ("memory", r"memory|mem|ram|rss|heap|озу|памят\w*|内存|內存|記憶體"),
    ("mean", r"mean|average|avg|средн\w*|平均(?:值|数|數)?"),
    ("max", r"max(?:imum)?|максим\w*|макс|最大值?"),
    ("min", r"min(?:imum)?|миним\w*|мин|最小值?"),
    (
        "rate",
        r"rps|qps|tps|rph|(?:req(?:uest)?s?|calls?)\s*/\s*(?:s(?:ec)?|h)|throughput|rate|запр\w*\s*/\s*с|интенс\w*|吞吐量?",
    ),
    ("calls", r"#?\s*samples?|requests?|calls|hits|count|выборк\w*|запрос\w*|вызов\w*|请求数?|請求數?|样本数?|樣本數?"),
    ("duration", r"duration|длительн\w*|时长|時長|持续时间|持續時間"),
)
_RESPONSE = (
    r"response\s*times?|latency|latencies|rt|response|время отклика|отклик\w*|задержк\w*|"
    r"响应时间|响应|回應時間|延时|延時|延迟|延遲"
)
_BARE_QUANTILE = re.compile(r"(?<![\d.])(50|75|90|95|98|99|99[.,]9|99[.,]99)\s*%")
_CHANGE = re.compile(
    r"(?<!\w)(?:change[sd]?|diff(?:erence)?|delta|improve(?:ment|d)?|overhead|gain|разниц\w*|измен\w*|прирост\w*)(?!\w)"
    r"|Δ|δ|差异|差異|变化|變化|差值|开销|開銷"
)
_SPREAD = re.compile(
    r"(?<!\w)(?:std(?:\s*dev)?|stddev|deviation|sd|ci|interval|low|high|lower|upper|starts|runs|rounds|repeats|отклонен\w*|"
    r"интервал\w*|запуск\w*)(?!\w)|±|标准差|標準差|置信区间"
)
_ROW_NAME = re.compile(
    r"operations?(?: name)?|endpoints?|request(?: name)?|label|sampler?|name|url|method|transaction|scenario|"
    r"(?:наименование |имя )?операци\w*|наименование|название|запрос|接口|操作|名称|名稱|对比项|對比項"
)
_VARIANT_NAME = re.compile(
    r"variants?|stacks?|services?|versions?|вариант\w*|стек\w*|сервис\w*|верси\w*|方案|版本|服务|服務"
)
_NUMBERING = re.compile(r"number|no\.?|#|№|n|index|номер|序号|序號|编号")
_UNITS = (
    ("ms", r"ms|msec|milliseconds?|мс|毫秒"),
    ("us", r"us|µs|μs|microseconds?|мкс|微秒"),
    ("points", r"(?:percentage\s*)?points?|pp|п\.?\s?п\.?|百分点|百分點"),
    (PERCENT, r"%|percent(?:age)?|pct|процент\w*|в процентах|百分比"),
    ("gib", r"gib|gb|гб"),
    ("mib", r"mib|mb|мб"),
    ("per hour", r"per hour|/\s*h|в час|/\s*ч"),
    ("per minute", r"per min(?:ute)?|/\s*min|в минуту|/\s*мин"),
    ("s", r"s|sec(?:onds?)?|с|сек\w*|秒"),
    ("h", r"h|hours?|ч|час\w*|小时|小時"),
)
_SCALES = {"us": 1e-3, "s": 1e3, "per hour": 1 / 3600.0, "per minute": 1 / 60.0, "gib": 1024.0}
_OF_TIME = ("s", "us")
_UNITS_OF_CELLS = {
    "мс": "ms",
    "毫秒": "ms",
    "с": "s",
    "秒": "s",
    **dict.fromkeys(("мкс", "µs", "μs"), "us"),
    **dict.fromkeys(("pp", "п.п."), POINTS),
}
_STOP = re.compile(
    r"(?<!\w)(?:printed|percentiles?|перцентил\w*|avg|mean|average|of|in|the|for|total|в|на|по|per|time|value)(?!\w)|[()\[\]{},;:/_|]+|(?<!\d)%"
)
_TOTALS = re.compile(
    r"(?:grand\s+)?total|all(?: operations| requests)?|overall|aggregated?|summary|sum|"
    r"всего|итого|итог|общ(?:ее|ий|ая)|все операции|"
    r"合计|合計|总计|總計|总和|全部|汇总|匯總"
)


def meaning_of(header: str) -> ColumnMeaning:
    """What a column with this header is.

    >>> meaning_of("g1_p95_ms")
    ColumnMeaning(role=<Role.LEVEL: 'level'>, figure='p95', unit='ms', variant='g1')
    >>> meaning_of("printed_p99_change_percent").role, meaning_of("Java 17 ZGC / 99 %").figure
    (<Role.CHANGE: 'change'>, 'p99')
    """
    written = unicodedata.normalize("NFKC", header).lower().replace("_", " ").strip()
    if _NUMBERING.fullmatch(written):
        return ColumnMeaning(Role.NUMBERING)
    if _ROW_NAME.fullmatch(written):
        return ColumnMeaning(Role.ROW_NAME)
    if _VARIANT_NAME.fullmatch(written):
        return ColumnMeaning(Role.VARIANT_NAME)
    if _SPREAD.search(written):
        return ColumnMeaning(Role.SPREAD)
    is_change, rest = bool(_CHANGE.search(written)), _CHANGE.sub(" ", written)
    figure, rest = _figure_in(rest)
    unit, rest = _unit_in(rest, figure)
    variant = " ".join(_STOP.sub(" ", rest).split()).strip(" -–")
    if not figure:
        return ColumnMeaning(Role.UNKNOWN, variant=variant)
    return ColumnMeaning(Role.CHANGE if is_change else Role.LEVEL, figure, unit, variant)


def _figure_in(text: str) -> tuple[str, str]:
    """The figure that a header names, and what is left of it."""
    for figure, pattern in _FIGURES:
        match = _word(pattern).search(text)
        if match is None:
            continue
        rest = re.sub(_word(_RESPONSE), " ", text[: match.start()] + " " + text[match.end() :])
        if figure == "quantile":
            number = (match[1] or match[2]).replace(",", ".").replace("_", ".")
            return f"p{number}", rest
        if figure == "rate" and match[0].replace(" ", "") in ("rph", "req/h", "requests/h", "calls/h"):
            rest += " per hour"
        return ("p50" if figure == "median" else figure), rest
    if (match := _BARE_QUANTILE.search(text)) is not None:
        rest = re.sub(_word(_RESPONSE), " ", text[: match.start()] + " " + text[match.end() :])
        return f"p{match[1].replace(',', '.')}", rest
    if (match := _word(_RESPONSE).search(text)) is not None:
        return "response", text[: match.start()] + " " + text[match.end() :]
    return "", text


def _unit_in(text: str, figure: str) -> tuple[str, str]:
    for unit, pattern in _UNITS:
        # A variant may be called 10%: a sign behind a number is no unit of the column.
        match = re.search(rf"(?<![\w.])(?:{pattern})(?![\w%])", text)
        if match is not None and not (match[0] == "%" and re.search(r"\d\s*$", text[: match.start()])):
            if unit in ("s", "h") and figure == "rate":
                return "", text
            return unit, text[: match.start()] + " " + text[match.end() :]
    return "", text


def _word(pattern: str) -> re.Pattern[str]:
    """`pattern` where it is not part of a longer word; Han characters stand without spaces."""
    return re.compile(rf"(?<![a-zа-яё])(?:{pattern})(?![a-zа-яё])")


def figure_scale(figure: str, unit: str) -> float:
    """What makes milliseconds, calls per second or MiB of a number in `unit`.

    >>> figure_scale("p95", "s"), figure_scale("rate", "per hour") == 1 / 3600, figure_scale("duration", "h")
    (1000.0, True, 3600.0)
    """
    if figure == "duration":
        return {"h": 3600.0, "per minute": 60.0, "ms": 1e-3}.get(unit, 1.0)
    return 1.0 if unit in _OF_TIME and not is_time(figure) else _SCALES.get(unit, 1.0)


def is_time(figure: str) -> bool:
    """Whether a figure is a response time.

    >>> is_time("p95"), is_time("cpu")
    (True, False)
    """
    return figure in ("mean", "max", "min", "response") or quantile_of(figure) is not None


def quantile_of(figure: str) -> float | None:
    """The share of calls that take no longer; None where the figure is no quantile.

    >>> quantile_of("p99.9"), quantile_of("max"), quantile_of("mean")
    (0.999, 1.0, None)
    """
    if figure == "max":
        return 1.0
    match = re.fullmatch(r"p(\d{1,2}(?:\.\d+)?)", figure)
    return round(float(match[1]) / 100.0, 9) if match and 0.0 < float(match[1]) < 100.0 else None


def figure_told(figure: str) -> Value:
    """A figure in a sentence."""
    return figure if quantile_of(figure) not in (None, 1.0) else Message("audit-figure", figure=figure)


def unit_of_cell(unit: str) -> str:
    """A unit that stands behind a number, as those of headers are called.

    >>> unit_of_cell("мс"), unit_of_cell("ms"), unit_of_cell("pp")
    ('ms', 'ms', 'points')
    """
    return _UNITS_OF_CELLS.get(unit, unit)


def variant_told(variant: str) -> Value:
    """A variant in a sentence; where a table is of one it has no name."""
    return variant or Message("audit-the-service")


def is_total(name: str) -> bool:
    """Whether a row of this name is of all the others together.

    >>> is_total("Всего"), is_total("TOTAL:"), is_total("total-refunds")
    (True, True, False)
    """
    return _TOTALS.fullmatch(unicodedata.normalize("NFKC", name).strip(" :*.").lower()) is not None
