"""Doubts: why a measurement might not be what it seems."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["Doubt", "DoubtCode"]


class DoubtCode(Enum):
    """Every doubt there is: its code, whether it takes the ground from a verdict, and its cure."""

    LATE_SENDS = ("late-sends", True, "run the generator on a core of its own, or add shards")
    GENERATOR_STALLED = (
        "generator-stalled",
        False,
        "give the generator a core of its own, and do not stop it or its machine while it measures",
    )
    STARVED_BY_STAND = (
        "starved-by-stand",
        False,
        "give the services fewer cores (limits, placement: apart), or the generator a machine of its own",
    )
    GENERATOR_CPU = (
        "generator-cpu",
        True,
        "give the generator more cores (--shards), or a machine of its own",
    )
    DESCRIPTORS = ("descriptors", True, "raise the limit of open files (ulimit -n)")
    PORTS = ("ports", True, "widen net.ipv4.ip_local_port_range, or keep connections alive")
    SERVICE_DIED = (
        "service-died",
        True,
        "find in its log why it ended; that of a service of a stand is in the directory of the run",
    )
    FOREIGN_LOAD = ("foreign-load", False, "stop what else runs on this machine, unless the service needs it")
    DISTURBED_SECONDS = ("disturbed-seconds", False, "stop what else runs on this machine while it measures")
    DISTURBED = (
        "disturbed",
        True,
        "stop what else runs on this machine, wait until it is quiet, and repeat the trial",
    )
    FOREIGN_DISK = (
        "foreign-disk",
        False,
        "stop what else uses the disks of this machine, or give the service a disk of its own",
    )
    FOREIGN_MEMORY = (
        "foreign-memory",
        False,
        "stop what else holds memory on this machine, or take a machine that has more",
    )
    STEAL = ("steal", False, "use a machine whose cores are its own")
    MACHINE_SPEED = ("machine-speed", False, "use a machine whose cores are its own, or take more starts")
    TOO_FEW_SAMPLES = ("too-few-samples", False, "hold the plateau longer")
    CONNECTION_LIMIT = ("connection-limit", False, "raise --connections, unless the limit is meant")
    SHORT_PROBE = ("probe-skipped", False, "see the text")
    COARSE = ("coarse", False, "give the search more time (--budget), or ask for less precision (--precision)")
    NOT_RECOVERED = ("not-recovered", False, "restart the service and repeat")
    NOT_WARM = (
        "not-warm",
        False,
        "find what still moves, raise warm_up.most, or change its rate",
    )
    INTERRUPTED = ("interrupted", False, "repeat the run to its end")
    LIMITS = (
        "limits",
        False,
        "run in a control group that is yours (systemd-run --user --scope -p Delegate=yes), or as root",
    )
    FEW_DESCRIPTORS = (
        "few-descriptors",
        False,
        "raise the limit of open files (ulimit -n), or lower --connections",
    )
    FOREIGN_LISTENER = (
        "foreign-listener",
        False,
        "end it, or give the service another port, unless it is meant (the proxy of a container is)",
    )
    INSECURE_TLS = (
        "insecure-tls",
        False,
        "trust the authority of the target's certificate (--ca) in place of --insecure",
    )
    SHORT_SECRET = ("short-secret", False, "give the secret 6 characters or more")
    CUT_FLOWS = ("cut-flows", False, "hold the plateau for longer than the flow takes, or shorten its pauses")
    LATE_ITERATIONS = (
        "late-iterations",
        False,
        "lengthen the pacing, or take more users, unless the service is meant to slow them",
    )
    NOT_STORED = ("not-stored", False, "see that the run directory stays and its disk has room, and repeat the run")

    def __init__(self, code: str, invalidates: bool, cure: str) -> None:
        """Takes the members' tuple apart."""
        self.code = code
        self.invalidates = invalidates
        self.cure = cure


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubt about one measurement: its kind, and what was seen.

    >>> Doubt(DoubtCode.LATE_SENDS, "p99 of the lateness is 7 ms").as_dict()["code"]
    'late-sends'
    """

    kind: DoubtCode
    text: str

    @property
    def invalidates(self) -> bool:
        """Whether it takes the ground from a verdict; a failure may stand all the same (`judged_valid`)."""
        return self.kind.invalidates

    def as_dict(self) -> dict[str, str]:
        """The contract of `--json`: `{code, text, cure}`."""
        return {"code": self.kind.code, "text": self.text, "cure": self.kind.cure}
