"""Keys of the mall."""

from collections.abc import Iterator

__all__ = ["PRODUCTS", "commands_of"]

PRODUCTS = 100_000
_CUSTOMERS = 20_000
_BEST_SELLERS = 1000


def commands_of(products: int) -> Iterator[str]:
    """Commands that fill an empty Redis, as redis-cli reads them, one per line."""
    for number in range(1, products + 1):
        yield f'SET product:{number} "product {number} {number * 2654435761 % 2**32:08x}{"x" * 80}"\n'
    for number in range(1, _CUSTOMERS + 1):
        fields = " ".join(f"item{place} {1 + (number * 7 + place * 13) % products}" for place in range(5))
        yield f"HSET cart:{number} {fields}\n"
        recent = " ".join(str(1 + (number * 11 + place * 17) % products) for place in range(20))
        yield f"RPUSH recent:{number} {recent}\n"
    for number in range(1, _BEST_SELLERS + 1):
        yield f"ZADD best-sellers {number} product:{number}\n"
