"""Every case group, in the order of the table."""

from bench.case import CaseGroup
from bench.heap_cases import HEAP
from bench.kept_run_cases import EXPORT, RUNS
from bench.open_model_cases import OPEN_FAST, OPEN_SLOW
from bench.saturation_cases import MANY_CONNECTIONS, SATURATION, TLS
from bench.scenario_cases import MIX, USERS
from bench.start_cases import FIRST_REQUEST, HELP

__all__ = ["CASE_GROUPS"]

CASE_GROUPS: tuple[CaseGroup, ...] = (
    SATURATION,
    MIX,
    OPEN_FAST,
    OPEN_SLOW,
    MANY_CONNECTIONS,
    USERS,
    TLS,
    FIRST_REQUEST,
    HELP,
    RUNS,
    EXPORT,
    HEAP,
)
