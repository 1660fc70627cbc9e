"""Meaning of a column of a published table, by its header: a metric of a variant, or a change between variants."""

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
    "ColumnRole",
    "change_unit_in",
    "figure_scale",
    "figure_told",
    "is_time",
    "is_total",
    "meaning_of",
    "names_percentile",
    "names_units",
    "quantile_of",
    "unit_of_cell",
    "variant_told",
]

PERCENT, POINTS, RATIO = "%", "points", "x"


class ColumnRole(StrEnum):
    """Role of a column in a published table."""

    LEVEL = "level"
    """A figure of one variant."""
    CHANGE = "change"
    """Change of a metric between two variants."""
    SPREAD = "spread"
    """Uncertainty of the values: intervals, deviations, numbers of starts."""
    ROW_NAME = "row name"
    VARIANT_NAME = "variant name"
    """Each row says which variant it is of."""
    NUMBERING = "numbering"
    MOMENT = "moment"
    """Time of a row: rows over time are no parts of a total."""
    OTHER = "other"
    """Known, and neither a response time, a count of calls nor a rate: sizes, bandwidths, users."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ColumnMeaning:
    """Meaning of one column."""

    role: ColumnRole
    figure: str = ""
    """`rate`, `calls`, `errors`, `failures`, `failure rate`, `mean`, `max`, `min`, `response`, `cpu`, `memory`,
    `duration`, or `p` and a number."""
    unit: str = ""
    """Unit that the header or a map names, such as `ms`, `per hour`, `PERCENT` or `POINTS`; empty if none."""
    variant: str = ""
    """Variant of a level, or the words that both variants of a change share: the rest of the header, or from a map.
    Empty if none."""


_PERCENTILE_WORD = (
    r"percentil\w*|perzentil\w*|quantil\w*|перцентил\w*|процентил\w*|квантил\w*|百分位\w?|分位\w?|"
    r"パーセンタイル|pctl?|centile|tp|p|q"
)
_QUANTILE = re.compile(
    # p95, P(99.9), percentile 95, pct95, q0.95, p999
    rf"(?<![a-zа-яё\d])(?:{_PERCENTILE_WORD})\s*[-.:(]?\s*(?P<behind>0?\.\d{{1,4}}|\d{{2,3}}(?:[.,_]\d+)?|\d{{4,5}})\s*\)?(?![\d\w])"
    # 95th, 99-й, 95 分位, 95% Line, 95%ile, 95. Perzentil
    r"|(?<![\d.,])(?P<before>\d{1,3}(?:[.,]\d+)?)(?:"
    r"\s*(?:th|st|nd|rd|-?[йия]|分位\w?|パーセンタイル)(?:\s*(?:pctl?|percentile))?(?!\w)"
    r"|\s*%\s*-?(?:line|t?iles?|ligne|linie|línea|linha|百分位\w?|行)(?!\w)"
    rf"|\s*(?:%|\.|º|°|e)?\s*-?(?:{_PERCENTILE_WORD})(?![a-zа-яё\d]))"
)
_PERCENTILE_NAMED = re.compile(
    r"percentil|perzentil|quantil|перцентил|процентил|квантил|分位|パーセンタイル|\d\s*%?\s*-?[it]ile\b|\bp\W{0,2}\d{2}|\bpct\W?\d|^\d{2,3}(?:[.,]\d+)?\s*%|(?<![a-z])[a-z]{1,5}9[059](?:[.,]?9+)?(?!\d)|\b\d{2}\s*(?:%\s*)?line\b"
)
# What comes first wins: `error rate` is no rate, `response time p95` is a percentile.
_FIGURES = (
    ("median", r"median\w*|médiane?|mediana|медиан\w*|中位数|中位數|中央値"),
    (
        "failure rate",
        r"(?:fail(?:ure)?s?|failed|errors?)\s*/\s*s(?:ec)?",
    ),
    (
        "failures",
        r"fail(?:ure|ed)?s?\s*(?:count|requests?|calls|samples)|#\s*(?:fail(?:ure|ed)?s?|errors?|ko)|"
        r"(?:count|number) of (?:fail(?:ure)?s|errors)|errors?\s*count|ko|错误数|錯誤數|失败数|失敗數",
    ),
    (
        "errors",
        r"error\s*(?:rate|share)?|errors|fail(?:ed|ure)?s?\s*(?:rate|share)?|ошиб\w*|错误率?|錯誤率?|异常率?|異常|"
        r"fehler\w*|erreurs?|errores|erros?|エラー率?",
    ),
    ("cpu", r"cpu|processor|цпу|процессор\w*|处理器|處理器"),
    ("memory", r"memory|mem|ram|rss|heap|озу|памят\w*|内存|內存|記憶體"),
    ("mean", r"mean|average|avg|mittelwert|durchschnitt\w*|moyenne|promedio|средн\w*|平均(?:值|数|數)?"),
    ("max", r"max(?:imum|imal\w*)?|máx\w*|максим\w*|макс|最大值?|最大値|slowest|longest"),
    ("min", r"min(?:imum|imal\w*)?|mín\w*|миним\w*|мин|最小值?|最小値|fastest|shortest"),
    (
        "rate",
        r"rps|qps|tps|rph|(?:requests?|calls|samples|hits|transactions)\s+per\s+(?:second|sec|s|minute|min|hour|h)|(?:req(?:uest)?s?|calls?|samples?|transactions?|hits|запр\w*|вызов\w*)\s*/\s*(?:s(?:ec)?|h|min|сек|с)|throughput|rate|"
        r"интенс\w*|пропускн\w*|durchsatz|débit|rendimiento|吞吐量?|スループット",
    ),
    (
        "calls",
        r"#?\s*samples?|#?\s*req(?:uest)?s?(?:\s*count)?|calls|hits|count|выборк\w*|запрос\w*|вызов\w*|请求数?|請求數?|样本数?|樣本數?|"
        r"anfragen|aufrufe|stichproben|requêtes|échantillons|muestras|peticiones|solicitudes|サンプル数?|リクエスト数?",
    ),
    ("duration", r"duration|dauer|длительн\w*|时长|時長|持续时间|持續時間"),
)
_RESPONSE_TIME = (
    r"response\s*times?|latency|latencies|время отклика|задержк\w*|响应时间|回應時間|延时|延時|延迟|延遲|"
    r"antwortzeit\w*|latenz\w*|temps de réponse|tiempos? de respuesta|応答時間|service times?"
)
_RESPONSE = rf"{_RESPONSE_TIME}|rt|response|отклик\w*|响应"
_BARE_QUANTILE = re.compile(r"(?<![\d.])(50|75|90|95|98|99|99[.,]9|99[.,]99)\s*%")
_WHOLLY_QUANTILE = re.compile(r"(\d{1,3}(?:[.,]\d+)?)\s*%")
_SIZE = re.compile(
    r"(?<![a-zа-яё])(?:sizes?|bytes?|content|length|payload|bandwidth|traffic|transfer(?:red)?|mbps|kbps|"
    r"размер\w*|байт\w*|трафик\w*|объ[её]м\w*|größe\w*|taille|octets|tamaño|tamanho)(?![a-zа-яё])|"
    r"大小|字节|字節|流量|带宽|帶寬|バイト|サイズ"
)
_SIZE_RATE = re.compile(
    r"(?<![a-z])(?:bytes?|[kmg]i?b(?:ytes?)?|[kmg]?bits?)\s*(?:/|per\s)\s*s(?:ec(?:onds?)?)?(?![a-z])"
)
_SIZED_VARIANT = re.compile(r"\d+\s*(?:bytes?|[kmg]i?b)(?![a-z/]|\s*(?:/|per))")
_HELD = re.compile(
    r"(?<![a-zа-яё])(?:users?|vus?|threads?|connections?|sessions?|workers?|clients?|пользовател\w*|поток\w*|соединени\w*)"
    r"(?![a-zа-яё])|用户|線程|线程|连接|並發|并发"
)
_CHANGE = re.compile(
    r"(?<!\w)(?:change[sd]?|diff?(?:erence)?|delta|improve(?:ment|d)?|overhead|gain|разниц\w*|измен\w*|прирост\w*)(?!\w)"
    r"|Δ|δ|差异|差異|变化|變化|差值|开销|開銷"
)
_SPREAD = re.compile(
    r"(?<!\w)(?:std(?:\s*dev)?|stddev|deviation|sd|ci|interval|low|high|lower|upper|starts|runs|rounds|repeats|отклонен\w*|"
    r"интервал\w*|запуск\w*|standardabweichung|écart\s*type)(?!\w)|±|标准差|標準差|标准偏差|標準偏差|置信区间"
)
_ROW_NAME = re.compile(
    r"operations?(?: name)?|endpoints?|request(?: name)?|label|sampler?|name|url|method|transaction|scenario|"
    r"endpunkt|anfrage|bezeichnung|libellé|etiqueta|rótulo|标签|標籤|ラベル|path|route|page|"
    r"(?:наименование |имя )?операци\w*|наименование|название|запрос|接口|操作|名称|名稱|对比项|對比項"
)
_VARIANT_NAME = re.compile(
    r"variants?|stacks?|services?|versions?|вариант\w*|стек\w*|сервис\w*|верси\w*|方案|版本|服务|服務"
)
_MOMENT = re.compile(r"time\s*stamp|date(?:\s*time)?|moment|elapsed(?: time)?|дата|时间戳|時間戳|日期")
_NUMBERING = re.compile(r"number|no\.?|#|№|n|index|номер|序号|序號|编号")
_UNITS = (
    ("ms", r"ms|msec|milliseconds?|мс|毫秒"),
    ("us", r"us|µs|μs|microseconds?|мкс|微秒"),
    ("ns", r"ns|nanoseconds?|нс|纳秒"),
    ("points", r"(?:percentage\s*)?points?|pp|п\.?\s?п\.?|百分点|百分點"),
    (PERCENT, r"%|percent(?:age)?|pct|процент\w*|в процентах|百分比"),
    ("gib", r"gib|gb|гб"),
    ("mib", r"mib|mb|мб"),
    ("per hour", r"per hour|/\s*h|в час|/\s*ч"),
    ("per minute", r"per min(?:ute)?|/\s*min|в минуту|/\s*мин"),
    ("s", r"s|sec(?:onds?)?|с|сек\w*|秒"),
    ("h", r"h|hours?|ч|час\w*|小时|小時"),
)
_SCALES = {"ns": 1e-6, "us": 1e-3, "s": 1e3, "per hour": 1 / 3600.0, "per minute": 1 / 60.0, "gib": 1024.0}
_OF_TIME = ("s", "us", "ns")
_UNITS_OF_CELLS = {
    "мс": "ms",
    "毫秒": "ms",
    "с": "s",
    "秒": "s",
    **dict.fromkeys(("сек", "sec", "secs"), "s"),
    "msec": "ms",
    "usec": "us",
    **dict.fromkeys(("мкс", "µs", "μs"), "us"),
    **dict.fromkeys(("/min", "/мин"), "per minute"),
    **dict.fromkeys(("/h", "/hour", "/ч"), "per hour"),
    **dict.fromkeys(("pp", "п.п."), POINTS),
}
_UNIT_COLUMNS = ("unit", "units", "einheit", "единица", "единицы", "ед.", "ед. изм.", "单位", "單位")
_STOP = re.compile(
    r"(?<!\w)(?:printed|percentiles?|перцентил\w*|line|avg|mean|average|of|in|the|for|total|в|на|по|per|time|value)(?!\w)|[()\[\]{},;:/_|]+|(?<!\d)%"
)
_TOTALS = re.compile(
    r"(?:grand\s+)?totals?|all(?: operations| requests| calls| transactions)?|overall|aggregated?(?: result)?|summary|"
    r"sum|"
    r"global information|gesamt\w*|insgesamt|summe|ensemble|"
    r"всего|итого|итог|общ(?:ее|ий|ая)|все операции|"
    r"合计|合計|总计|總計|总和|总体|總體|全部|汇总|匯總|総計"
)

_WHOLLY_NAMED = (
    (_NUMBERING, ColumnRole.NUMBERING),
    (_ROW_NAME, ColumnRole.ROW_NAME),
    (_VARIANT_NAME, ColumnRole.VARIANT_NAME),
    (_MOMENT, ColumnRole.MOMENT),
)


def meaning_of(header: str) -> ColumnMeaning:
    """Meaning of a column, by its header.

    >>> meaning_of("g1_p95_ms")
    ColumnMeaning(role=<ColumnRole.LEVEL: 'level'>, figure='p95', unit='ms', variant='g1')
    >>> meaning_of("printed_p99_change_percent").role, meaning_of("Java 17 ZGC / 99 %").figure
    (<ColumnRole.CHANGE: 'change'>, 'p99')
    """
    written = unicodedata.normalize("NFKC", header).lower().replace("_", " ").strip()
    named = next((role for pattern, role in _WHOLLY_NAMED if pattern.fullmatch(written)), None)
    if named is None and _SPREAD.search(written):
        named = ColumnRole.SPREAD
    if named is not None:
        return ColumnMeaning(named)
    is_change, rest = bool(_CHANGE.search(written)), _CHANGE.sub(" ", written)
    figure, rest = _figure_in(rest)
    unit, rest = _unit_in(rest, figure)
    variant = " ".join(_STOP.sub(" ", rest).split()).strip(" -–")
    if _is_other(written, figure, unit):
        return ColumnMeaning(ColumnRole.OTHER, variant=variant)
    if not figure:
        return ColumnMeaning(ColumnRole.UNKNOWN, variant=variant)
    return ColumnMeaning(ColumnRole.CHANGE if is_change else ColumnRole.LEVEL, figure, unit, variant)


def _is_other(written: str, figure: str, unit: str) -> bool:
    """True if a header names no time, call or rate of calls: an `Average Content Size`, a `User Count`."""
    if figure in ("cpu", "memory"):
        return False
    if _SIZE_RATE.search(written):
        return True
    if unit in ("ms", "s", "us", "ns") or re.search(_RESPONSE_TIME, written):
        return False
    # A variant may be called 64 KB.
    if _SIZE.search(_SIZED_VARIANT.sub(" ", written)):
        return True
    return figure in ("", "calls", "mean", "max", "min") and _HELD.search(written) is not None


def change_unit_in(name: str) -> str | None:
    """Unit of changes that a name without a figure announces; None if it announces none.

    >>> change_unit_in("Change, %"), change_unit_in("Δ"), change_unit_in("Go")
    ('%', '', None)
    """
    written = unicodedata.normalize("NFKC", name).lower().replace("_", " ").strip()
    return _unit_in(_CHANGE.sub(" ", written), "")[0] if _CHANGE.search(written) else None


def names_units(name: str) -> bool:
    """True if a column of this name has the units of metrics that are rows.

    >>> names_units("Unit"), names_units("Ед. изм."), names_units("p95")
    (True, True, False)
    """
    return name.strip().lower() in _UNIT_COLUMNS


def names_percentile(header: str) -> bool:
    """True if a header is about a percentile, whether it can be read or not.

    >>> names_percentile("Perzentil (95)"), names_percentile("P-95"), names_percentile("comment")
    (True, True, False)
    """
    return _PERCENTILE_NAMED.search(unicodedata.normalize("NFKC", header).lower().replace("_", " ")) is not None


def _figure_in(text: str) -> tuple[str, str]:
    """The figure that a header names, and what is left of it."""
    if (match := _WHOLLY_QUANTILE.fullmatch(text.strip())) is not None and (named := _quantile_name(match[1])):
        return named, " "
    for match in _QUANTILE.finditer(text):
        if named := _quantile_name((match["behind"] or match["before"]).replace("_", ".")):
            return named, _without_response(text, match)
    for figure, pattern in _FIGURES:
        found = _word(pattern).search(text)
        if found is None:
            continue
        rest = _without_response(text, found)
        if figure == "rate" and (per := re.search(r"(?:rph|(?:/|per)\s*(hour|h|minute|min))$", found[0])) is not None:
            rest += " per minute" if (per[1] or "h").startswith("m") else " per hour"
        return ("p50" if figure == "median" else figure), rest
    if (match := _BARE_QUANTILE.search(text)) is not None:
        return f"p{match[1].replace(',', '.')}", _without_response(text, match)
    if (match := _word(_RESPONSE).search(text)) is not None:
        return "response", text[: match.start()] + " " + text[match.end() :]
    return "", text


def _without_response(text: str, match: re.Match[str]) -> str:
    return re.sub(_word(_RESPONSE), " ", text[: match.start()] + " " + text[match.end() :])


def _quantile_name(written: str) -> str:
    """Name of a percentile: `p95` of 95 and of 0.95, `p99.9` of 99.9 and of 999, `max` of 100; empty if there is none.

    >>> [_quantile_name(written) for written in ("0.95", "999", "99.0", "100", "0")]
    ['p95', 'p99.9', 'p99', 'max', 'min']
    """
    digits = written.replace(",", ".")
    if re.fullmatch(r"9{3,5}", digits):
        digits = f"99.{digits[2:]}"
    share = float(digits)
    if digits.startswith(("0.", ".")):
        share *= 100.0
    if share in (0.0, 100.0):
        return "max" if share else "min"
    return f"p{share:.6g}" if 1.0 <= share < 100.0 else ""


def _unit_in(text: str, figure: str) -> tuple[str, str]:
    for unit, pattern in _UNITS:
        # A variant may be called 10%: a sign behind a number is no unit of the column.
        match = re.search(rf"(?<![\w.])(?:{pattern})(?![\w%])", text)
        if match is not None and not (match[0] == "%" and re.search(r"\d\s*$", text[: match.start()])):
            if unit in ("s", "h") and figure in ("rate", "failure rate"):
                return "", text
            return unit, text[: match.start()] + " " + text[match.end() :]
    return "", text


def _word(pattern: str) -> re.Pattern[str]:
    """`pattern` where it is not part of a longer word; Han characters stand without spaces."""
    return re.compile(rf"(?<![a-zа-яё])(?:{pattern})(?![a-zа-яё])")


def figure_scale(figure: str, unit: str) -> float:
    """Return the factor from `unit` to the unit of `figure`: ms, calls per second, MiB, or seconds of a duration.

    The factor is 1.0 if the unit is unknown, and for a time unit of a metric that is neither a response time nor a
    duration.

    >>> figure_scale("p95", "s"), figure_scale("rate", "per hour") == 1 / 3600, figure_scale("duration", "h")
    (1000.0, True, 3600.0)
    >>> figure_scale("duration", "ns")
    1e-09
    """
    if figure == "duration":
        return {"h": 3600.0, "per minute": 60.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}.get(unit, 1.0)
    return 1.0 if unit in _OF_TIME and not is_time(figure) else _SCALES.get(unit, 1.0)


def is_time(figure: str) -> bool:
    """Return True if a metric is a response time.

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
    if figure == "min":
        return 0.0
    match = re.fullmatch(r"p(\d{1,2}(?:\.\d+)?)", figure)
    return round(float(match[1]) / 100.0, 9) if match and 0.0 < float(match[1]) < 100.0 else None


def figure_told(figure: str) -> Value:
    """A figure in a sentence."""
    return (
        figure
        if quantile_of(figure) not in (None, 0.0, 1.0)
        else Message("audit-figure", figure=figure.replace(" ", "-"))
    )


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
    """Return True if a row of this name is the total of all other rows.

    >>> is_total("Всего"), is_total("TOTAL:"), is_total("total-refunds")
    (True, True, False)
    """
    return _TOTALS.fullmatch(unicodedata.normalize("NFKC", name).strip(" :*.").lower()) is not None
