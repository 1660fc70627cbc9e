"""Limits of verdicts and doubts, in one place: each number whose reason a reader may ask for.

Constants of a single algorithm (steps, precision, batches) are in its module. docs/method has the details.
"""

from dataclasses import dataclass

__all__ = ["LIMITS", "JudgeLimits"]


@dataclass(frozen=True, slots=True)
class JudgeLimits:
    """Limits of the judge; shares are from 0 to 1, calls are counts."""

    early_rising_error: float = 0.05
    """Chance to take steady calls in flight for rising, at a look before the end and before a stall."""
    early_growth_calls: float = 2.0
    """A rise of no more than so many calls in flight is none, there."""
    final_rising_error: float = 0.01
    """The same at the end of a span, where a rise fails the trial."""
    final_growth_calls: float = 5.0
    final_growth_part: float = 0.25
    """Part of the calls that arrive within the tightest threshold: a rise at the end must exceed this number, too."""
    quiet_look: float = 20.0
    """No early pass before so many thresholds, where even a quarter of the threshold is rare."""
    queueing_look: float = 200.0
    """And elsewhere: a queue near its limit needs about fifteen to settle, and a shorter hold sees too few swings."""
    overloaded_s: int = 3
    """So many seconds in a row that are grossly bad end a trial."""
    fewest_overloaded: int = 10
    """Calls that those seconds must have had."""
    least_lateness_ms: float = 1.0
    lateness_part: float = 0.1
    """Part of the tightest threshold: lateness above both this part and `least_lateness_ms` is a doubt."""
    late_followers: int = 2
    """A late call counts twice: for its own response, and for a call that queued behind its burst."""
    busy_core: float = 0.9
    """Part of a core used by one thread of the generator: this much or more is a doubt."""
    most_steal: float = 0.05
    most_foreign_load: float = 0.1
    """Part of the machine's CPU time that other processes use; more is a doubt, as for stolen time above."""
    most_retried: float = 0.01
    """Part of the due calls that are sent a second time; more is a doubt."""
    late_iteration_ms: float = 100.0
    late_part: float = 0.99
    """A paced iteration that begins later than that at this quantile is not paced any more."""
    stall_before: float = 1.0
    """Reach before a stall, in lengths of it: no further back is a call that was open taken to have suffered."""
    stall_after: float = 2.0
    """Reach after it. With the stall itself at most four lengths go."""
    stall_deviations: float = 3.0
    stall_room_calls: float = 2.0
    """Above the usual calls in flight, in Poisson deviations and calls: more is still the work of a stall."""
    disturbing_cores: float = 0.1
    """Cores that others take in a second; less disturbs nobody. If this much is stolen, the second is disturbed without
    any other sign, because no thread of ours can see stolen time."""
    disturbing_ratio: float = 2.0
    """And in parts of what is usual on this machine."""
    disturbing_wait: float = 0.1
    """Part of it, or of what our side used where that is less, for which our side waited: what others take of an idle
    processor costs us nothing. On a quiet machine it is 0.03 at most."""
    least_wait_cores: float = 0.02
    """A shorter wait is none."""
    background_seconds: int = 120
    """Seconds from which on it is known what is usual: twice the longest disturbance that is taken for one."""
    stolen_seconds: int = 10
    """Seconds of earlier trials from which on it is known what the hypervisor usually takes: as many as a short one
    has, so that a trial that is repeated is judged."""
    alike_loads: float = 4.0 / 3.0
    """Between the loads of two trials that tell of each other what is usually stolen."""
    least_clean: float = 1.0 / 3.0
    """Part of the span that must be clean for its verdict to be that of the span."""
    follower_times: int = 3
    """Trials and rests by which a process is known to work for our load."""
    follower_ratio: float = 3.0
    """In each trial it uses so many times what it uses in any rest."""
    follower_at_work: float = 0.8
    """And is at work in this part of the seconds of each trial."""
    follower_cores: float = 0.02
    """A process that uses less matters to nobody."""
    follower_seconds: int = 5
    """A shorter trial tells nothing of who follows it."""
    foreign_disk_share: float = 0.25
    """Part of the bytes that processes read from disks and wrote: of less others are no matter."""
    foreign_disk_bytes_per_s: float = 2.0**20
    """Nor of fewer bytes."""
    disk_wait_share: float = 0.1
    """Part of the time in which something waited for a disk, from which on it is said."""
    least_disk_use: float = 2.0**14
    """Bytes a second that our services move; with fewer they do not wait for disks."""
    fault_bytes: float = 4096.0
    """Size of a page that had to come from a disk, bytes."""
    disk_amplification: float = 3.0
    """Bytes that a disk writes for one of a process, at most: its journal, and the rest of its blocks. Of small
    appends with fsync on ext4 1.8 to 2.6 were seen."""
    least_memory_share: float = 0.1
    """Part of the machine's memory: if this much or more is available, the machine is not short of memory."""
    memory_wait_share: float = 0.05
    swap_bytes_per_s: float = 2.0**20
    """From either of them on it is said."""
    saturated_cpu: float = 0.95
    """Part of the time of all cores, with stolen time: at 0.95 a call waits 19 of its service times for a core in the
    mean (M/M/1), and one hundredth of a second of each core, by which the kernel counts, is no more than noise."""
    saturated_disk: float = 0.95
    """Part of the time in which the busiest disk had work."""
    saturated_network: float = 0.9
    """Part of the speed of a link in its fuller direction: frames and headers, which no counter of bytes has, take
    the rest."""
    saturated_memory_available: float = 0.05
    """Part of the memory; less is saturated where it is swapped, too, at `swap_bytes_per_s` or more. Much memory in use
    alone is no sign, because caches of a database fill it on purpose."""
    saturated_share: float = 0.1
    """Part of the judged seconds from which on a resource counts as saturated: fewer are peaks, and as calls are spread
    evenly, nine tenths of them meet none."""
    saturated_seconds: int = 2
    """A single second is a peak, however short the span is."""
    most_speed_ratio: float = 1.25
    """Ratio of the machine's slowest reading to its quickest; more is a doubt. Ten quiet minutes showed 1.18, while the
    CPU time of PostgreSQL per call changed by 1.52 times."""


LIMITS = JudgeLimits()
