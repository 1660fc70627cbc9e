//! Closed users in virtual time: when they join and begin again, beside open arrivals and over shards.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod virtual_service;
mod virtual_trial;

use loadproof_engine::Signal;
use loadproof_measure::ErrorKind;
use virtual_service::Behaviour;
use virtual_trial::{assert_all_ms, operation, quantile_ms, ticks, ticks_with, trial, Setting, MILLISECOND, SECOND};

/// Users of one kind that call `step` once in an iteration, 20 ms; `open` is for arrivals.
fn users(users: &str) -> Setting {
    thinking(users, "")
}

fn thinking(users: &str, more_steps: &str) -> Setting {
    let rest = format!(
        r#""flows": [{{"name": "visit", "weight": 0.0, "steps": [{{"call": "step"}}{more_steps}]}}],
           "users": [{{"flow": "visit", {users}}}]"#
    );
    Setting::new(&[operation("open", 1.0, "/200/5"), operation("step", 0.0, "/200/20")], &rest)
}

fn idle(seconds: u64) -> loadproof_engine::TrialPlan {
    trial("constant", 0.0, seconds)
}

#[test]
fn an_unpaced_user_begins_again_at_the_end_of_the_last_iteration() {
    let setting = thinking(r#""most": 1"#, r#", {"think": {"constant": 80000000}}"#);
    let rows = setting.run(&idle(10));
    assert_eq!((rows[0].due, rows[1].due, rows[2].completed), (0, 100, 100));
    let sent = setting.sent("/200/20");
    assert!(sent.windows(2).all(|pair| pair[1] - pair[0] == 100 * MILLISECOND), "{sent:?}");
    assert_all_ms(&rows[2].times.as_ref().unwrap().response, 100.0);
}

#[test]
fn a_paced_user_begins_at_its_scheduled_starts() {
    let setting = users(r#""most": 1, "pacing": {"constant": 250000000}"#);
    let rows = setting.run(&idle(10));
    assert_eq!(rows[2].completed, 40);
    let expected: Vec<u64> = (0..40).map(|k| k * 250 * MILLISECOND).collect();
    assert_eq!(setting.sent("/200/20"), expected);
    assert_all_ms(&rows[2].times.as_ref().unwrap().wait, 0.0);
}

#[test]
fn an_iteration_that_is_overrun_is_due_at_its_scheduled_start_and_its_user_waits() {
    // 20 ms of work every 10 ms: iteration k begins at 20k and was due at 10k.
    let setting = users(r#""most": 1, "pacing": {"constant": 10000000}"#);
    let rows = setting.run(&idle(1));
    let sent = setting.sent("/200/20");
    assert!(sent.windows(2).all(|pair| pair[1] - pair[0] == 20 * MILLISECOND));
    assert_eq!(rows[2].completed, 50);
    for times in [&rows[1], &rows[2]].map(|row| row.times.as_ref().unwrap()) {
        let longest = [&times.response, &times.wait, &times.service, &times.lateness].map(|times| quantile_ms(times, 1.0));
        assert!(
            (longest[0] - 510.0).abs() < 1.0 && (longest[1] - 490.0).abs() < 1.0,
            "{longest:?}"
        );
        assert!((longest[2] - 20.0).abs() < 0.1, "the service is as quick as ever");
        assert!(longest[3] < 0.001, "a busy user is not the generator's lateness");
    }
}

#[test]
fn what_a_user_could_not_begin_before_its_timeout_is_dropped() {
    // Each iteration takes 20 s and one is due each second: those due more than 10 s ago are given up, and the rest go on.
    let setting = thinking(
        r#""most": 1, "pacing": {"constant": 1000000000}"#,
        r#", {"think": {"constant": 20000000000}}"#,
    );
    let rows = setting.run(&idle(60));
    assert!(
        rows[2].dropped >= 20 && rows[2].completed >= 3,
        "{:?}",
        (rows[2].dropped, rows[2].completed)
    );
    assert_eq!(rows[1].dropped, rows[2].dropped);
}

#[test]
fn users_join_along_the_ramp_and_spread_after_it() {
    let setting = users(r#""most": 10, "ramp_ns": 1000000000, "pacing": {"constant": 100000000000}"#);
    setting.run(&idle(5));
    let expected: Vec<u64> = (0..10).map(|k| k * 100 * MILLISECOND).collect();
    assert_eq!(setting.sent("/200/20"), expected);
    let setting = users(r#""most": 100, "spread_ns": 1000000000, "pacing": {"constant": 100000000000}"#);
    setting.run(&idle(5));
    let sent = setting.sent("/200/20");
    assert_eq!(sent.len(), 100);
    assert!(sent.iter().all(|at_ns| *at_ns < SECOND));
    let early = sent.iter().filter(|at_ns| **at_ns < SECOND / 2).count();
    assert!((30..=70).contains(&early), "{early} of 100 in the first half");
}

#[test]
fn a_session_starts_anew_after_its_iterations_and_lasts_over_trials() {
    let rest = r#""variables": [{"name": "known"}],
        "flows": [{"name": "visit", "weight": 0.0, "steps": [
            {"if": {"condition": {"variable": {"name": "known", "demand": "absent"}},
                    "steps": [{"call": "login"}, {"set": {"variable": "known", "value": "yes"}}],
                    "otherwise": [{"call": "browse"}]}}]}],
        "users": [{"flow": "visit", "most": 5, "pacing": {"constant": 100000000}, "iterations_per_session": 4}]"#;
    let setting = Setting::new(
        &[operation("login", 1.0, "/200/20"), operation("browse", 0.0, "/200/10")],
        rest,
    );
    let mut generator = setting.generator();
    // 10 iterations of each user: sessions of 4, 4 and 2; in the next trial the last one goes on: 2, 4 and 4.
    for logins in [15, 10] {
        generator.start(&idle(1)).unwrap();
        let rows = setting.rows(ticks(&mut generator));
        assert_eq!(
            (rows[0].completed, rows[1].completed, rows[2].completed),
            (logins, 50 - logins, 50)
        );
    }
}

#[test]
fn users_and_arrivals_go_side_by_side_at_any_rate() {
    let setting = users(r#""most": 10, "pacing": {"constant": 500000000}"#);
    for (arrivals, rate, open) in [("constant", 50.0, 500), ("constant", 0.0, 0), ("poisson", 0.0, 0)] {
        let rows = setting.run(&trial(arrivals, rate, 10));
        assert_eq!((rows[0].completed, rows[1].completed, rows[2].completed), (open, 200, 200));
    }
    let mut setting = users(r#""most": 10, "pacing": {"constant": 500000000}"#);
    setting.connections = 4;
    let rows = setting.run(&trial("saturate", 0.0, 10));
    assert_eq!(rows[2].completed, 200, "saturation starves the users");
    assert!(rows[0].completed > 1_000);
}

#[test]
fn shards_together_do_what_one_does() {
    // Shards share nothing: what is drawn at random differs, while what a schedule or a constant pacing makes due is the same.
    let counts = [1, 2, 3, 4].map(|shards| {
        let rest = r#""flows": [
                {"name": "visit", "weight": 0.0, "steps": [{"call": "step"}]},
                {"name": "open", "weight": 1.0, "steps": [{"call": "step"}, {"think": {"constant": 5000000}}, {"call": "last"}]}],
            "users": [{"flow": "visit", "most": 37, "ramp_ns": 2000000000, "spread_ns": 500000000, "pacing": {"constant": 300000000}},
                      {"flow": "visit", "most": 5, "pacing": {"constant": 70000000}}]"#;
        let operations = [operation("step", 0.0, "/200/20"), operation("last", 0.0, "/200/10")];
        let mut setting = Setting::new(&operations, rest);
        setting.shards = shards;
        let rows = setting.run(&trial("constant", 97.0, 5));
        let per_row: Vec<_> = rows.iter().map(|row| (row.due, row.completed)).collect();
        per_row
    });
    assert!(counts.iter().all(|rows| *rows == counts[0]), "{counts:?}");
    assert_eq!(counts[0][3], (485, 485));
}

#[test]
fn users_whose_flow_takes_no_time_do_not_stop_the_clock() {
    let rest = r#""flows": [{"name": "visit", "weight": 0.0, "steps": [
            {"if": {"condition": {"chance": 0.0}, "steps": [{"call": "get"}]}}]}],
        "users": [{"flow": "visit", "most": 3}, {"flow": "visit", "most": 3, "pacing": {"constant": 0}}]"#;
    let setting = Setting::new(&[operation("get", 1.0, "/200/20")], rest);
    let rows = setting.run(&idle(2));
    assert_eq!(
        (rows[1].due, rows[1].completed),
        (12_000, 12_000),
        "one iteration in a millisecond"
    );
    let mut setting = users(r#""most": 3"#);
    for behaviour in [
        Behaviour::Refuse,
        Behaviour::Answer {
            status: 200,
            after_ns: 0,
        },
    ] {
        setting.behaviour = behaviour;
        let rows = setting.run(&idle(2));
        assert!((5_900..=6_100).contains(&rows[2].due), "{behaviour:?}: {}", rows[2].due);
    }
}

#[test]
fn counts_close_whatever_the_service_does_and_however_a_trial_ends() {
    let behaviours = [
        Behaviour::AsAsked,
        Behaviour::Stall,
        Behaviour::Refuse,
        Behaviour::Answer {
            status: 500,
            after_ns: MILLISECOND,
        },
        Behaviour::Fail {
            kind: ErrorKind::Closed,
            after_ns: MILLISECOND,
        },
    ];
    for connections in [1, 1_000] {
        for behaviour in behaviours {
            let mut setting = thinking(
                r#""most": 20, "ramp_ns": 500000000"#,
                r#", {"think": {"uniform": [0, 300000000]}}, {"call": "open"}"#,
            );
            setting.behaviour = behaviour;
            setting.connections = connections;
            // `rows` asserts that the counts of every row close.
            let rows = setting.run(&trial("poisson", 50.0, 3));
            assert!(rows[2].due >= 20 && rows[0].due > 0, "{behaviour:?}");
            for signal in [Signal::Finish, Signal::Stop] {
                let mut generator = setting.generator();
                generator.start(&trial("poisson", 50.0, 3_600)).unwrap();
                let rows = setting.rows(ticks_with(&mut generator, signal));
                assert!(rows[2].due > 0, "{behaviour:?} {signal:?}");
            }
        }
    }
}

#[test]
fn a_hundred_thousand_users_come_and_go() {
    let mut setting = thinking(
        r#""most": 100000, "ramp_ns": 2000000000, "pacing": {"constant": 3000000000}"#,
        r#", {"think": {"uniform": [0, 1000000000]}}"#,
    );
    setting.connections = 100_000;
    let mut generator = setting.generator();
    generator.start(&idle(4)).unwrap();
    let ticks = ticks(&mut generator);
    assert_eq!(ticks.iter().map(|tick| tick.readings[0].sessions).max(), Some(100_000));
    assert_eq!(ticks.last().unwrap().readings[0].sessions, 0);
    let rows = setting.rows(ticks);
    // Those who joined in the first second begin once more.
    assert_eq!((rows[2].due, rows[2].completed), (150_000, 150_000));
}

/// A trial without arrivals whose numbers of users follow `steps`: start, time and users of each.
fn with_users(seconds: u64, steps: &[(u64, u64, u32)]) -> loadproof_engine::TrialPlan {
    let mut plan = idle(seconds);
    plan.users = steps
        .iter()
        .map(|(at_ns, over_ns, count)| loadproof_engine::UserStep {
            at_ns: *at_ns,
            over_ns: *over_ns,
            counts: vec![*count],
        })
        .collect();
    plan
}

#[test]
fn users_of_the_trial_before_go_on_and_only_those_beyond_them_join() {
    let setting = users(r#""most": 4, "pacing": {"constant": 400000000}"#);
    let mut generator = setting.generator();
    let mut trial_starts = 0;
    // Two users, from 0 ms on; then two more over 200 ms; then one alone.
    let trials = [
        (2, 0, vec![0, 0, 400, 400, 800, 800]),
        (4, 200, vec![0, 100, 200, 200, 400]),
        (1, 0, vec![200]),
    ];
    for (count, ramp_ms, expected) in trials {
        generator.start(&with_users(1, &[(0, ramp_ms * MILLISECOND, count)])).unwrap();
        let rows = setting.rows(ticks(&mut generator));
        let sent = setting.sent("/200/20");
        assert_eq!(rows[2].due as usize, sent.len() - trial_starts);
        let first = sent[trial_starts];
        let since: Vec<u64> = sent[trial_starts..]
            .iter()
            .map(|at_ns| (at_ns - first) / MILLISECOND)
            .collect();
        let expected: Vec<u64> = expected.iter().map(|at_ms: &u64| at_ms - expected[0]).collect();
        assert_eq!(&since[..expected.len()], expected, "{count} users");
        trial_starts = sent.len();
    }
}

#[test]
fn iterations_that_are_owed_at_the_end_are_passed_over_and_users_keep_their_phase() {
    // Four users join 100 ms apart. An iteration takes 450 ms, each 400 ms: after 8 s each user owes two.
    let setting = Setting::new(
        &[operation("step", 0.0, "/200/450")],
        r#""flows": [{"name": "visit", "weight": 0.0, "steps": [{"call": "step"}]}],
           "users": [{"flow": "visit", "most": 4, "ramp_ns": 400000000, "pacing": {"constant": 400000000}}]"#,
    );
    let mut generator = setting.generator();
    let mut waits_ms = Vec::new();
    for seconds in [8, 1] {
        let before = setting.sent("/200/450").len();
        generator.start(&with_users(seconds, &[(0, 0, 4)])).unwrap();
        let rows = setting.rows(ticks(&mut generator));
        waits_ms.push(quantile_ms(&rows[1].times.as_ref().unwrap().wait, 1.0));
        let first: std::collections::HashSet<_> = setting.sent("/200/450")[before..].iter().take(4).copied().collect();
        assert_eq!(first.len(), 4, "they do not begin at once");
    }
    assert!((waits_ms[0] - 850.0).abs() < 60.0, "{waits_ms:?}");
    // What began before the end ends 150 ms after a scheduled start in the second trial; with what is owed it would be 400 ms.
    assert!(waits_ms[1] < 200.0, "{waits_ms:?}");
}

#[test]
fn users_above_the_new_number_leave_at_the_end_of_their_flow() {
    let setting = thinking(r#""most": 10"#, r#", {"think": {"constant": 80000000}}"#);
    let rows = setting.run(&with_users(10, &[(0, 0, 10), (5 * SECOND, 0, 3)]));
    assert_eq!((rows[2].due, rows[2].completed), (10 * 50 + 3 * 50, 650));
    assert_eq!(rows[2].cut, 0);
}

const WITH_LOGIN: &str = r#""variables": [{"name": "token"}],
    "flows": [{"name": "visit", "weight": 0.0,
        "before": [{"call": "login before"}, {"set": {"variable": "token", "value": "t"}}, {"think": {"constant": 30000000}}],
        "steps": [{"call": "browse"}]}],
    "users": [{"flow": "visit", "most": 5, "pacing": {"constant": 100000000}"#;

fn with_login(path: &str, more: &str) -> Setting {
    let browse = operation("browse", 0.0, "/200/10?${token}");
    let login = operation("login before", 0.0, path).replace(r#""weight""#, r#""before_of": "login", "weight""#);
    Setting::new(&[browse, login], &format!("{WITH_LOGIN}{more}}}]"))
}

#[test]
fn steps_before_the_first_flow_run_once_per_session_and_delay_it() {
    let setting = with_login("/200/20", "");
    let mut generator = setting.generator();
    for (logins, flows) in [(5, 50), (0, 50)] {
        generator.start(&idle(1)).unwrap();
        let rows = setting.rows(ticks(&mut generator));
        assert_eq!(
            (rows[1].completed, rows[0].completed, rows[2].completed),
            (logins, flows, flows)
        );
        // The first flow is due once they have ended: what they took is no wait of it.
        assert_all_ms(&rows[2].times.as_ref().unwrap().wait, 0.0);
    }
    assert_eq!(setting.sent("/200/10?t")[0], 50 * MILLISECOND);
    let rows = with_login("/200/20", r#", "iterations_per_session": 2"#).run(&idle(1));
    assert!(rows[1].completed > 15, "a new session logs in again: {}", rows[1].completed);
}

#[test]
fn a_pause_before_the_first_flow_goes_on_in_the_next_trial() {
    // It ends 2.52 s after the users have joined: in the third trial of a second each.
    let pause = format!("{WITH_LOGIN}}}]").replace("30000000", "2500000000");
    let browse = operation("browse", 0.0, "/200/10?${token}");
    let login = operation("login before", 0.0, "/200/20").replace(r#""weight""#, r#""before_of": "login", "weight""#);
    let setting = Setting::new(&[browse, login], &pause);
    let mut generator = setting.generator();
    for (logins, flows) in [(5, 0), (0, 0), (0, 25), (0, 50)] {
        generator.start(&idle(1)).unwrap();
        let rows = setting.rows(ticks(&mut generator));
        assert_eq!((rows[1].due, rows[2].completed), (logins, flows));
    }
    // Between trials the clock goes on for some milliseconds.
    let first_ms = setting.sent("/200/10?t")[0] % SECOND / MILLISECOND;
    assert!((520..530).contains(&first_ms), "{first_ms}");
}

#[test]
fn a_user_whose_steps_before_the_first_flow_fail_repeats_them_and_calls_nothing_else() {
    let rows = with_login("/500/20", "").run(&idle(3));
    assert_eq!((rows[0].due, rows[2].due), (0, 0));
    assert_eq!(rows[1].errors.iter().map(|(_, count)| count).sum::<u64>(), 5 * 3);
}

#[test]
fn apdex_counts_calls_at_both_limits_exactly_and_by_group_of_users() {
    const T: u64 = 40 * MILLISECOND;
    let near = 400_000;
    for (after_ns, satisfied, tolerating) in [
        (T - near, 1, 0),
        (T, 1, 0),
        (T + 1, 0, 1),
        (T + near, 0, 1),
        (4 * T - near, 0, 1),
        (4 * T, 0, 1),
        (4 * T + 1, 0, 0),
        (4 * T + near, 0, 0),
    ] {
        let step = operation("step", 0.0, "/").replace(r#""weight""#, &format!(r#""apdex_target_ns": {T}, "weight""#));
        let rest = format!(
            r#""flows": [{{"name": "visit", "weight": 0.0, "apdex_target_ns": {T}, "steps": [{{"call": "step"}}]}}],
               "users": [{{"flow": "visit", "most": 40, "pacing": {{"constant": 1000000000}}}}]"#
        );
        let mut setting = Setting::new(&[step], &rest);
        setting.behaviour = Behaviour::Answer { status: 200, after_ns };
        for row in setting.run(&idle(10)) {
            let groups = *row.apdex.expect("there are calls").groups();
            assert_eq!(groups.iter().map(|group| u64::from(group.due)).sum::<u64>(), row.due);
            for (number, group) in groups.iter().enumerate() {
                // 40 users in 32 groups, 10 calls of each.
                let due = if number < 8 { 20 } else { 10 };
                assert_eq!(
                    (group.due, group.satisfied, group.tolerating),
                    (due, satisfied * due, tolerating * due),
                    "{after_ns} ns"
                );
            }
        }
    }
}
