"""Long tests of real services: loads, kills, stands, targets of every temper."""

from tests.parts.part import Part, places

_STARTS_AND_STOPS = ("tests/contract/test_status_process.py", "tests/contract/test_status_database.py")
_PROCESS_KILL = (
    "tests/integration/test_process_kill.py::"
    "test_whatever_process_is_killed_nobody_is_blamed_and_nothing_is_left_or_lost"
)
_KILLS = 13
"""Moments of each command; some are in `make test`."""
_SPRING_MVC = ("spring-mvc-jdbc", "spring-mvc-virtual-threads")
_SURROUNDINGS = (
    *("optimized Python", "data 700 MiB", "a /proc that hides others", "columns that are no number", "no columns"),
    *("an odd terminal", "a working directory that is gone", "negative columns", "TMPDIR that is missing", "ASCII"),
    *("TZ above its directory", "TZ that is empty", "file size 0", "TZ of 300 letters", "TZ of nowhere", "LC_ALL=C"),
    *(
        "a working directory that is read-only",
        "HOME that cannot be written",
        "TZ of another file",
        "no standard output",
    ),
    *("a stack of 512 KiB", "file size 1 KiB", "no standard input", "no standard error", "data 50 MiB"),
)
"""All but ten, which `make test` has."""

_DATABASES = (
    ("lock-chain", "jit-on-short-statements", "missing-index", "temporary-tables", "temporary-space"),
    ("abandoned", "too-few-connections", "checkpoints", "join-order", "healthy-short"),
    ("healthy-reports", "healthy-analysis", "healthy-bulk-load", "healthy-idle-connections"),
)
"""Situations of bench/database_faults: faults, and workloads for which nothing may be named."""


def _moments(command: str, first: int, end: int) -> tuple[str, ...]:
    """Parameters of the kills of one command."""
    return tuple(f"{command}-{moment}" for moment in range(first, end))


