"""`python3 -m tests.parts`: how many there are; with a number: what that one needs."""

import sys

from tests.parts import PARTS

print(PARTS[int(sys.argv[1]) - 1].needs if sys.argv[1:] else len(PARTS))  # noqa: T201
