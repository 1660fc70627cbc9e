"""Importing it imports all of loadproof: what a process has done before its forks run commands."""

import importlib
import pkgutil

import loadproof

_OF_PYTEST = "loadproof.pytest_plugin"

for _module in pkgutil.walk_packages(loadproof.__path__, "loadproof."):
    if _module.name != _OF_PYTEST and not _module.name.endswith(".__main__"):
        importlib.import_module(_module.name)
