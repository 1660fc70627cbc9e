"""Plan of a statement as PostgreSQL gives it in JSON: its joins, its cost, and its nodes as lines without values."""

from collections.abc import Iterator, Mapping
from typing import Any

from loadproof.postgres.hidden_values import hidden_values

__all__ = ["joined_relations", "plan_cost", "plan_lines"]

_MOST_LINES = 60
_LONGEST_LINE = 300
_DEEPEST = 60
_LARGEST = 1e15
_COMBINED = {"Append", "Merge Append", "Recursive Union", "BitmapOr", "BitmapAnd"}
_APART = {"InitPlan", "SubPlan"}
_CONDITIONS = (
    *("Index Cond", "Recheck Cond", "Hash Cond", "Merge Cond", "Join Filter", "Filter", "One-Time Filter"),
    *("Group Key", "Sort Key"),
)
_REMOVED_BY = {"Recheck Cond": "Index Recheck", "Join Filter": "Join Filter", "Filter": "Filter"}
"""Names of the counts of the rows that a condition kept out, per loop, by the name of the condition."""


def plan_cost(node: Mapping[str, Any]) -> float:
    """Return the estimated total cost of a node; 0: the server gives none."""
    return _number(node, "Total Cost") or 0.0


def _number(node: Mapping[str, Any], name: str) -> float | None:
    """Return a number of a node; None: there is none, or it is beyond all that a server counts."""
    held = node.get(name)
    is_sound = isinstance(held, int | float) and not isinstance(held, bool) and 0 <= held <= _LARGEST
    return float(held) if is_sound and held is not None else None


def _children(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    held = node.get("Plans")
    return [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []


def joined_relations(node: Mapping[str, Any]) -> int:
    """Return the relations of the largest join that is planned as a whole, as the limits of the planner count them.

    Parts of a union and subqueries that stay apart are joins of their own; partitions are one relation.

    >>> scan = {"Node Type": "Seq Scan", "Relation Name": "task"}
    >>> joined_relations({"Node Type": "Hash Join", "Plans": [scan, {"Node Type": "Hash", "Plans": [scan]}]})
    2
    """
    own, others = _joined(node, 0)
    return max(own, others)


def _joined(node: Mapping[str, Any], depth: int) -> tuple[int, int]:
    """Relations of the join that the node belongs to, and the most of joins below that are planned apart."""
    if depth > _DEEPEST:
        return 1, 0
    kind, own, most, lone = str(node.get("Node Type")), 0, 0, 0
    for child in _children(node):
        inner, apart = _joined(child, depth + 1)
        most = max(most, apart)
        if child.get("Parent Relationship") in _APART:
            most = max(most, inner)
        else:
            own += inner
            lone = max(lone, inner)
    if kind in _COMBINED or kind == "Subquery Scan":
        return 1, max(most, lone)
    is_leaf = kind.endswith("Scan") and kind != "Bitmap Index Scan"
    return max(own, 1) if is_leaf else own, most


def plan_lines(top: Mapping[str, Any]) -> Iterator[str]:
    """Yield a plan as lines like those of EXPLAIN, 60 at most, with the values of its conditions hidden."""
    waiting = [(top, 0)]
    left = _MOST_LINES
    while waiting and left > 0:
        node, depth = waiting.pop()
        indent = "  " * min(depth, 30)
        for line in (_node_line(node), *_condition_lines(node)):
            if left > 0:
                yield f"{indent}{line}"[:_LONGEST_LINE]
                left -= 1
        waiting += [(child, depth + 1) for child in reversed(_children(node))]


def _node_line(node: Mapping[str, Any]) -> str:
    relation, alias, index = (node.get(name) for name in ("Relation Name", "Alias", "Index Name"))
    kind = str(node.get("Node Type"))
    join = node.get("Join Type")
    words = [f"{kind} ({join})" if join and join != "Inner" else kind]
    words += [f"using {index}"] if index else []
    words += [f"on {relation}"] if relation else []
    words += [str(alias)] if alias and alias != relation else []
    plain = "".join(sign if sign.isprintable() else "·" for sign in " ".join(words))
    rows = round(_number(node, "Plan Rows") or 0.0)
    return f"{plain[:150]}  (cost {plan_cost(node):.2f}, rows {rows}){_actual(node)}"


def _actual(node: Mapping[str, Any]) -> str:
    """Return the time and the rows of a loop of a node that was run; empty: the node was not measured."""
    time_ms, rows, loops = (_number(node, f"Actual {name}") for name in ("Total Time", "Rows", "Loops"))
    if rows is None or loops is None:
        return ""
    if loops == 0:
        return "  (never run)"
    # The mean of several loops may be a fraction, from PostgreSQL 18 on.
    shown = f"{rows:.2f}".removesuffix(".00")
    took = "" if time_ms is None else f"{time_ms:.3f} ms, "
    return f"  (actual {took}rows {shown}, loops {round(loops)})"


def _condition_lines(node: Mapping[str, Any]) -> Iterator[str]:
    for name in _CONDITIONS:
        held = node.get(name)
        if held:
            text = ", ".join(map(str, held)) if isinstance(held, list) else str(held)
            yield f"  {name}: {hidden_values(text)}"
            removed = _number(node, f"Rows Removed by {_REMOVED_BY[name]}") if name in _REMOVED_BY else None
            if removed:
                yield f"  Rows Removed by {_REMOVED_BY[name]}: {round(removed)}"
