"""Sessions of a lock tree in the order of an indented list: each below a session that it waits for."""

from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.records.database_activity import LockedSession, LockTree

__all__ = ["PlacedSession", "lock_holders", "placed_sessions", "waiting_below"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSession:
    """Session of a lock tree with its place in the list."""

    session: LockedSession
    depth: int
    """0 for a session that waits for no other session of the tree."""
    also_blocked_by: tuple[int, ...]
    """Processes that it waits for besides the one above it."""


def placed_sessions(tree: LockTree) -> list[PlacedSession]:
    """Return every session once, below the first session that it waits for; a cycle begins at any of its sessions.

    The root with the most sessions below it comes first.
    """
    children: dict[int, list[LockedSession]] = {}
    by_process = {one.process_id: one for one in tree.sessions}
    roots = []
    for session in by_process.values():
        above = next((one for one in session.blocked_by if one in by_process and one != session.process_id), None)
        if above is None:
            roots.append(session)
        else:
            children.setdefault(above, []).append(session)
    seen: set[int] = set()
    groups = [list(_placed(root, None, 0, children, seen)) for root in roots]
    # Sessions of a cycle hang on no root.
    groups += [list(_placed(one, None, 0, children, seen)) for one in by_process.values() if one.process_id not in seen]
    groups.sort(key=len, reverse=True)
    return [placed for group in groups for placed in group]


def lock_holders(tree: LockTree) -> list[LockedSession]:
    """Return the sessions at the roots, the one that holds up the most sessions first."""
    return [placed.session for placed in placed_sessions(tree) if placed.depth == 0]


def waiting_below(tree: LockTree, process_id: int) -> int:
    """Return the number of sessions that wait for a process, directly or through other sessions."""
    placed = placed_sessions(tree)
    places = [place for place, one in enumerate(placed) if one.session.process_id == process_id]
    if not places:
        return 0
    found = 0
    for one in placed[places[0] + 1 :]:
        if one.depth <= placed[places[0]].depth:
            break
        found += 1
    return found


def _placed(
    session: LockedSession,
    above: int | None,
    depth: int,
    children: dict[int, list[LockedSession]],
    seen: set[int],
) -> Iterator[PlacedSession]:
    """Yield a session and the sessions below it, depth first, without recursion: a chain may have any length."""
    stack = [(session, above, depth)]
    while stack:
        one, parent, level = stack.pop()
        if one.process_id in seen:
            continue
        seen.add(one.process_id)
        others = tuple(process for process in one.blocked_by if process != parent)
        yield PlacedSession(session=one, depth=level, also_blocked_by=others)
        below = children.get(one.process_id, ())
        stack += [(child, one.process_id, level + 1) for child in reversed(below)]
