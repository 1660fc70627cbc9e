"""Every case group, in the order of the table."""

from bench.case import CaseGroup
from bench.open_model_cases import OPEN_MODEL
from bench.saturation_cases import SATURATION
from bench.start_cases import FIRST_REQUEST, HELP

__all__ = ["CASE_GROUPS"]

CASE_GROUPS: tuple[CaseGroup, ...] = (SATURATION, OPEN_MODEL, FIRST_REQUEST, HELP)
