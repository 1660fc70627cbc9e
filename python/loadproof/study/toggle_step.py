"""Resolves one step that is taken while services are up: a URL with its method, or a command."""

import re

from loadproof.study.fault_log import KeyPath
from loadproof.study.stand_template import GapKind
from loadproof.study.stand_texts import StandTexts
from loadproof.study.toggle_settings import ToggleKind, ToggleStep

__all__ = ["resolve_step"]

_URL = re.compile(r"\s*(?:(?P<method>GET|HEAD|POST|PUT|PATCH|DELETE)\s+)?(?P<url>https?://\S.*?)\s*", re.DOTALL)


def resolve_step(written: str | list[str], path: KeyPath, texts: StandTexts) -> ToggleStep:
    """Return the step at `path`; faults go to the log of `texts`."""
    match = _URL.fullmatch(written) if isinstance(written, str) else None
    if match is None:
        return ToggleStep(ToggleKind.COMMAND, texts.words(written, path, None, tuple(GapKind)))
    texts.check_url(match["url"], path)
    return ToggleStep(ToggleKind.URL, (match["method"] or "GET", match["url"]))
