"""Limits that this user and this kernel set for a load: open files, ports, queues, counters, rights."""

import os
import resource
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path

from loadproof.stand.service_group import possible_directories
from loadproof.system.awake import Awake, kept_awake
from loadproof.system.machine_account import MachineAccount
from loadproof.system.open_files import USUAL_CONNECTIONS, lacking_descriptors
from loadproof.system.process_files import read_process_stat
from loadproof.system.process_identity import process_ids
from loadproof.tools.doctor.check import LIMITS, CheckModel, Figure, cannot_tell, doubt, fine
from loadproof.tools.doctor.machine import ROOT, kernel_text

__all__ = ["KeepAwake", "kernel", "open_files", "ports", "queues", "rights"]

KeepAwake = Callable[[], AbstractContextManager[Awake]]
"""Function that returns the context in which processors are kept awake, such as `kept_awake`."""

_TIME_WAIT_S = 60.0
"""TCP_TIMEWAIT_LEN of the kernel."""
_MOST_PROCESSES = 200


def open_files(root: Path = ROOT) -> CheckModel:
    """Check if the default number of connections of a load can be open at once.

    The limit of this process is raised first, as far as allowed, as for a load.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    lacking = lacking_descriptors(USUAL_CONNECTIONS)
    used, most = _file_table(root)
    found = f"{_limit(soft)} may be open"
    found += f", raised to {_limit(hard)} by a load" if hard != soft else ""
    table = f"; the machine has {used:,} of {most:,} open" if most is not None and most < 1 << 40 else ""
    figures: dict[str, Figure] = {"soft": _unlimited(soft), "hard": _unlimited(hard), "machine_open": used}
    if lacking is not None:
        return doubt(
            "open files",
            f"{found}; {USUAL_CONNECTIONS:,} connections ask for {lacking[1]:,}",
            "a load opens fewer connections; a service that is started here has the same limit",
            f"ulimit -n {lacking[1]} (nofile in /etc/security/limits.conf, LimitNOFILE= of a unit), or --connections",
            **figures,
        )
    if most is not None and used > LIMITS.most_used_part * most:
        return doubt(
            "open files",
            f"{found}{table}",
            "connections fail when the machine has no more files (fs.file-max)",
            f"sysctl -w fs.file-max={2 * most} (root)",
            **figures,
        )
    return fine("open files", f"{found}{table}", **figures)


def ports(root: Path = ROOT) -> CheckModel:
    """Check how many connections from here one address of a service can have."""
    words = (kernel_text(root / "proc/sys/net/ipv4/ip_local_port_range") or "").split()
    if len(words) != 2 or not all(word.isdigit() for word in words):
        return cannot_tell("ports", "net.ipv4.ip_local_port_range is not told here")
    count = max(0, int(words[1]) - int(words[0]) + 1)
    waiting = _waiting(root)
    reuse = {"0": "not reused", "1": "reused", "2": "reused on lo"}.get(
        kernel_text(root / "proc/sys/net/ipv4/tcp_tw_reuse") or "", "reuse not told"
    )
    found = (
        f"{count:,} for one address: {count / _TIME_WAIT_S:.0f} new connections/s on end; "
        f"{waiting:,} in TIME_WAIT, {reuse}"
    )
    figures: dict[str, Figure] = {"count": count, "time_wait": waiting}
    if count < LIMITS.fewest_ports or waiting > LIMITS.most_used_part * count:
        return doubt(
            "ports",
            found,
            "when they are used up, connections fail here (connect-failed), and not at the service",
            "keep connections open; sysctl -w net.ipv4.ip_local_port_range='1024 65535' net.ipv4.tcp_tw_reuse=1",
            **figures,
        )
    return fine("ports", found, **figures)


def queues(root: Path = ROOT) -> CheckModel:
    """Check how many connections may wait for a service here to accept them, and the firewall's connection table."""
    accepted = _number(root / "proc/sys/net/core/somaxconn")
    begun = _number(root / "proc/sys/net/ipv4/tcp_max_syn_backlog")
    tracked = _number(root / "proc/sys/net/netfilter/nf_conntrack_count")
    most = _number(root / "proc/sys/net/netfilter/nf_conntrack_max")
    if accepted is None:
        return cannot_tell("queues", "net.core.somaxconn is not told here", tracked=tracked, most_tracked=most)
    found = f"{accepted:,} connections may wait for accept"
    found += f", {begun:,} half open" if begun is not None else ""
    found += f"; conntrack holds {tracked:,} of {most:,}" if tracked is not None and most else ""
    figures: dict[str, Figure] = {"somaxconn": accepted, "syn_backlog": begun, "tracked": tracked, "most_tracked": most}
    if most and tracked is not None and tracked + USUAL_CONNECTIONS > most * (1.0 - LIMITS.most_used_part / 2):
        return doubt(
            "queues",
            found,
            "a full table drops packets: calls take a second more, or fail",
            f"sysctl -w net.netfilter.nf_conntrack_max={4 * most} (root)",
            **figures,
        )
    if min(accepted, begun or accepted) < LIMITS.least_backlog:
        return doubt(
            "queues",
            found,
            "of connections that come together some are dropped and tried again a second later: a peak at 1 s",
            f"sysctl -w net.core.somaxconn={4 * LIMITS.least_backlog} "
            f"net.ipv4.tcp_max_syn_backlog={4 * LIMITS.least_backlog} (root), where the service is",
            **figures,
        )
    return fine("queues", found, **figures)


