"""The languages that have a catalogue, known without reading one: `--help` lists them and must be quick."""

from pathlib import Path

__all__ = ["LANGUAGES", "SOURCE_LANGUAGE"]

SOURCE_LANGUAGE = "en"
"""Language whose catalogue is written first; the other catalogues are written after it."""
LANGUAGES = (
    SOURCE_LANGUAGE,
    *sorted(path.stem for path in Path(__file__).parent.glob("*.ftl") if path.stem != SOURCE_LANGUAGE),
)
"""The codes of all languages that have a catalogue, English first."""
