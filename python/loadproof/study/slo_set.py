"""The SLOs of a profile together: those of the file, those of the command line, and the defaults."""

from collections.abc import Iterable, Sequence

from loadproof.errors import WrittenValueError
from loadproof.model.slo import Slo, parse_slo
from loadproof.study.fault_log import FaultLog

__all__ = ["DEFAULT_SLOS", "SLO_OPTION", "complete_slos", "option_slos"]

SLO_OPTION = "--slo"
DEFAULT_SLOS = ("errors<1%", "rate±5%")


def option_slos(texts: Sequence[str], log: FaultLog) -> list[Slo]:
    """The SLOs of the command line; what cannot be read goes to `log` under `--slo`."""
    slos: list[Slo] = []
    for text in texts:
        try:
            slos.append(parse_slo(text))
        except WrittenValueError as error:
            log.add_at(SLO_OPTION, 0, error.message, error.cure)
    return slos


def complete_slos(slos: Iterable[Slo]) -> tuple[Slo, ...]:
    """`slos` without repetitions, those of the whole profile first, with defaults for errors and rate.

    >>> [slo.text for slo in complete_slos([parse_slo("get:p99<50ms"), parse_slo("errors<5%")])]
    ['errors<5%', 'rate±5%', 'get:p99<50ms']
    """
    unique: dict[tuple[object, ...], Slo] = {}
    for slo in slos:
        unique.setdefault((slo.kind, slo.limit_share, slo.threshold_ms, slo.operation), slo)
    given = unique.values()
    whole = [slo for slo in given if slo.operation is None]
    kinds = {slo.kind for slo in whole}
    defaults = [slo for slo in map(parse_slo, DEFAULT_SLOS) if slo.kind not in kinds]
    return (*whole, *defaults, *(slo for slo in given if slo.operation is not None))
