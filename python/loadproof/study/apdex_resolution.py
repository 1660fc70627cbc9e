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
    place = (*path, "target")
    if target_s <= 0.0:
        log.add(place, "a target time of 0 satisfies nobody", "give a time above 0, such as 3s")
    elif timeout_s is not None and 4.0 * target_s > timeout_s:
        message = (
            f"{format_duration(target_s)} is above a quarter of the timeout, {format_duration(timeout_s)}: a tolerated "
            "call, of up to 4T, would be given up"
        )
        highest, needed = format_duration(timeout_s / 4.0), format_duration(4.0 * target_s)
        log.add(place, message, f"give a target of up to {highest}, or a timeout of {needed} or more")
    return target_s
