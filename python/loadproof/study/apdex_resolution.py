"""Resolves a written Apdex into its target time."""

from loadproof.model.duration import format_duration
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_spec import ApdexSpec

__all__ = ["apdex_target_s"]


def apdex_target_s(spec: ApdexSpec, path: KeyPath, log: FaultLog, timeout_s: float | None = None) -> float:
    """Return the target time T of `spec`, in seconds; what is wrong goes to `log`.

    A call has to be able to take 4T: with `timeout_s` it must not be given up before.
    """
    target_s = spec.target.seconds
    if timeout_s is not None and 4.0 * target_s > timeout_s:
        message = (
            f"{format_duration(target_s)} is above a quarter of the timeout, {format_duration(timeout_s)}: a tolerated "
            "call, of up to 4T, would be given up"
        )
        highest, needed = format_duration(timeout_s / 4.0), format_duration(4.0 * target_s)
        log.add((*path, "target"), message, f"give a target of up to {highest}, or a timeout of {needed} or more")
    return target_s
