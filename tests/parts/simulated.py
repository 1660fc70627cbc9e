"""Long tests in virtual time, and of error rates from many runs."""

from tests.parts.part import Part, places

# Beside each: what stands for it in `make test`.
SIMULATED = (
    # A tenth of the series is in `make test`: test_prometheus_conformance.py; the documented cases:
    # tests/unit/alarms/test_documented_semantics.py.
    Part(
        "alarms of many series beside alerting rules of Prometheus",
        places(
            "tests/integration/test_prometheus_conformance.py::"
            "test_alarms_of_many_series_are_pending_and_fire_at_the_seconds_of_prometheus"
        ),
    ),
    # The same of made results: tests/unit/run/test_method_run.py, tests/unit/methods/test_search_answer.py.
    Part("searches that end before their time", places("tests/integration/test_budget.py")),
    # In virtual time one cut is in `make test`, with the report of what was stored; of maintenance what a round is
    # charged for: tests/unit/result/test_comparisons.py.
    Part(
        "a comparison of services that do not start, or die",
        places(
            "tests/integration/test_compared_services.py::"
            "test_variants_that_do_not_start_or_die_leave_the_others_their_comparison"
        ),
    ),
    Part(
        "searches in turn of services that do not start, or die; rounds that are cut late, or repeated",
        (
            *places(
                "tests/integration/test_maintenance.py::test_maintenance_runs_between_cycles_and_is_charged_to_its_variant",
                "tests/integration/test_compare.py::test_the_same_seed_gives_the_same_comparison_and_another_seed_another",
                "tests/integration/test_searches_in_turn.py::test_a_variant_that_does_not_start_and_one_that_dies_for_good_leave_the_others_going_on",
            ),
            *places("tests/integration/test_compare.py::test_rounds_that_were_cut_go_on", of=("9",)),
            *places(
                "tests/integration/test_searches_in_turn.py::test_a_round_of_searches_that_was_cut_is_run_again_as_a_whole",
                of=("9",),
            ),
        ),
    ),
    Part(
        "features that cannot be switched, overheads that are cut, and several variants with one",
        (
            *places(
                "tests/integration/test_switched_services.py::"
                "test_a_toggle_that_fails_or_hangs_counts_for_nothing_and_two_in_a_row_end_it",
                "tests/integration/test_switched_services.py::test_levels_that_are_not_reached_are_named_and_the_others_go_on",
                "tests/integration/test_switched_services.py::test_however_a_run_ends_the_feature_is_off",
                "tests/integration/test_switched_services.py::"
                "test_a_switch_is_an_event_and_its_steps_are_not_stored_with_their_secrets",
                "tests/integration/test_overhead.py::test_each_variant_has_an_overhead_of_its_own_after_all_other_methods",
                "tests/integration/test_overhead.py::test_without_a_rate_it_takes_that_of_the_least_capacity_found",
            ),
            *places("tests/integration/test_overhead.py::test_starts_that_were_cut_go_on", of=("9",)),
        ),
    ),
    # Two variants at one rate are in `make test`: the preset quick, the first test of the file.
    Part(
        "the study of a profiler's overhead in virtual time: its source's hours, and its modes",
        places(
            *(
                f"tests/integration/test_profiling_in_virtual_time.py::{test}"
                for test in ("test_modes_says_what_each_of_them_costs", "test_the_hours_of_the_source")
            )
        ),
    ),
    # A short soak: tests/integration/test_simulated_study.py.
    Part(
        "three days of an artifact repository in virtual time",
        places(
            "tests/integration/test_artifactory_in_virtual_time.py::"
            "test_three_days_of_all_operations_fit_into_a_small_store_and_are_reported_at_once"
        ),
    ),
    # Of each table one row is in `make test`: the other tests of tests/unit/bench/method.
    Part(
        "error rates of comparisons, overheads and disturbed services, simulated",
        places(
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
        places(
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
            *places("tests/integration/test_compare.py::test_rounds_that_were_cut_go_on", of=("2",)),
            *places(
                "tests/integration/test_searches_in_turn.py::test_a_round_of_searches_that_was_cut_is_run_again_as_a_whole",
                of=("2",),
            ),
            *places("tests/integration/test_overhead.py::test_starts_that_were_cut_go_on", of=("2",)),
            *places(
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
    # The same tables from fewer runs: the other tests of tests/unit/bench/method and tests/unit/judge.
    Part(
        "a whole study, error rates from many runs, and any text",
        places(
            "tests/integration/test_study_run.py::test_a_study_answers_every_method_and_leaves_a_report",
            "tests/unit/judge/test_judge_errors.py",
            "tests/unit/bench/method/test_forecasts.py",
            "tests/unit/methods/test_search_on_queues.py::test_a_service_that_freezes_has_no_capacity",
            "tests/unit/forecast/test_study_forecast.py::test_chance_averages_out_over_starts_and_what_is_not_known_does_not",
            "tests/unit/bench/test_report_size.py",
            # The types of the engine and of the package themselves: `make check`.
            "tests/unit/api/test_names.py::test_a_program_of_a_user_is_checked_against_the_types",
            # What their files say of it: the first test of the file.
            "tests/unit/test_parts.py::test_no_test_is_in_two_parts",
            "tests/unit/test_parts.py::test_every_part_has_tests_and_nothing_is_named_that_is_not_there",
        ),
    ),
)