# Beside each: what stands for it in `make test`.
OF_SERVICES = (
    # Searches on queues in virtual time: tests/unit/methods/test_search_on_queues.py; one real search: test_demo.py.
    Part("the capacity of servers of known truth", places("tests/accuracy/test_capacity.py")),
    # The replay of the same servers without a network: tests/accuracy/test_replay.py; counts: test_drops.py beside it.
    Part("servers of known truth under loads of the matrix", places("tests/accuracy/test_conformance.py")),
    # A second that froze: tests/accuracy/test_windows.py; a stop of 3 s beside a service that keeps its SLO:
    # test_stalls.py; beside one that does not: tests/unit/judge/test_stalls.py.
    Part(
        "a service that freezes, and other ways to hold a generator up",
        (
            *places("tests/accuracy/test_freeze.py"),
            *places(
                "tests/accuracy/test_stalls.py",
                of=(
                    "frozen, 1 s, 1000/s open",
                    "starved, 1 s, 300/s open",
                    r"stopped, 3 s, 300/s open, 1.1 \xd7 capacity",
                    r"stopped, 3 \xd7 0.5 s, 300/s users",
                    r"stopped, 3 \xd7 0.5 s, 300/s users, 1.5 \xd7 capacity",
                ),
            ),
        ),
    ),
    # The same staircases and rankings in virtual time: tests/integration/test_simulated_study.py, tests/unit/method.
    Part(
        "plateaus and rankings of real services",
        places(
            "tests/integration/test_plateaus.py::test_a_real_service_climbs_until_it_cannot",
            "tests/integration/test_plateaus.py::test_an_interrupted_staircase_says_what_it_had_reached",
            "tests/integration/test_ranked_study.py",
            "tests/integration/test_made_feeders.py",
        ),
    ),
    # What is told of made live sets: tests/unit/judge/test_soak_memory.py; how real VMs tell theirs: test_java_heap.py.
    Part("soaks of Java VMs that leak", places("tests/integration/test_java_soak.py")),
    # Three of the stands, one of them on a Java VM, keep the contract over its API in `make test`.
    Part("the four stacks of the study", places("tests/integration/test_four_stacks.py")),
    # The same from made dumps: tests/unit/jvm.
    Part("diagnoses of services whose fault is known", places("tests/integration/test_known_services.py")),
    # What is drafted: test_init.py; what is named of made dumps: tests/unit/jvm/test_causes.py.
    Part("a leak found by the guide on a jar", places("tests/integration/test_leak_guide.py")),
    # The shop and each of its switches: tests/contract/test_book.py; what the file means: tests/unit/study.
    Part("the study of a book shop that leaks", places("tests/integration/test_book_study.py")),
    # Its preset quick in virtual time: test_profiling_in_virtual_time.py; its services: tests/contract/test_mall.py.
    Part("the study of a profiler's overhead", places("tests/integration/test_profiling_study.py")),
    # Its preset quick in virtual time: test_artifactory_in_virtual_time.py; its profile: tests/unit/study.
    Part("the study of an artifact repository", places("tests/integration/test_artifactory_study.py")),
    # With a simulated service: test_users_in_virtual_time.py; a few seconds of a real one: test_users_guide.py.
    Part("the study of users", places("tests/integration/test_users_study.py")),
    # With a simulated service: test_three_thousand_users_in_virtual_time.py; its files: tests/unit/study.
    Part("the study of three thousand users", places("tests/integration/test_three_thousand_users_study.py")),
    # Its formats, rights and metadata are in `make test`: the rest of test_depot.py, test_depot_packages.py,
    # test_depot_admin.py.
    Part(
        "the depot with real clients, on a full disk, killed",
        places(
            "tests/contract/test_depot_clients.py",
            "tests/contract/test_depot.py::test_a_full_disk_is_507_and_leaves_nothing",
            "tests/contract/test_depot.py::test_a_database_that_goes_away_is_500_or_503_until_it_is_back",
            "tests/contract/test_depot.py::test_a_killed_depot_has_all_that_it_took_and_clears_what_it_left",
        ),
    ),
    # The same orders and rows on 64 MiB: the rest of test_documents_database.py.
    Part(
        "reports over a gigabyte of documents",
        places("tests/contract/test_documents_database.py::test_a_report_at_full_size_is_slow_by_its_joins_and_by_jit"),
    ),
    # In `make test`: its API, starts of a Java VM (test_jvm_start.py), and all of this of go-pgx.
    Part(
        "the stand on Ktor: starts and stops, connections, pool",
        places(
            *_STARTS_AND_STOPS,
            "tests/contract/test_status_connections.py",
            "tests/contract/test_status_postgres.py",
            of=("ktor-jdbc",),
        ),
    ),
    # The same by the stand on Ktor: the part above.
    Part("starts and stops of the stands on Spring MVC", places(*_STARTS_AND_STOPS, of=_SPRING_MVC)),
    Part(
        "starts and stops of the stand on WebFlux, and what a study keeps of its database",
        (
            *places(*_STARTS_AND_STOPS, of=("spring-webflux-r2dbc",)),
            *places("tests/integration/test_postgres_study.py"),
        ),
    ),
    # One stand on a Java VM, ktor-jdbc, keeps the contract in `make test`.
    Part(
        "the contract on Spring MVC and WebFlux",
        places(
            "tests/contract/test_status_api.py",
            "tests/contract/test_status_connections.py",
            "tests/contract/test_status_postgres.py",
            of=(*_SPRING_MVC, "spring-webflux-r2dbc"),
        ),
    ),
    # The same causes from readings: tests/unit/findings/test_causes.py; a soak of memory that grows, in virtual time:
    # tests/integration/test_simulated_study.py.
    Part("causes on real services", places("tests/integration/test_named_causes.py")),
    # A death: tests/integration/test_study_run.py; the demo of a service that keeps its SLO: test_demo.py.
    Part(
        "verdicts on real services",
        places(
            "tests/integration/test_verdicts.py",
            "tests/integration/test_demo.py::test_the_broken_demo_ends_with_exit_code_3_and_names_the_leak_and_the_standstills",
        ),
    ),
    # A killed study in virtual time goes on: tests/integration/test_continue.py.
    Part(
        "starts that fail, and studies that go on",
        places(
            "tests/integration/test_failing_starts.py",
            "tests/integration/test_continue.py::test_a_killed_study_of_real_services_goes_on",
            "tests/integration/test_continue.py::test_an_interrupted_study_goes_on",
            "tests/integration/test_study_run.py::test_variants_are_run_one_after_the_other_with_a_reset_before",
        ),
    ),
    # One kill of each kind: tests/integration/test_stand_kill.py, test_own_processes.py, tests/unit/store/test_kill.py;
    # a death in virtual time: tests/integration/test_simulated_study.py; a search after it:
    # tests/unit/methods/test_capacity.py.
    Part(
        "kills at any moment",
        (
            *places(
                "tests/integration/test_kill.py",
                "tests/integration/test_capacity_of_a_dying_target.py",
                "tests/integration/test_demo.py::test_a_killed_run_leaves_no_service",
                "tests/integration/test_demo.py::test_a_run_killed_under_load_leaves_no_service_and_a_report",
            ),
            *places(
                "tests/integration/test_own_processes.py::"
                "test_a_trial_that_lost_its_supervisor_is_not_valid_and_its_start_is_repeated",
                of=("stopped",),
            ),
            *places(
                "tests/integration/test_own_processes.py::"
                "test_a_supervisor_that_dies_before_its_service_is_ready_is_no_fault_of_the_service",
                of=("a command before the start",),
            ),
        ),
    ),
    # Of each command that loads a URL one moment is in `make test`; a study that is killed: test_continue.py (long).
    Part(
        "kills of any process of ours at random moments: loads and searches",
        places(_PROCESS_KILL, of=(*_moments("load", 1, _KILLS), *_moments("capacity", 1, _KILLS))),
    ),
    *(
        Part(f"kills of any process of ours at random moments: studies from {first}", places(_PROCESS_KILL, of=of))
        for first, of in ((0, _moments("study", 0, 7)), (7, _moments("study", 7, _KILLS)))
    ),
    *(
        Part(f"kills of any process of ours at random moments: comparisons from {first}", places(_PROCESS_KILL, of=of))
        for first, of in (
            (0, _moments("compare", 0, 5)),
            (5, _moments("compare", 5, 9)),
            (9, _moments("compare", 9, _KILLS)),
        )
    ),
    # The same without a command line: endpoints, TLS and replies in crates/loadproof-reactor/tests; what is typed:
    # tests/unit/cli/test_request.py; a target that dies, stalls, resets: tests/integration/test_bad_targets.py.
    Part(
        "targets in every place and of every temper, and requests as they are typed",
        places(
            "tests/integration/test_places.py",
            "tests/integration/test_nasty_server.py",
            "tests/integration/test_typed_requests.py",
        ),
    ),
    # The live view without a terminal: tests/unit/render/test_live.py.
    Part("standard streams of every kind", places("tests/integration/test_standard_streams.py")),
    # A signal to a load: tests/integration/test_interruption.py; of the others one variant is in `make test`;
    # cuts: the other tests of test_continue.py.
    Part(
        "signals under replies without end, more signals, more cuts, more shards",
        (
            *places(
                "tests/integration/test_hostile_replies.py::test_a_signal_ends_a_load_whatever_its_replies_cost",
                "tests/integration/test_hostile_replies.py::"
                "test_a_signal_ends_a_load_that_searches_one_reply_for_seconds",
                "tests/integration/test_hostile_replies.py::test_a_signal_ends_a_load_of_replies_without_end",
            ),
            *places(
                "tests/integration/test_interruption.py::test_a_load_is_interrupted", of=("stall-2", "constant-15")
            ),
            *places("tests/integration/test_interruption.py::test_a_second_signal_ends_it_at_once", of=("15",)),
            *places(
                "tests/integration/test_continue.py::"
                "test_however_often_it_is_cut_a_study_in_virtual_time_becomes_complete",
            ),
            *places("tests/integration/test_continue.py::test_starts_that_did_not_run_are_run_again"),
            *places("tests/integration/test_many_connections.py::test_shards_share_the_users", of=("2", "3")),
        ),
    ),
    # The same in virtual time: tests/integration/test_compare.py; real ones up together: the first test of the file.
    Part(
        "a comparison of two real services",
        places("tests/integration/test_compared_services.py::test_what_a_request_costs_is_told_apart"),
    ),
    # The same in virtual time: tests/integration/test_compare.py; real ones: the first test of the file; collectors by
    # made readings: tests/unit/result/test_comparisons.py; a service of another variant: tests/unit/run.
    Part(
        "single starts of real services, collectors of others, and a server that variants share",
        places(
            "tests/integration/test_single_starts.py::test_single_starts_of_real_services_have_all_figures",
            "tests/integration/test_compared_collectors.py",
            "tests/integration/test_maintenance.py::test_a_server_outside_that_two_variants_are_connected_to_is_named",
        ),
    ),
    # The same in virtual time: tests/integration/test_overhead.py; what switches, and who switches back, on services
    # without a load: test_feature_switch.py.
    Part(
        "the overhead of a real service",
        places(
            "tests/integration/test_switched_services.py::"
            "test_what_burns_half_as_much_again_is_refuted_and_what_it_costs_is_told"
        ),
    ),
    # Some of the limits, and every command under two of them.
    Part(
        "resources that run out, at every limit",
        (
            *places(
                "tests/integration/test_exhausted_resources.py::"
                "test_slow_replies_take_all_connections_that_open_files_allow",
                of=("40", "64", "100", "128", "256", "512"),
            ),
            *places(
                "tests/integration/test_exhausted_resources.py::"
                "test_every_command_that_loads_keeps_a_reserve_of_open_files",
                of=("48", "128"),
            ),
            *places(
                "tests/integration/test_exhausted_resources.py::test_no_command_ends_with_a_stack_trace",
                of=("open files 32", "address space 600 MiB", "file size 0"),
            ),
        ),
    ),
    # In `make test`: readings that fail, a study and a load under few open files and without processes.
    Part(
        "resources that run out in mid-run",
        (
            *places(
                *(
                    f"tests/integration/test_exhausted_resources.py::{name}"
                    for name in (
                        "test_cpu_time_that_is_used_up_ends_the_run_with_its_report",
                        "test_a_pass_stands_although_calls_waited_for_open_files",
                        "test_open_files_that_never_come_back_leave_what_was_measured",
                    )
                ),
            ),
            *places(
                "tests/integration/test_exhausted_resources.py::"
                "test_slow_replies_take_all_connections_that_open_files_allow",
                of=("48", "1024"),
            ),
            *places(
                "tests/integration/test_exhausted_resources.py::"
                "test_every_command_that_loads_keeps_a_reserve_of_open_files",
                of=("capacity-64",),
            ),
            *places(
                "tests/integration/test_exhausted_resources.py::test_processes_and_threads_that_cannot_be_started",
                of=("4", "1"),
            ),
            *places(
                "tests/integration/test_exhausted_resources.py::"
                "test_local_ports_that_run_out_are_no_failure_of_the_service",
                of=("ports",),
            ),
        ),
    ),
    # One lock in a recording, and resets before a load and before each kind of start of its own, are in the same files.
    Part(
        "more locks in recordings, and resets before every other method",
        (
            # A server of each lie, read by the probe: tests/integration/test_postgres_activity.py.
            *places(
                "tests/integration/test_diagnose_database.py::"
                "test_servers_that_lie_are_reported_on_or_refused_and_nothing_of_them_is_drawn"
            ),
            *places(
                "tests/integration/test_diagnose.py::test_flight_recorder_tells_the_time_that_is_lost_at_each_lock",
                of=("known.Seats", "known.Connections"),
            ),
            *places(
                "tests/integration/test_reset.py::test_the_first_start_of_every_method_is_reset",
                of=("smoke", "plateaus", "capacity", "confirm", "soak"),
            ),
        ),
    ),
    # In `make test`: resets before the first start of a load, a comparison and an overhead, and before a repeated load;
    # a supervisor that is killed, and its start that is repeated.
    Part(
        "resets before repeated starts, and supervisors that die",
        (
            *places("tests/integration/test_reset.py::test_each_start_of_a_study_and_each_kind_of_start_is_reset"),
            *places(
                "tests/integration/test_reset.py::test_the_start_that_repeats_an_interrupted_one_is_reset",
                of=("compare", "overhead"),
            ),
            *places(
                "tests/integration/test_own_processes.py::"
                "test_a_supervisor_that_dies_before_its_service_is_ready_is_no_fault_of_the_service",
                of=("the ready check",),
            ),
            *places("tests/integration/test_own_processes.py::test_what_a_lost_supervisor_cut_goes_on"),
        ),
    ),
    # Flipped bytes, and columns that lack: the rest of the file.
    Part(
        "stores and secrets, one by one",
        places(
            "tests/integration/test_hostile_stores.py::test_a_value_of_every_column_is_damaged",
            "tests/integration/test_typed_secrets.py::test_no_command_tells_what_a_run_was_typed_with",
            "tests/integration/test_runtime_facts.py::test_a_go_program_says_its_go",
            "tests/integration/test_run_directory.py::"
            "test_a_study_goes_on_while_the_disk_that_filled_up_during_its_search_takes_nothing",
        ),
    ),
    # Ten surroundings are in `make test`.
    Part(
        "a few commands in more surroundings",
        places("tests/integration/test_surroundings.py::test_a_few_commands_in_each_surrounding", of=_SURROUNDINGS),
    ),
    # Four commands in each surrounding: test_a_few_commands_in_each_surrounding.
    Part(
        "every command in every surrounding",
        places("tests/integration/test_surroundings.py::test_every_command_in_each_surrounding"),
    ),
    # Eight commands of another user: test_a_user_other_than_root_needs_no_root.
    Part(
        "a demo of a user other than root",
        places("tests/integration/test_surroundings.py::test_a_user_other_than_root_runs_the_demo"),
    ),
    # What a draft is made of: tests/unit/tools/drafts; one that is edited and run: a new user's broken service, below.
    # Of the receivers of metrics one of each kind is in `make test`, and the points of a load.
    Part(
        "drafts as their users ask for them, and what a receiver hears of a study",
        places(
            "tests/integration/test_init.py",
            "tests/integration/test_otlp.py::test_a_search_tells_each_of_its_trials",
            "tests/integration/test_otlp.py::test_each_start_and_trial_of_a_study_has_its_own",
            "tests/integration/test_otlp.py::test_a_receiver_that_hangs_does_not_hold_a_load_up",
        ),
    ),
    # Who is whose, from made processes: tests/unit/run/test_found_services.py; strangers that are refused: others of
    # the file; a target that breaks every call: test_bad_targets.py.
    Part(
        "services of others, strangers who come later, and targets that break some calls",
        places(
            "tests/integration/test_services_of_others.py",
            "tests/integration/test_strangers.py::test_who_shares_the_port_later_is_a_doubt",
            "tests/integration/test_strangers.py::"
            "test_a_listener_outside_of_the_tree_is_a_doubt_and_a_daemon_within_is_none",
            "tests/integration/test_bad_targets.py::test_a_target_that_breaks_one_call_in_four",
            "tests/integration/test_shared_machine.py::test_nor_is_it_said_of_a_service_that_needs_no_disk",
        ),
    ),
    # Every method on a real service: test_demo.py; secrets: test_secrets.py.
    Part(
        "what a whole study shows of secrets",
        places("tests/integration/test_study_run.py::test_no_secret_is_stored_or_shown"),
    ),
    # One receiver of each kind is in `make test`; others on a machine: test_a_healthy_service_... beside them, and
    # tests/unit/judge/test_disturbance.py.
    Part(
        "others who take processors, and receivers of metrics of every kind",
        (
            *places(
                *(
                    f"tests/integration/test_busy_machine.py::{name}"
                    for name in (
                        "test_an_overload_is_not_excused_by_others",
                        "test_a_stranger_that_takes_no_more_than_an_idle_processor_disturbs_little",
                    )
                ),
                "tests/integration/test_otlp.py::test_a_run_that_goes_on_tells_what_was_missing",
                "tests/integration/test_otlp.py::test_a_receiver_that_is_not_able_at_first_is_told_all",
            ),
            *places(
                "tests/integration/test_otlp.py::test_a_receiver_that_is_none_ends_with_the_run",
                of=("drips a body", "drips a head", "speaks nothing known"),
            ),
            *places(
                "tests/integration/test_otlp.py::test_a_receiver_that_does_not_take_it_changes_no_verdict",
                of=("200-20", "999-2", "200-60000", "200-100000", "302-0", "401-7"),
            ),
        ),
    ),
    # Of each test the other variant is in `make test`.
    Part(
        "second variants: machines with others, connections, drafts, plugins, budgets",
        (
            *places(
                "tests/integration/test_busy_machine.py::test_on_a_shared_machine_it_is_judged_beside_them",
                "tests/integration/test_shared_machine.py::"
                "test_a_stranger_on_the_disk_of_a_service_that_writes_is_named",
                "tests/integration/test_pytest_plugin.py::test_an_assertion_of_its_own_tells_it_once",
                "tests/integration/test_compare.py::test_the_rounds_share_the_budget_and_end_within_it",
            ),
            *places("tests/integration/test_many_connections.py::test_shards_make_the_same_calls", of=("1",)),
            *places(
                "tests/integration/test_surroundings.py::test_connections_grow_with_need_unless_the_user_wrote_a_limit",
                of=("written1",),
            ),
            *places("tests/integration/test_smoke.py::test_a_draft_passes_or_fails_by_its_replies", of=("500-3",)),
            *places(
                "tests/integration/test_reset.py::test_the_start_that_repeats_an_interrupted_one_is_reset",
                of=("load",),
            ),
            *places("tests/integration/test_reset.py::test_the_first_start_of_every_method_is_reset", of=("compare",)),
            *places(
                "tests/integration/test_exhausted_resources.py::"
                "test_every_command_that_loads_keeps_a_reserve_of_open_files",
                of=("run-64",),
            ),
        ),
    ),
    # Two collectors and one cache are in `make test`; the parts of made runs: tests/unit/result/test_memory_needs.py.
    Part(
        "memory of Java VMs with more collectors, and of stored runs",
        (
            *places(
                "tests/integration/test_memory_parts.py::test_the_parts_of_a_vm_under_load_add_up",
                of=("Serial", "Parallel", "Shenandoah"),
            ),
            *places(
                "tests/integration/test_memory_parts.py::"
                "test_a_report_says_what_a_service_needs_and_does_not_count_its_page_cache",
                of=("Z",),
            ),
            *places(
                "tests/integration/test_memory_parts.py::test_stored_runs_are_compared_in_the_parts_of_their_memory"
            ),
        ),
    ),
    # Of each test the other variant is in `make test`.
    Part(
        "second variants: machines that are shared, signals, resets, continued studies",
        (
            *places(
                "tests/integration/test_shared_machine.py::"
                "test_a_study_accepts_the_machine_by_its_key_or_the_option_and_keeps_that_when_continued",
                of=("option",),
            ),
            *places("tests/integration/test_ctrl_c.py::test_ten_signals_in_a_row_lose_nothing", of=("demo",)),
            *places("tests/integration/test_ctrl_c.py::test_a_terminal_that_is_closed_ends_a_run_gently", of=("demo",)),
            *places(
                "tests/integration/test_reset.py::"
                "test_a_reset_that_fails_before_the_first_start_is_an_error_of_the_study",
                of=("compare",),
            ),
            *places(
                "tests/integration/test_continue.py::test_a_study_that_was_changed_since_is_refused",
                of=("status.profile.yaml", "ids.csv"),
            ),
            *places(
                "tests/integration/test_doctor.py::test_whatever_standard_output_is",
                "tests/integration/test_own_processes.py::"
                "test_a_service_that_dies_under_a_supervisor_that_lives_is_told_as_before",
            ),
        ),
    ),
    # Of each test some variants are in `make test`; what curl's options mean: tests/unit/study/test_curl_line.py.
    Part(
        "second variants: requests of curl, strangers, connections, certificates, secrets",
        (
            *places(
                "tests/integration/test_curl_on_the_wire.py::test_what_curl_sends",
                of=(
                    *("query", "flags", "empty header", "headers of one name", "file without line breaks"),
                    *("basic of the URL", "bearer", "method", "upload", "range", "ansi quotes"),
                ),
            ),
            *places(
                "tests/integration/test_strangers.py::test_a_stranger_on_the_target_is_refused_and_sees_no_request",
                of=("0.0.0.0-127.0.0.1", "127.0.0.1-localhost", "::-127.0.0.1", "127.0.0.1-0.0.0.0"),
            ),
            *places(
                "tests/integration/test_reused_connections.py::test_calls_that_may_be_repeated_are_sent_again",
                of=("words1",),
            ),
            *places(
                "tests/integration/test_named_certificates.py::"
                "test_a_certificate_that_ca_names_is_taken_as_curl_takes_it",
                of=("rsa", "ed25519", "sha-1"),
            ),
            *places(
                "tests/integration/test_typed_secrets.py::test_what_a_load_was_typed_with_is_nowhere",
                of=("curl with a form", "shapes", "form"),
            ),
            *places("tests/integration/test_otlp.py::test_credentials_are_sent_and_stand_nowhere", of=("True",)),
        ),
    ),
    # One moment of each command and entry: test_ctrl_c_while_a_command_starts beside it.
    *(
        Part(
            f"Ctrl-C at many moments of each command, by the {entry}",
            places("tests/integration/test_ctrl_c.py::test_ctrl_c_at_many_moments", of=(entry,)),
        )
        for entry in ("script", "module")
    ),
    # The same study in virtual time is in make test.
    Part(
        "spikes on a real service",
        places("tests/integration/test_spike.py::test_the_backlog_of_a_real_service_drains_in_the_time_that_it_needs"),
    ),
    # The study of the guide in virtual time: tests/integration/test_alarms_guide.py; alarms on real services:
    # test_alarms.py; searches of users in virtual time: test_user_search_in_virtual_time.py.
    Part(
        "the guide to alarms, and a search of the most users, on real services",
        places(
            "tests/integration/test_alarms_guide.py::test_the_study_of_the_guide_on_a_real_service",
            "tests/integration/test_user_search.py",
        ),
    ),
    # One kill of each kind, and what clears and bounds the sessions: the rest of test_sql_injection.py.
    Part(
        "SQL injections whose controller is killed again and again",
        places(
            "tests/integration/test_sql_injection.py::test_a_controller_that_is_killed_five_times",
            "tests/integration/test_sql_injection.py::test_the_server_ends_what_nobody_clears",
            "tests/integration/test_sql_injection.py::test_a_server_that_stands_still_meanwhile",
        ),
    ),
    # Injectors without a load: the rest of test_sql_injection.py.
    Part(
        "studies with SQL injections, to their end, killed and interrupted",
        places(
            "tests/integration/test_sql_injection.py::test_a_study_makes_and_undoes_its_injection",
            "tests/integration/test_sql_injection.py::test_a_run_that_is_killed_leaves_no_session",
            "tests/integration/test_sql_injection.py::test_ctrl_c_undoes",
        ),
    ),
    # Each kind once: test_a_killed_controller_leaves_nothing beside it.
    Part(
        "injections whose controller is killed, five times each",
        places("tests/integration/test_injection_undo.py::test_no_killed_controller_of_five_leaves_anything"),
    ),
    # As it is written: the rest of test_injections_guide.py; in virtual time: tests/unit/injections.
    Part(
        "the guide to injections, and each kind of injection on a status service over PostgreSQL",
        places(
            "tests/integration/test_injections_guide.py::test_the_study_of_the_guide_on_a_real_service",
            "tests/integration/test_injections_study.py",
        ),
    ),
    # One fault by its figures, without a diagnosis: the rest of test_database_faults.py.
    Part(
        "faults of databases whose bench is killed",
        places(
            "tests/integration/test_database_faults.py::test_a_bench_that_is_killed_leaves_no_server_and_no_mount",
        ),
    ),
    *(
        Part(
            f"faults of databases and healthy ones, each diagnosed once ({number} of {len(_DATABASES)})",
            places(
                "tests/integration/test_database_faults.py::test_each_situation_is_there_and_diagnosed", of=situations
            ),
        )
        for number, situations in enumerate(_DATABASES, start=1)
    ),
)
