"""Which tests `make test` leaves to `make test-long`, in parts of about three minutes, and which may be run again.

What is in no part is in `make test`. `.ci/run` runs the part that HEAD's hash picks, so that none rots. A new long test
joins the part with room for it, or begins one: `python3 tests/parts.py` says how many there are, the Makefile asks it.
tests/unit/test_parts.py holds that no test is lost or in two parts. Imports nothing of ours: any Python can ask it.
"""

import sys
from dataclasses import dataclass

SHORT = 0
"""The "part" of what `make test` runs."""


@dataclass(frozen=True)
class Place:
    """A file or a test by its node id: with all its variants, or only those `of` some parameters."""

    path: str
    of: tuple[str, ...] = ()

    def holds(self, node_id: str) -> bool:
        """Whether the test is there."""
        if node_id != self.path and not node_id.startswith((f"{self.path}::", f"{self.path}[")):
            return False
        parameters = f"-{node_id.partition('[')[2].removesuffix(']')}-"
        return not self.of or any(f"-{one}-" in parameters for one in self.of)


@dataclass(frozen=True)
class Part:
    """Long tests that run one after the other."""

    title: str
    places: tuple[Place, ...]
    needs: str = ""
    """A target of make that the other parts can do without."""

    def holds(self, node_id: str) -> bool:
        """Whether the test is in this part."""
        return any(place.holds(node_id) for place in self.places)


def _places(*paths: str, of: tuple[str, ...] = ()) -> tuple[Place, ...]:
    return tuple(Place(path, of) for path in paths)


_STARTS_AND_STOPS = ("tests/contract/test_status_process.py", "tests/contract/test_status_database.py")
_SPRING_MVC = ("spring-mvc-jdbc", "spring-mvc-virtual-threads")

