"""loadproof finds the load a service is proof against, and proves it.

>>> from loadproof import Study, load, open_run, run

`load` holds a rate, `capacity` searches for the highest that keeps the SLOs, `run` runs a `Study`, and `open_run` reads
an earlier run; each gives a `Result`, whose texts `text_of` tells. `compare_runs` compares earlier runs,
`audit_table` recomputes what others have published, `read_gc_logs`, `read_thread_dumps` and `read_heap_dumps` read what
a JVM says of itself, `diagnose` looks at one that runs, or at a PostgreSQL database. Faults are the errors of
`loadproof.errors`, each a `LoadproofError`. A name is imported when it is first asked for.

# Layout (imports run one way, left to right; a test holds it)

`pytest_plugin` → `cli`, `api` → `doctor` → `run` → `forecast` → `trial` → `plan` → `render` → `result` → `findings`,
`probes`, `stand`, `store`, `drafts`, `audit` → `jvm`, `postgres` → `study` → `methods` → `alarms`, `injections` →
`judge` → `stats` → `records` → `words` → `model` → `system` → `errors`, `_engine`. `doctor`, `drafts` and `audit` are
folders of `tools`. A folder of `methods`, `jvm` or `tools`, `alarms`, `injections` and `postgres` have all of a feature
each: the name of a module tells which of these parts it belongs to. Each package says at its root what is in it.
"""

import sys

# `typing`, `types` and `importlib` take 10 ms, in which Ctrl-C would end the command line with a stack trace.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from loadproof.api import (
        audit_table,
        capacity,
        compare_runs,
        diagnose,
        load,
        open_run,
        read_gc_logs,
        read_heap_dumps,
        read_thread_dumps,
        run,
        text_of,
    )
    from loadproof.errors import (
        EngineFault,
        InputError,
        LoadproofError,
        PackageMissing,
        RunDirectoryError,
        ServiceError,
        StudyFaults,
        TargetError,
        WrittenValueError,
    )
    from loadproof.jvm.gc.report import GcReport
    from loadproof.jvm.heap.report import HeapReport
    from loadproof.jvm.threads.report import ThreadReport
    from loadproof.jvm.vm.report import VmReport
    from loadproof.model.message import Message
    from loadproof.postgres.report import DatabaseReport
    from loadproof.result.result import Result
    from loadproof.result.run_comparison import RunsComparison
    from loadproof.result.table import Table
    from loadproof.study.study import Study
    from loadproof.tools.audit.audited import Audit
else:
    ModuleType = type(sys)

__all__ = [
    "Audit",
    "DatabaseReport",
    "EngineFault",
    "GcReport",
    "HeapReport",
    "InputError",
    "LoadproofError",
    "Message",
    "PackageMissing",
    "Result",
    "RunDirectoryError",
    "RunsComparison",
    "ServiceError",
    "Study",
    "StudyFaults",
    "Table",
    "TargetError",
    "ThreadReport",
    "VmReport",
    "WrittenValueError",
    "audit_table",
    "capacity",
    "compare_runs",
    "diagnose",
    "load",
    "open_run",
    "read_gc_logs",
    "read_heap_dumps",
    "read_thread_dumps",
    "run",
    "text_of",
]
__version__ = "0.2.0"

_HOMES = {
    "Audit": "tools.audit.audited",
    "DatabaseReport": "postgres.report",
    "EngineFault": "errors",
    "GcReport": "jvm.gc.report",
    "HeapReport": "jvm.heap.report",
    "InputError": "errors",
    "LoadproofError": "errors",
    "Message": "model.message",
    "PackageMissing": "errors",
    "Result": "result.result",
    "RunDirectoryError": "errors",
    "RunsComparison": "result.run_comparison",
    "ServiceError": "errors",
    "Study": "study.study",
    "StudyFaults": "errors",
    "Table": "result.table",
    "ThreadReport": "jvm.threads.report",
    "TargetError": "errors",
    "VmReport": "jvm.vm.report",
    "WrittenValueError": "errors",
    "audit_table": "api",
    "capacity": "api",
    "compare_runs": "api",
    "diagnose": "api",
    "load": "api",
    "open_run": "api",
    "read_gc_logs": "api",
    "read_heap_dumps": "api",
    "read_thread_dumps": "api",
    "run": "api",
    "text_of": "api",
}


class _Package(ModuleType):
    def __setattr__(self, name: str, value: object) -> None:
        # To import a part of the package `run` would put the package in the place of the function.
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
