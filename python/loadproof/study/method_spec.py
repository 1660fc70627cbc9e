"""The methods of a study file as they were written: a section of each, made of the registry."""

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from loadproof.methods.registry import METHODS, WARM_UP_ROW
from loadproof.study.method_scalars import MethodSpec
from loadproof.study.written import Spec

__all__ = ["MethodsSpec"]


def _sections() -> dict[str, type[MethodSpec]]:
    return {row.name: row.spec() for row in (WARM_UP_ROW, *METHODS)}


class _MethodSections(Spec):
    """Methods that are run on each variant, in the order of these keys."""

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """Return the meaning of each section, by its key."""
        return {name: section.meaning for name, section in _sections().items()}


if TYPE_CHECKING:

    class MethodsSpec(_MethodSections):
        """Methods that are run on each variant: the section of each, by its name."""

        def __init__(self, **sections: MethodSpec | None) -> None: ...

else:
    _fields: dict[str, Any] = {
        name: (section | None, Field(default=None, description=section.such_as))
        for name, section in _sections().items()
    }
    MethodsSpec = create_model(
        "MethodsSpec", __base__=_MethodSections, __doc__=_MethodSections.__doc__, __module__=__name__, **_fields
    )
