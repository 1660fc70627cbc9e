"""Which tests may be run again, and why."""

RERUN: dict[str, str] = {
    "tests/accuracy/test_windows.py::test_the_second_that_froze_has_the_slow_calls": "its server freezes for real",
    "tests/integration/test_demo.py::test_the_demo_finds_what_its_service_can_do_and_names_why_not_more": (
        "a hypervisor that takes the processor away makes the service slower than it is made"
    ),
}
"""Tests that get two more tries at once, each with its reason. To be emptied."""
