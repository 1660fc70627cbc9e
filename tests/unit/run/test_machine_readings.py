"""Which seconds of a trial a reading of a machine belongs to, and which role the machine has."""

from loadproof.probes.reading import Reading
from loadproof.records.machine_use import MachineRole
from loadproof.run.machine_readings import MachineReadings

ROLES = {"app1": MachineRole.UNDER_TEST, "term": MachineRole.LOAD}


def read(probe: str, share: float = 0.5) -> Reading:
    return Reading(probe, "cpu_busy_share", "", share)


def seconds(machines: MachineReadings) -> list[tuple[str, int, int]]:
    return [(one.machine, one.begin, one.end) for one in machines.taken()]


def test_a_reading_is_of_the_seconds_since_the_one_before() -> None:
    machines = MachineReadings(ROLES)
    machines.begin(100.0)
    machines.add([(101.0, read("host")), (101.02, read("node:app1"))])
    # The page did not answer for three seconds; what it counted meanwhile is a mean of all of them.
    machines.add([(102.0, read("host")), (105.01, read("node:app1")), (105.9, read("host"))])
    assert seconds(machines) == [("host", 0, 1), ("app1", 0, 1), ("host", 1, 2), ("app1", 1, 5), ("host", 2, 6)]
    assert seconds(machines) == []


def test_readings_of_the_trial_before_and_of_other_probes_belong_to_no_second() -> None:
    machines = MachineReadings(ROLES)
    machines.begin(100.0)
    of_others = [
        read("process:api"),
        read("machine"),
        read("machine:app1"),
        read("node:unknown"),
        read("prometheus:app1"),
    ]
    machines.add([(99.9, read("host")), (100.1, read("node:app1")), *((101.0, one) for one in of_others)])
    machines.add([(101.0, Reading("host", "cpu_0_busy_share", "", 1.0))])
    assert seconds(machines) == []


def test_this_machine_is_under_test_unless_its_role_is_another() -> None:
    for roles, role in ((ROLES, MachineRole.UNDER_TEST), ({**ROLES, "host": MachineRole.LOAD}, MachineRole.LOAD)):
        machines = MachineReadings(roles)
        machines.begin(0.0)
        machines.add([(1.0, read("host")), (1.0, read("node:term"))])
        assert [one.role for one in machines.taken()] == [role, MachineRole.LOAD]