def kernel(account: MachineAccount, root: Path = ROOT) -> CheckModel:
    """Check if this kernel reports which processes used the machine."""
    groups = kernel_text(root / "proc/self/cgroup") or ""
    version = "none" if not groups else "v2" if all(word.startswith("0:") for word in groups.split()) else "v1"
    pressure = (root / "proc/pressure/io").exists()
    delays = kernel_text(root / "proc/sys/kernel/task_delayacct")
    waits = kernel_text(root / "proc/self/schedstat")
    told = account.is_told_waits and waits is not None and not waits.endswith(" 0")
    found = (
        f"run delays {'told' if told else 'not told'}, pressure {'told' if pressure else 'not told'}, "
        f"control groups {version}, delayacct {'on' if delays == '1' else 'off'}"
    )
    figures: dict[str, Figure] = {"control_groups": version, "told_waits": float(told), "pressure": float(pressure)}
    if account.hides_processes:
        cure = "run as root where /proc has hidepid, and with the host's processes in a container (--pid=host)"
        return cannot_tell("kernel", f"some processes cannot be seen; {found}", cure, **figures)
    if not told:
        cure = "a kernel with CONFIG_SCHED_INFO: without it every second in which others work counts as disturbed"
        return cannot_tell("kernel", found, cure, **figures)
    return fine("kernel", f"every process is seen, {found}", **figures)


def rights(keep_awake: KeepAwake = kept_awake) -> CheckModel:
    """Report the rights of this user. If an attempt leaves nothing behind, the right is tried and undone.

    The right to make control groups is not tried: only write access to the parent directory is checked.
    """
    denied = _denied_processes()
    with keep_awake() as awake:
        is_awake = awake.is_kept
    may: dict[str, bool] = {
        "raise priority": _may_raise_priority(),
        "keep processors awake": is_awake,
        "make control groups": any(os.access(place.parent, os.W_OK) for place in possible_directories("loadproof")),
        "read processes of others": denied == 0,
    }
    figures: dict[str, Figure] = {name.replace(" ", "_"): float(is_may) for name, is_may in may.items()}
    can, cannot = ([name for name, is_may in may.items() if is_may is wanted] for wanted in (True, False))
    found = "; ".join(
        part
        for part in (
            f"may {', '.join(can)}" if can else "",
            f"may not {', '.join(cannot)} (the machine's root may)" if cannot else "",
        )
        if part
    )
    return fine("rights", found, **figures, unread_processes=denied)


def _may_raise_priority() -> bool:
    before = os.getpriority(os.PRIO_PROCESS, 0)

    def tried() -> None:
        os.setpriority(os.PRIO_PROCESS, 0, before - 1)
        os.setpriority(os.PRIO_PROCESS, 0, before)

    return before > -20 and _may(tried)


def _may(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True


def _denied_processes() -> int:
    """Return how many of the first 200 processes hide their open files from us; 1 if no process can be listed.

    A service is found by its open files. Kernel threads are not counted.
    """
    denied = 0
    try:
        first = list(islice(process_ids(), _MOST_PROCESSES))
    except OSError:
        return 1
    for process_id in first:
        try:
            os.listdir(f"/proc/{process_id}/fd")
        except PermissionError:
            stat = read_process_stat(process_id)
            denied += stat is not None and not stat.is_kernel
        except OSError:
            continue
    return denied


def _file_table(root: Path) -> tuple[int, int | None]:
    words = (kernel_text(root / "proc/sys/fs/file-nr") or "").split()
    if len(words) != 3 or not all(word.isdigit() for word in words):
        return 0, None
    return int(words[0]), int(words[2])


def _waiting(root: Path) -> int:
    words = (kernel_text(root / "proc/net/sockstat") or "").split()
    told = words[words.index("tw") + 1] if "tw" in words[:-1] else "0"
    return int(told) if told.isdigit() else 0


def _number(path: Path) -> int | None:
    text = kernel_text(path)
    return int(text) if text and text.isdigit() else None


def _unlimited(limit: int) -> float | None:
    return None if limit == resource.RLIM_INFINITY else limit


def _limit(limit: int) -> str:
    return "any number" if limit == resource.RLIM_INFINITY else f"{limit:,}"
