"""The JSON Schema of study files, for editors."""

from typing import Any

from loadproof.study.study_spec import StudySpec

__all__ = ["study_schema"]


def study_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a study file.

    >>> sorted(study_schema()["required"])
    ['methods', 'name', 'profile', 'stand']
    """
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **StudySpec.model_json_schema()}
