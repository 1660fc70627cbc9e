"""`loadproof demo`: the main job on the built-in sample service."""

import typer

from loadproof.cli.options import JsonOption, OutOption

__all__ = ["demo"]

_SLO = "p99<50ms"
_START_RATE = 1000.0
# Coarser and shorter than the defaults, to end in four minutes also on a shared machine, where the knee itself moves.
_PRECISION = 0.05
_HOLD_S = 12.0
_CONFIRM_HOLD_S = 20.0


def demo(out: OutOption = None, json: JsonOption = False) -> None:
    """Start the sample service, find and confirm its capacity at p99 < 50 ms, stop it."""
    import os

    from loadproof.cli.request import read_request
    from loadproof.cli.result import finish
    from loadproof.method.capacity_settings import CapacitySettings
    from loadproof.run.capacity_run import run_capacity
    from loadproof.run.host import CpuTimes
    from loadproof.run.settings import LoadSettings
    from loadproof.stand.sample_service import sample_service, split_cpus

    own_cpus, service_cpus = split_cpus()
    typer.echo(f"starting the sample service on CPU {service_cpus}, the generator stays on CPU {own_cpus}", err=True)
    with sample_service(service_cpus) as service:
        # Kept apart, the two cannot take CPU from each other, and the knee is the service's own.
        os.sched_setaffinity(0, own_cpus)
        request = read_request(service.url, service.profile, [_SLO], None)
        method = CapacitySettings(
            start_rate=_START_RATE, precision=_PRECISION, hold_s=_HOLD_S, confirm_hold_s=_CONFIRM_HOLD_S
        )
        outcome = run_capacity(request, method, LoadSettings(), out, CpuTimes.now())
    finish(outcome, json)
