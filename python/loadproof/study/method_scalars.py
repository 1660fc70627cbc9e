"""Base of the written form of a method, and the scalars that methods share."""

from functools import partial
from typing import Annotated, ClassVar

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.rate import RATE_FORMS
from loadproof.model.share import Share
from loadproof.study.written import Scalar, Spec

__all__ = ["RATE", "TIME", "USERS", "Hold", "Margin", "MethodSpec", "Part", "Rate", "SearchTime"]

RATE = f"{RATE_FORMS}, or a multiple of the profile (2N)"
USERS = "a number of users, such as 300"
TIME = "a duration of whole seconds, such as 30s"
_LONGEST_SEARCH_S = 7 * 86400.0

Rate = Annotated[float | str, Field(description=RATE)]
Hold = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, 1), "30s")]
Part = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, 0), "0s")]
SearchTime = Annotated[Duration, Scalar(Duration, partial(Duration.parse_up_to, _LONGEST_SEARCH_S), "30m")]
Margin = Annotated[Share, Scalar(Share, partial(Share.parse_between, 0.01, 100.0), "5%")]


class MethodSpec(Spec):
    """Section of one method in a study file. A key without a value takes the default of the method."""

    such_as: ClassVar[str]
    """Form of the section, which completes the hint "give ..."."""
    meaning: ClassVar[str]
    """Meaning of the key of the method."""
