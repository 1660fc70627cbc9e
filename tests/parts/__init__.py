"""Which tests `make test` leaves to `make test-long`, in parts of about three minutes.

What is in no part is in `make test`. `.ci/run` runs the part that HEAD's hash picks, so that none rots. A new long test
joins the part with room for it, or begins one: `python3 -m tests.parts` says how many there are, the Makefile asks it.
tests/unit/test_parts.py holds that no test is lost or in two parts. Imports nothing of ours: any Python can ask it.
"""

from tests.parts.services import OF_SERVICES
from tests.parts.simulated import SIMULATED
from tests.parts.users import OF_USERS

PARTS = (*OF_SERVICES, *SIMULATED, *OF_USERS)

SHORT = 0
"""The "part" of what `make test` runs."""


def part_of(node_id: str) -> int:
    """The number of the part that holds a test, from 1; SHORT where none does.

    >>> part_of("tests/accuracy/test_capacity.py::test_x[poisson]"), part_of("tests/unit/test_parts.py::test_x")
    (1, 0)
    """
    return next((number for number, part in enumerate(PARTS, 1) if part.holds(node_id)), SHORT)
