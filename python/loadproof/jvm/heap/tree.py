"""The dominator tree of a heap: its first levels as a table, all of them as folds that open one by one."""

from collections.abc import Sequence

from loadproof.jvm.heap.dump import Link, Node
from loadproof.jvm.heap.suspects import memory_told
from loadproof.model.message import count, share
from loadproof.render.cells import column, told
from loadproof.render.document import Block, Facts, Fold, Table
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words

__all__ = ["link_told", "memory", "object_told", "percent", "tree_folds", "tree_table"]

_LONGEST_NAME = 90
_LEVELS_OF_A_TABLE = 6
_LEAST_SHARE = 0.01
_MOST_CHILDREN = 5
_LEVEL = "· "


def memory(words: Words, held_bytes: float) -> str:
    """Bytes with their unit."""
    return told(words, memory_told(int(held_bytes)))


def percent(words: Words, of_one: float) -> str:
    """A share with its unit."""
    return told(words, share(of_one))


def object_told(class_name: str, is_class: bool, words: Words) -> str:
    """Return the name of an object: its class; if the object is a class itself, the name says so."""
    name = printable(class_name, _LONGEST_NAME)
    return words("heap-class-itself", name=name) if is_class else name


def link_told(link: Link, words: Words) -> str:
    """Return the text of a link, to write behind the name of its source: `.field`, `[]` or the kind in brackets."""
    if link.kind in ("field", "static"):
        return f".{printable(link.name or '', _LONGEST_NAME)}"
    return "[]" if link.kind == "element" else f" ({words(f'heap-link-{link.kind}')})"


def tree_table(tree: Sequence[Node], words: Words, most: int) -> Table:
    """The first levels, what keeps most first, each below what keeps it."""
    whole = max(1, tree[0].kept_bytes)
    columns = [
        column(words, "heap-column-object", figures=False, wraps=True),
        column(words, "heap-column-share"),
        column(words, "heap-column-kept"),
        column(words, "heap-column-objects", detail=True),
    ]
    least = _LEAST_SHARE * whole
    children = {
        above: [place for place in places if tree[place].kept_bytes >= least][:_MOST_CHILDREN]
        for above, places in _children(tree).items()
    }
    rows: list[Sequence[str]] = []
    open_places = [(place, 0) for place in reversed(children.get(0, []))]
    while open_places and len(rows) < 2 * most:
        place, level = open_places.pop()
        node = tree[place]
        rows.append(
            [
                f"{_LEVEL * level}{_title(tree, place, words)}",
                percent(words, node.kept_bytes / whole),
                memory(words, node.kept_bytes),
                words.figures.whole(node.objects),
            ]
        )
        if level + 1 < _LEVELS_OF_A_TABLE:
            open_places += [(child, level + 1) for child in reversed(children.get(place, []))]
    return Table(columns, rows)


def tree_folds(tree: Sequence[Node], words: Words) -> list[Block]:
    """All of it: each fold opens what its object keeps. Built from the last to the first, which stand behind theirs."""
    whole = max(1, tree[0].kept_bytes)
    children = _children(tree)
    made: dict[int, Fold] = {}
    for place in range(len(tree) - 1, 0, -1):
        node = tree[place]
        title = words(
            "heap-node",
            share=share(node.kept_bytes / whole),
            memory=memory_told(node.kept_bytes),
            name=_title(tree, place, words),
        )
        made[place] = Fold(title, [_facts(node, words), *(made.pop(child) for child in children.get(place, []))])
    return [made[place] for place in children.get(0, [])]


def _children(tree: Sequence[Node]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place, node in enumerate(tree):
        if node.parent is not None:
            found.setdefault(node.parent, []).append(place)
    for places in found.values():
        places.sort(key=lambda place: -tree[place].kept_bytes)
    return found


def _title(tree: Sequence[Node], place: int, words: Words) -> str:
    """Return the title of a node: its class, with the link or the root that holds it, if known."""
    node = tree[place]
    name = object_told(node.class_name, node.is_class, words)
    if node.link is not None:
        return words("heap-held-by", link=link_told(node.link, words).strip(), name=name)
    if node.holders and (node.root is None or node.is_container):
        holder = node.holders[0]
        link = f"{printable(holder.class_name, _LONGEST_NAME)}{link_told(holder.link, words)}"
        return words("heap-held-by-others", link=link, name=name)
    if node.root is not None:
        return words("heap-held-as-root", root=words(f"heap-root-{node.root.replace('_', '-')}"), name=name)
    return name


def _facts(node: Node, words: Words) -> Facts:
    pairs = [
        (words("heap-column-bytes"), memory(words, node.bytes)),
        (words("heap-column-objects"), words.figures.whole(node.objects)),
        (words("heap-column-children"), words.figures.whole(node.children)),
    ]
    for one in node.classes:
        value = words("heap-child-class", number=count(one.objects), memory=memory_told(one.kept_bytes))
        pairs.append((printable(one.class_name, _LONGEST_NAME), value))
    return Facts(pairs)
