"""What a part of the tests is: files and tests, by their node ids. Imports nothing of ours: any Python can read it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A file or a test by its node id: with all its variants, or only those `of` some parameters."""

    path: str
    of: tuple[str, ...] = ()

    def holds(self, node_id: str) -> bool:
        """Whether the test is there."""
        if node_id != self.path and not node_id.startswith((f"{self.path}::", f"{self.path}[")):
            return False
        parameters = f"-{node_id.partition('[')[2].removesuffix(']')}-"
        return not self.of or any(f"-{one}-" in parameters for one in self.of)


@dataclass(frozen=True)
class Part:
    """Long tests that run one after the other."""

    title: str
    places: tuple[Place, ...]
    needs: str = ""
    """Target of make beside those of every part: `make test-long` makes engine, page, stands with their databases, and
    packages first. Empty: nothing else."""

    def holds(self, node_id: str) -> bool:
        """Whether the test is in this part."""
        return any(place.holds(node_id) for place in self.places)


def places(*paths: str, of: tuple[str, ...] = ()) -> tuple[Place, ...]:
    """Each path, with all of its variants or only those `of` some parameters."""
    return tuple(Place(path, of) for path in paths)
