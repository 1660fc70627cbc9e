"""Heaps of services as they are met: a map that grows behind a field, thread-locals, lists of their own making."""

from tests.made_heap import MadeHeap

__all__ = ["book_shop", "put_into_map"]


def put_into_map(heap: MadeHeap, entries: int, value_bytes: int) -> int:
    """A HashMap with so many entries, each of a price of so many bytes."""
    named = {one.name: address for address, one in heap.classes.items()}
    node = named.get("java/util/HashMap$Node") or heap.make_class(
        "java/util/HashMap$Node", fields=[("hash", "I"), ("key", "L"), ("value", "L"), ("next", "L")]
    )
    nodes = named.get("[Ljava/util/HashMap$Node;") or heap.make_class("[Ljava/util/HashMap$Node;")
    hash_map = named.get("java/util/HashMap") or heap.make_class(
        "java/util/HashMap", fields=[("table", "L"), ("size", "I")]
    )
    price = named.get("book/Price") or heap.make_class("book/Price", fields=[("digits", "L")])
    made = [
        heap.make(node, value=heap.make(price, digits=heap.values("B", b"s3cr3t".ljust(value_bytes, b"0"))))
        for _ in range(entries)
    ]
    return heap.make(hash_map, table=heap.array(nodes, made), size=entries)


def book_shop(old_prices: int = 400, *, taken_ms: int = 1_000, cached: int = 100, rest: int = 500) -> MadeHeap:
    """A service with prices that nobody removes, a cache, and a framework that holds both behind one table."""
    heap = MadeHeap(taken_ms=taken_ms)
    service = heap.make_class("book/BookService", fields=[("oldBooksPrices", "L"), ("name", "L")])
    cache = heap.make_class("book/Catalogue", fields=[("byTitle", "L")])
    factory = heap.make_class("org/framework/BeanFactory", fields=[("singletons", "L")])
    objects = heap.make_class("[Ljava/lang/Object;")
    book_service = heap.make(service, oldBooksPrices=put_into_map(heap, old_prices, 1000))
    catalogue = heap.make(cache, byTitle=put_into_map(heap, cached, 1000))
    content = [heap.values("B", bytes(1000)) for _ in range(rest)]
    bag = heap.make_class("book/Pages", fields=[("pages", "L")])
    pages = [heap.make(bag, pages=heap.array(objects, content[at : at + 10])) for at in range(0, rest, 10)]
    beans = heap.make(factory, singletons=heap.array(objects, [book_service, catalogue, *pages]))
    heap.make_class("book/Application", statics={"context": beans})
    return heap