# Beside each: what stands for it in `make test`.
PARTS = (
    # Searches on queues in virtual time: tests/unit/method/test_search_on_queues.py; one real search: test_demo.py.
    Part("the capacity of servers of known truth", _places("tests/accuracy/test_capacity.py")),
    # The replay of the same servers without a network: tests/accuracy/test_replay.py; counts: test_drops.py beside it.
    Part("servers of known truth under loads of the matrix", _places("tests/accuracy/test_conformance.py")),
    # A second that froze: tests/accuracy/test_windows.py; a stop of 3 s beside a service that keeps its SLO:
    # test_stalls.py; beside one that does not: tests/unit/judge/test_stalls.py.
    Part(
        "a service that freezes, and other ways to hold a generator up",
        (
            *_places("tests/accuracy/test_freeze.py"),
            *_places(
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
        _places(
            "tests/integration/test_plateaus.py::test_a_real_service_climbs_until_it_cannot",
            "tests/integration/test_plateaus.py::test_an_interrupted_staircase_says_what_it_had_reached",
            "tests/integration/test_ranked_study.py",
            "tests/integration/test_made_feeders.py",
        ),
    ),
    # What is told of made live sets: tests/unit/judge/test_soak_memory.py; how real VMs tell theirs: test_java_heap.py.
    Part("soaks of Java VMs that leak", _places("tests/integration/test_java_soak.py")),
    # Three of the stands, one of them on a Java VM, keep the contract over its API in `make test`.
    Part("the four stacks of the study", _places("tests/integration/test_four_stacks.py")),
    # In `make test`: its API, starts of a Java VM (test_jvm_start.py), and all of this of go-pgx.
    Part(
        "the stand on Ktor: starts and stops, connections, pool",
        _places(
            *_STARTS_AND_STOPS,
            "tests/contract/test_status_connections.py",
            "tests/contract/test_status_postgres.py",
            of=("ktor-jdbc",),
        ),
    ),
    # The same by the stand on Ktor: the part above.
    Part("starts and stops of the stands on Spring MVC", _places(*_STARTS_AND_STOPS, of=_SPRING_MVC)),
    Part(
        "starts and stops of the stand on WebFlux, and what a study keeps of its database",
        (
            *_places(*_STARTS_AND_STOPS, of=("spring-webflux-r2dbc",)),
            *_places("tests/integration/test_postgres_study.py"),
        ),
    ),
    # One stand on a Java VM, ktor-jdbc, keeps the contract in `make test`.
    Part(
        "the contract on Spring MVC and WebFlux",
        _places(
            "tests/contract/test_status_api.py",
            "tests/contract/test_status_connections.py",
            "tests/contract/test_status_postgres.py",
            of=(*_SPRING_MVC, "spring-webflux-r2dbc"),
        ),
    ),
    # The same causes from readings: tests/unit/findings/test_causes.py; a death: tests/integration/test_study_run.py;
    # a soak of memory that grows, in virtual time: tests/integration/test_simulated_study.py.
    Part(
        "causes and verdicts on real services",
        _places(
            "tests/integration/test_named_causes.py",
            "tests/integration/test_verdicts.py",
            "tests/integration/test_demo.py::test_the_broken_demo_ends_with_exit_code_3_and_names_the_leak_and_the_standstills",
        ),
    ),
    # A killed study in virtual time goes on: tests/integration/test_continue.py.
    Part(
        "starts that fail, and studies that go on",
        _places(
            "tests/integration/test_failing_starts.py",
            "tests/integration/test_continue.py::test_a_killed_study_of_real_services_goes_on",
            "tests/integration/test_continue.py::test_an_interrupted_study_goes_on",
            "tests/integration/test_study_run.py::test_variants_are_run_one_after_the_other_with_a_reset_between",
        ),
    ),
    # One kill of each kind: tests/integration/test_stand_kill.py, tests/unit/store/test_kill.py; a death in
    # virtual time: tests/integration/test_simulated_study.py; a search after it: tests/unit/method/test_capacity.py.
    Part(
        "kills at any moment",
        _places(
            "tests/integration/test_kill.py",
            "tests/integration/test_study_kill.py",
            "tests/integration/test_capacity_of_a_dying_target.py",
            "tests/integration/test_demo.py::test_a_killed_run_leaves_no_service",
            "tests/integration/test_demo.py::test_a_run_killed_under_load_leaves_no_service_and_a_report",
        ),
    ),
    # The same of made results: tests/unit/run/test_method_run.py, tests/unit/method/test_search_answer.py.
    Part("searches that end before their time", _places("tests/integration/test_budget.py")),
    # The same without a command line: endpoints, TLS and replies in crates/loadproof-reactor/tests; what is typed:
    # tests/unit/cli/test_request.py; a target that dies, stalls, resets: tests/integration/test_bad_targets.py.
    Part(
        "targets in every place and of every temper, and requests as they are typed",
        _places(
            "tests/integration/test_places.py",
            "tests/integration/test_nasty_server.py",
            "tests/integration/test_typed_requests.py",
        ),
    ),
    # The live view without a terminal: tests/unit/render/test_live.py.
    Part("standard streams of every kind", _places("tests/integration/test_standard_streams.py")),
    # A signal to a load: tests/integration/test_interruption.py; of the others one variant is in `make test`;
    # cuts: the other tests of test_continue.py.
    Part(
        "signals under replies without end, more signals, more cuts, more shards",
        (
            *_places(
                "tests/integration/test_hostile_replies.py::test_a_signal_ends_a_load_whatever_its_replies_cost",
                "tests/integration/test_hostile_replies.py::"
                "test_a_signal_ends_a_load_that_searches_one_reply_for_seconds",
                "tests/integration/test_hostile_replies.py::test_a_signal_ends_a_load_of_replies_without_end",
            ),
            *_places(
                "tests/integration/test_interruption.py::test_a_load_is_interrupted", of=("stall-2", "constant-15")
            ),
            *_places("tests/integration/test_interruption.py::test_a_second_signal_ends_it_at_once", of=("15",)),
            *_places(
                "tests/integration/test_continue.py::"
                "test_however_often_it_is_cut_a_study_in_virtual_time_becomes_complete",
            ),
            *_places("tests/integration/test_continue.py::test_starts_that_did_not_run_are_run_again"),
            *_places("tests/integration/test_many_connections.py::test_shards_share_the_users", of=("2", "3")),
        ),
    ),
    # The same in virtual time: tests/integration/test_compare.py; real ones up together: the first test of the file.
    Part(
        "a comparison of two real services",
        _places("tests/integration/test_compared_services.py::test_what_a_request_costs_is_told_apart"),
    ),
    # The same in virtual time: tests/integration/test_compare.py; real ones: the first test of the file; collectors by
    # made readings: tests/unit/result/test_comparisons.py; a service of another variant: tests/unit/run.
    Part(
        "single starts of real services, collectors of others, and a server that variants share",
        _places(
            "tests/integration/test_single_starts.py::test_single_starts_of_real_services_have_all_figures",
            "tests/integration/test_compared_collectors.py",
            "tests/integration/test_maintenance.py::test_a_server_outside_that_two_variants_are_connected_to_is_named",
        ),
    ),
    # In virtual time one cut is in `make test`, with the report of what was stored; of maintenance what a round is
    # charged for: tests/unit/result/test_comparisons.py.
    Part(
        "a comparison of services that do not start, or die; one in virtual time that is cut late, or repeated",
        (
            *_places(
                "tests/integration/test_compared_services.py::"
                "test_variants_that_do_not_start_or_die_leave_the_others_their_comparison",
                "tests/integration/test_maintenance.py::test_maintenance_runs_between_cycles_and_is_charged_to_its_variant",
                "tests/integration/test_compare.py::test_the_same_seed_gives_the_same_comparison_and_another_seed_another",
                "tests/integration/test_searches_in_turn.py::test_a_variant_that_does_not_start_and_one_that_dies_for_good_leave_the_others_going_on",
            ),
            *_places("tests/integration/test_compare.py::test_rounds_that_were_cut_go_on", of=("9",)),
            *_places(
                "tests/integration/test_searches_in_turn.py::test_a_round_of_searches_that_was_cut_is_run_again_as_a_whole",
                of=("9",),
            ),
        ),
    ),
    # The same in virtual time: tests/integration/test_overhead.py; what switches, and who switches back, on services
    # without a load: test_feature_switch.py.
    Part(
        "the overhead of a real service",
        _places(
            "tests/integration/test_switched_services.py::"
            "test_what_burns_half_as_much_again_is_refuted_and_what_it_costs_is_told"
        ),
    ),
    Part(
        "features that cannot be switched, overheads that are cut, and several variants with one",
        (
            *_places(
                "tests/integration/test_switched_services.py::"
                "test_a_toggle_that_fails_or_hangs_counts_for_nothing_and_two_in_a_row_end_it",
                "tests/integration/test_switched_services.py::test_however_a_run_ends_the_feature_is_off",
                "tests/integration/test_switched_services.py::"
                "test_a_switch_is_an_event_and_its_steps_are_not_stored_with_their_secrets",
                "tests/integration/test_overhead.py::test_each_variant_has_an_overhead_of_its_own_after_all_other_methods",
                "tests/integration/test_overhead.py::test_without_a_rate_it_takes_that_of_the_least_capacity_found",
            ),
            *_places("tests/integration/test_overhead.py::test_starts_that_were_cut_go_on", of=("9",)),
        ),
    ),
    # Of each table one row is in `make test`: the other tests of tests/unit/bench/method.
    Part(
        "error rates of comparisons, overheads and disturbed services, simulated",
        _places(
            *(
                f"tests/unit/bench/method/{test}"
                for test in (
                    "test_second_disturbances.py::test_neither_an_overload_nor_a_service_that_gets_too_slow_is_passed",
                    "test_second_disturbances.py::test_the_table_has_every_kind_at_every_load_and_soaks",
                    "test_second_disturbances.py::test_each_service_breaks_its_slo_at_its_capacity",
                    "test_overheads.py::test_longer_slots_drift_apart",
                    "test_comparisons.py::test_single_starts_are_careful_and_see_little",
                    "test_comparisons.py::test_a_gap_is_seen_by_rounds_where_starts_one_at_a_time_see_nothing",
                    "test_comparisons.py::test_stored_runs_of_one_service_are_seldom_called_worse_however_fast_their_"
                    "starts_follow_each_other",
                    "test_faulty_comparisons.py::test_what_goes_wrong_makes_few_wrong_differences",
                    "test_faulty_comparisons.py::test_a_variant_that_dies_lacks_in_its_round_and_of_two_nobody_is_left",
                    "test_leaks.py::test_every_kind_has_a_row_for_each_length_whatever_the_processes",
                    "test_quantile_intervals.py::test_intervals_hold_the_truth_also_where_most_plateaus_are_given_none",
                    "test_rankings.py::test_the_tests_of_pairs_are_those_of_scipy",
                    "test_true_capacity.py::test_the_capacity_of_a_single_queue_is_that_of_the_formula_within_its_error",
                )
            ),
        ),
    ),
    # A comparison in virtual time, its report, its cut and an A/A are in `make test`; single starts of what holds much:
    # tests/integration/test_single_starts.py; without a rate: tests/integration/test_searches_in_turn.py.
    Part(
        "comparisons in virtual time of variants with other methods, much memory, or no rate",
        _places(
            *(
                f"tests/integration/test_compare.py::{name}"
                for name in (
                    "test_without_a_rate_it_takes_that_of_the_least_capacity_found",
                    "test_variants_that_hold_too_much_memory_together_are_started_one_at_a_time",
                    "test_a_study_may_ask_for_single_starts_and_keeps_them_when_it_goes_on",
                    "test_starts_with_other_methods_come_before_the_rounds",
                    "test_the_named_variant_is_taken_and_a_study_of_one_has_a_twin_too",
                    "test_a_plan_of_single_starts_sees_only_what_is_larger_than_the_drift",
                )
            ),
        ),
    ),
    # A comparison, an A/A, an overhead and searches in turn are in `make test` once each, and so is a run that goes on.
    Part(
        "what is in virtual time cut, planned, repeated, or beside other methods",
        (
            *_places("tests/integration/test_compare.py::test_rounds_that_were_cut_go_on", of=("2",)),
            *_places(
                "tests/integration/test_searches_in_turn.py::test_a_round_of_searches_that_was_cut_is_run_again_as_a_whole",
                of=("2",),
            ),
            *_places("tests/integration/test_overhead.py::test_starts_that_were_cut_go_on", of=("2",)),
            *_places(
                "tests/integration/test_searches_in_turn.py::"
                "test_where_all_end_at_the_highest_rate_the_report_says_that_it_is_what_the_rate_ranks",
                "tests/integration/test_searches_in_turn.py::test_the_plan_counts_a_pause_for_each_round",
                "tests/integration/test_searches_in_turn.py::"
                "test_other_methods_of_the_start_follow_the_searches_one_variant_after_the_other",
                "tests/integration/test_overhead.py::test_a_plan_says_how_long_it_takes_and_which_bound_it_shows",
                "tests/integration/test_simulated_study.py::test_the_same_seed_gives_the_same_result",
            ),
        ),
    ),
    # What a draft is made of: tests/unit/draft; one that is edited and run: a new user's broken service, below. Of the
    # receivers of metrics one of each kind is in `make test`, and the points of a load.
    Part(
        "drafts as their users ask for them, and what a receiver hears of a study",
        _places(
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
        _places(
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
        _places("tests/integration/test_study_run.py::test_no_secret_is_stored_or_shown"),
    ),
    # The same tables from fewer runs: the other tests of tests/unit/bench/method and tests/unit/judge.
    Part(
        "a whole study, error rates from many runs, and any text",
        _places(
            "tests/integration/test_study_run.py::test_a_study_answers_every_method_and_leaves_a_report",
            "tests/unit/judge/test_judge_errors.py",
            "tests/unit/bench/method/test_forecasts.py",
            "tests/unit/method/test_search_on_queues.py::test_a_service_that_freezes_has_no_capacity",
            "tests/unit/forecast/test_study_forecast.py::test_chance_averages_out_over_starts_and_what_is_not_known_does_not",
            "tests/unit/bench/test_report_size.py",
            # The types of the engine and of the package themselves: `make check`.
            "tests/unit/api/test_names.py::test_a_program_of_a_user_is_checked_against_the_types",
            # What their files say of it: the first test of the file.
            "tests/unit/test_parts.py::test_no_test_is_in_two_parts",
            "tests/unit/test_parts.py::test_every_part_has_tests_and_nothing_is_named_that_is_not_there",
        ),
    ),
    # One receiver of each kind is in `make test`; others on a machine: test_a_healthy_service_... beside them, and
    # tests/unit/judge/test_disturbance.py.
    Part(
        "others who take processors, and receivers of metrics of every kind",
        (
            *_places(
                *(
                    f"tests/integration/test_busy_machine.py::{name}"
                    for name in (
                        "test_without_the_watch_it_would_be_blamed",
                        "test_an_overload_is_not_excused_by_others",
                        "test_a_stranger_that_takes_no_more_than_an_idle_processor_disturbs_little",
                    )
                ),
                "tests/integration/test_otlp.py::test_a_run_that_goes_on_tells_what_was_missing",
                "tests/integration/test_otlp.py::test_a_receiver_that_is_not_able_at_first_is_told_all",
            ),
            *_places(
                "tests/integration/test_otlp.py::test_a_receiver_that_is_none_ends_with_the_run",
                of=("drips a body", "drips a head", "speaks nothing known"),
            ),
            *_places(
                "tests/integration/test_otlp.py::test_a_receiver_that_does_not_take_it_changes_no_verdict",
                of=("200-20", "999-2", "200-60000", "200-100000", "302-0", "401-7"),
            ),
        ),
    ),
    # The demo of the tree: tests/integration/test_demo.py; each verb of the tree: the tests of its name beside it.
    Part(
        "a new user's first minutes, from the wheel alone",
        _places(
            "tests/integration/test_new_user.py::test_help_and_version",
            "tests/integration/test_new_user.py::test_the_demo_finds_what_its_service_can_do",
            "tests/integration/test_new_user.py::test_a_line_of_curl_is_enough_for_a_capacity",
        ),
        needs="wheel",
    ),
    Part(
        "a new user's own study, and what others read of it",
        _places(
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
        _places(
            "tests/integration/test_new_user.py::test_the_broken_demo_ends_with_3_as_it_must",
            "tests/integration/test_new_user.py::test_a_draft_is_edited_and_run_while_a_receiver_hears_of_it",
        ),
        needs="wheel",
    ),
    # What is built and what is refused, without a build: test_wheel.py; the steps, only noted: test_container.py.
    Part(
        "the wheel, and the container that it is installed into",
        _places(
            "tests/integration/test_wheel.py::test_the_wheel_holds_what_the_tree_has_and_old_systems_can_load_it",
            "tests/integration/test_container.py::test_the_steps_run_in_a_bare_root",
        ),
        needs="wheel",
    ),
)

RERUN: dict[str, str] = {
    "tests/accuracy/test_windows.py::test_the_second_that_froze_has_the_slow_calls": "its server freezes for real",
    "tests/integration/test_demo.py::test_the_demo_finds_what_its_service_can_do_and_names_why_not_more": (
        "a hypervisor that takes the processor away makes the service slower than it is made"
    ),
}
"""Tests that get two more tries, each with its reason; whatever else fails is broken. To be emptied."""


def part_of(node_id: str) -> int:
    """The number of the part that holds a test, from 1; SHORT where none does.

    >>> part_of("tests/accuracy/test_capacity.py::test_x[poisson]"), part_of("tests/unit/test_parts.py::test_x")
    (1, 0)
    """
    return next((number for number, part in enumerate(PARTS, 1) if part.holds(node_id)), SHORT)


if __name__ == "__main__":
    # The Makefile asks how many there are, and what one of them needs.
    print(PARTS[int(sys.argv[1]) - 1].needs if sys.argv[1:] else len(PARTS))  # noqa: T201
