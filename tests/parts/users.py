"""A new user's first minutes: long tests of the wheel."""

from tests.parts.part import Part, places

# Beside each: what stands for it in `make test`.
OF_USERS = (
    # The demo of the tree: tests/integration/test_demo.py; each verb of the tree: the tests of its name beside it.
    Part(
        "a new user's first minutes, from the wheel alone",
        places(
            "tests/integration/test_new_user.py::test_help_and_version",
            "tests/integration/test_new_user.py::test_the_demo_finds_what_its_service_can_do",
            "tests/integration/test_new_user.py::test_a_line_of_curl_is_enough_for_a_capacity",
        ),
        needs="wheel",
    ),
    Part(
        "a new user's own study, and what others read of it",
        places(
            "tests/integration/test_new_user.py::test_a_study_is_planned_and_its_faults_are_told_with_their_lines",
            "tests/integration/test_new_user.py::test_the_study_is_run",
            "tests/integration/test_new_user.py::test_a_ci_reads_its_verdicts",
            "tests/integration/test_new_user.py::test_a_table_is_read_by_others",
            "tests/integration/test_new_user.py::test_runs_are_found_shown_and_opened",
            "tests/integration/test_new_user.py::test_a_study_is_made_of_what_the_user_has",
        ),
        needs="wheel",
    ),
    # The broken demo of the tree: test_demo.py (long, too); drafts: test_init.py; metrics: test_otlp.py.
    Part(
        "a new user's broken service, and a draft that is edited and watched",
        places(
            "tests/integration/test_new_user.py::test_the_broken_demo_ends_with_3_as_it_must",
            "tests/integration/test_new_user.py::test_a_draft_is_edited_and_run_while_a_receiver_hears_of_it",
        ),
        needs="wheel",
    ),
    # Five kinds of path, at each option of each command, are in make test.
    Part(
        "more kinds of path that lead astray",
        places(
            "tests/integration/test_hostile_paths.py::test_each_path_of_each_command",
            of=(
                "a socket",
                "a NUL",
                "a path of 4200 letters",
                "a pipe that nobody writes to",
                "a link that leads nowhere",
                "a link to a file",
                "no such directory",
                "a tilde",
                "bytes that are no text",
                "control characters",
                "a file that cannot be read",
                "a sparse file of 10 GB",
            ),
        ),
    ),
    # What is built and what is refused, without a build: test_wheel.py; the steps, only noted: test_container.py.
    Part(
        "the wheel, and the container that it is installed into",
        places(
            "tests/integration/test_wheel.py::test_the_wheel_holds_what_the_tree_has_and_old_systems_can_load_it",
            "tests/integration/test_container.py::test_the_steps_run_in_a_bare_root",
        ),
        needs="wheel",
    ),
    # Four tables, and each that is falsified, are in `make test`.
    Part(
        "honest tables that are damaged",
        places(
            "tests/unit/tools/audit/test_half_understood_tables.py::"
            "test_an_honest_table_is_never_half_clean_nor_accused_for_its_damage",
            of=(
                *("01-percentiles.csv", "02-russian.tsv", "03-markdown.md", "05-seconds.csv", "06-long.csv"),
                *("07-durations.csv", "08-points.tsv", "jmeter-aggregate-de.csv", "jmeter-summary.csv"),
                *("locust-full-history.csv", "locust-history.csv", "metrics-as-rows.csv"),
            ),
        ),
    ),
    # Two kinds of damage a column, and a hundred stores with changed bytes: the other tests of the file.
    Part(
        "stored runs that other people made",
        places(
            "tests/integration/test_hostile_stores.py::test_every_value_is_damaged",
            "tests/integration/test_hostile_stores.py::test_bytes_are_flipped_by_the_thousand",
        ),
    ),
)
