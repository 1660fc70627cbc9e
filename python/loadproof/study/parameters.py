"""Options of the command line and the parameters of Python that say the same."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from loadproof.errors import InputError, ServiceError, StudyFaults

__all__ = ["option_of", "parameters_named", "texts_of"]

_PARAMETERS = {
    "--arrivals": "arrivals",
    "--budget": "budget_s",
    "--ca": "ca",
    "--confirm": "confirm_s",
    "--connections": "connections",
    "--expect": "expect",
    "--for": "for_s",
    "--hold": "hold_s",
    "--insecure": "insecure",
    "--max-rate": "max_rate",
    "--method": "methods",
    "--otlp": "otlp",
    "--out": "out",
    "--precision": "precision",
    "--preset": "preset",
    "--profile": "profile",
    "--rate": "rate",
    "--seed": "seed",
    "--shards": "shards",
    "--slo": "slos",
    "--stages": "stages",
    "--start-rate": "start_rate",
    "--timeout": "timeout_s",
    "URL": "url",
}
# A URL is a place only where a fault begins with it: elsewhere it is a word.
_OPTION = re.compile(r"^URL(?=:|$)|(?<![\w-])(?:" + "|".join(_PARAMETERS.keys() - {"URL"}) + r")(?![\w-])")


def option_of(parameter: str) -> str:
    """The option of a parameter.

    >>> option_of("for_s"), option_of("awake")
    ('--for', '--awake')
    """
    named = {name: option for option, name in _PARAMETERS.items()}
    return named.get(parameter) or f"--{parameter.replace('_', '-')}"


def texts_of(given: str | Sequence[str]) -> tuple[str, ...]:
    """One text or several, as several.

    >>> texts_of("p99<50ms"), texts_of(["p99<50ms", "errors<1%"])
    (('p99<50ms',), ('p99<50ms', 'errors<1%'))
    """
    return (given,) if isinstance(given, str) else tuple(given)


@contextmanager
def parameters_named() -> Iterator[None]:
    """Within it an InputError names the parameters of Python in place of the options of the command line.

    >>> with parameters_named():
    ...     raise InputError("--for: 0.5 is not whole seconds")
    Traceback (most recent call last):
    ...
    loadproof.errors.InputError: for_s: 0.5 is not whole seconds
    """
    try:
        yield
    except ServiceError:
        # It shows the last lines of a service, whose options are not ours.
        raise
    except StudyFaults as error:
        error.faults = tuple(
            replace(fault, file=_named(fault.file), cure=_named(fault.cure)) if not fault.line else fault
            for fault in error.faults
        )
        error.args = ("\n".join(map(str, error.faults)),)
        raise
    except InputError as error:
        error.args = (_named(str(error)),)
        raise


def _named(text: str) -> str:
    return _OPTION.sub(lambda match: _PARAMETERS[match[0]], text)
