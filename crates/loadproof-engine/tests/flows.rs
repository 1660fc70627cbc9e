//! Flows of open arrivals in virtual time: when their steps are due, how they end, and that counts close.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod virtual_service;
mod virtual_trial;

use loadproof_engine::{FailedReply, Signal};
use loadproof_measure::ErrorKind;
use virtual_service::{Behaviour, TRAFFIC};
use virtual_trial::{assert_all_ms, operation, quantile_ms, ticks, ticks_with, trial, Setting, MILLISECOND, SECOND};

fn flow(steps: &str, rest: &str) -> String {
    format!(r#""flows": [{{"name": "visit", "weight": 1.0, "steps": [{steps}]{rest}}}]"#)
}

fn two_steps(first: &str, think_ns: u64, second: &str, rest: &str) -> Setting {
    let steps = format!(r#"{{"call": "first"}}, {{"think": {{"constant": {think_ns}}}}}, {{"call": "second"}}"#);
    Setting::new(
        &[operation("first", 0.0, first), operation("second", 0.0, second)],
        &flow(&steps, rest),
    )
}

#[test]
fn a_step_is_due_at_the_end_of_the_one_before_and_a_thought_later() {
    let setting = two_steps("/200/20", 100 * MILLISECOND, "/200/30", "");
    let rows = setting.run(&trial("constant", 4.0, 5));
    let (first, second) = (setting.sent("/200/20"), setting.sent("/200/30"));
    assert_eq!((first.len(), second.len()), (20, 20));
    for (first_ns, second_ns) in first.iter().zip(&second) {
        assert_eq!(second_ns - first_ns, 120 * MILLISECOND);
    }
    assert!(rows.iter().all(|row| (row.due, row.completed) == (20, 20)));
    let mut of_calls = rows[0].traffic;
    of_calls += rows[1].traffic;
    assert_eq!((rows[0].traffic.received, rows[2].traffic), (20 * TRAFFIC.received, of_calls));
    let (second, visit) = (rows[1].times.as_ref().unwrap(), rows[2].times.as_ref().unwrap());
    assert_all_ms(&second.response, 30.0);
    assert_all_ms(&visit.response, 150.0);
    assert_all_ms(&visit.service, 150.0);
    assert_all_ms(&visit.wait, 0.0);
    assert_eq!(rows[2].within, [0], "150 ms is over 50 ms");
}

#[test]
fn a_thought_before_the_first_call_is_neither_wait_nor_lateness() {
    let steps = r#"{"think": {"constant": 300000000}}, {"call": "get"}"#;
    let setting = Setting::new(&[operation("get", 0.0, "/200/20")], &flow(steps, ""));
    let rows = setting.run(&trial("constant", 10.0, 2));
    let times = rows[1].times.as_ref().unwrap();
    assert_all_ms(&times.response, 320.0);
    assert_all_ms(&times.service, 320.0);
    assert_all_ms(&times.wait, 0.0);
    assert_all_ms(&times.lateness, 0.0);
}

#[test]
fn a_failed_call_ends_its_flow_with_its_kind() {
    let rows = two_steps("/503/20", 0, "/200/30", "").run(&trial("constant", 10.0, 2));
    assert_eq!(rows[2].errors, [(ErrorKind::Status(503), 20)]);
    assert_eq!((rows[1].due, rows[2].due), (0, 20));
    let rows = two_steps("/200/20", 0, "/reset/30", "").run(&trial("constant", 10.0, 2));
    assert_eq!((rows[0].completed, rows[2].completed), (20, 0));
    assert_eq!(rows[2].errors, [(ErrorKind::Reset, 20)]);
}

#[test]
fn a_flow_that_goes_on_fails_all_the_same_with_its_first_kind() {
    let rows = two_steps("/503/20", 0, "/404/30", r#", "goes_on": true"#).run(&trial("constant", 10.0, 2));
    assert_eq!((rows[0].due, rows[1].due), (20, 20));
    assert_eq!(rows[2].errors, [(ErrorKind::Status(503), 20)]);
}

#[test]
fn a_stalled_flow_times_out_from_the_due_time_of_its_call() {
    let setting = two_steps("/200/20", SECOND, "/stall", "");
    let rows = setting.run(&trial("constant", 10.0, 2));
    assert_eq!(rows[1].errors, [(ErrorKind::Timeout, 20)]);
    assert_eq!(rows[2].errors, [(ErrorKind::Timeout, 20)]);
}

#[test]
fn a_flow_is_dropped_with_its_first_call_and_fails_by_a_later_dropped_one() {
    // One connection that never answers: the first flow holds it for 10 s, the others get none in time.
    let mut setting = two_steps("/stall", 0, "/200/30", "");
    setting.connections = 1;
    let rows = setting.run(&trial("constant", 10.0, 1));
    assert_eq!((rows[2].due, rows[2].sent, rows[2].dropped), (10, 1, 9));
    // The second step finds the only connection taken by a call that outlasts it: its flow was sent, so it failed.
    let hog = operation("hog", 1.0, "/stall").replace("10000000000", "60000000000");
    let mut setting = Setting::new(
        &[operation("first", 0.0, "/200/20"), operation("second", 0.0, "/200/30"), hog],
        r#""flows": [
            {"name": "visit", "weight": 0.0, "steps": [{"call": "first"}, {"think": {"constant": 1000000000}}, {"call": "second"}]},
            {"name": "hogging", "weight": 0.0, "steps": [{"think": {"constant": 500000000}}, {"call": "hog"}]}],
        "users": [{"flow": "visit", "most": 1, "pacing": {"constant": 100000000000}}, {"flow": "hogging", "most": 1}]"#,
    );
    setting.connections = 1;
    let rows = setting.run(&trial("constant", 0.0, 50));
    assert_eq!((rows[0].completed, rows[1].due, rows[1].dropped), (1, 1, 1));
    assert_eq!(
        (rows[3].errors.as_slice(), rows[3].dropped),
        (&[(ErrorKind::Timeout, 1)][..], 0)
    );
}

#[test]
fn flows_under_way_end_within_the_drain_however_long_they_are() {
    let rows = two_steps("/200/20", 30 * SECOND, "/200/30", "").run(&trial("constant", 10.0, 2));
    assert_eq!((rows[2].due, rows[2].completed, rows[1].completed), (20, 20, 20));
}

#[test]
fn finish_lets_flows_end_and_stop_cuts_them() {
    let setting = two_steps("/200/20", 30 * SECOND, "/200/30", "");
    for (signal, cuts) in [(Signal::Finish, false), (Signal::Stop, true)] {
        let mut generator = setting.generator();
        generator.start(&trial("constant", 100.0, 36_000)).unwrap();
        let rows = setting.rows(ticks_with(&mut generator, signal));
        assert!(rows[2].due < 3_600_000, "the trial went on to its end");
        assert_eq!(rows[2].cut > 0, cuts, "{} cut", rows[2].cut);
        assert_eq!(rows[2].completed + rows[2].cut, rows[2].due);
    }
}

#[test]
fn what_was_never_sent_is_dropped_when_a_trial_is_stopped() {
    let steps = r#"{"think": {"constant": 500000000000}}, {"call": "get"}"#;
    let setting = Setting::new(&[operation("get", 0.0, "/200/20")], &flow(steps, ""));
    // Far more to do before the first is sent than is done while the signal comes.
    let mut generator = setting.generator();
    generator.start(&trial("constant", 200.0, 400)).unwrap();
    let rows = setting.rows(ticks_with(&mut generator, Signal::Stop));
    assert_eq!((rows[1].dropped, rows[1].sent), (rows[1].due, 0));
}

#[test]
fn a_flow_that_calls_nothing_is_completed_at_its_end() {
    let steps = r#"{"if": {"condition": {"chance": 0.0}, "steps": [{"call": "get"}]}}"#;
    let setting = Setting::new(&[operation("get", 0.0, "/200/20")], &flow(steps, ""));
    let rows = setting.run(&trial("constant", 10.0, 2));
    assert_eq!((rows[1].due, rows[1].completed, rows[0].due), (20, 20, 0));
}

#[test]
fn a_loop_of_calls_that_fail_at_once_neither_grows_the_stack_nor_holds_the_loop_up() {
    let steps = r#"{"repeat": {"times": [50000, 50000], "steps": [{"call": "get"}]}}"#;
    let mut setting = Setting::new(
        &[operation("get", 0.0, "/200/20"), operation("other", 1.0, "/200/20")],
        &flow(steps, r#", "goes_on": true"#),
    );
    setting.behaviour = Behaviour::Fail {
        kind: ErrorKind::Reset,
        after_ns: 0,
    };
    let rows = setting.run(&trial("constant", 10.0, 1));
    assert_eq!(rows[0].due, 50_000 * rows[2].due);
    assert!(rows[1].due > 0);
}

#[test]
fn dependent_calls_wait_in_the_same_line_as_arrivals() {
    // Two connections of 10 ms carry 200 calls a second; flows and operations ask for 180.
    let mut setting = Setting::new(
        &[operation("single", 1.0, "/200/10"), operation("step", 0.0, "/200/10")],
        &flow(r#"{"call": "step"}, {"call": "step"}"#, ""),
    );
    setting.connections = 2;
    let rows = setting.run(&trial("poisson", 120.0, 30));
    assert!(rows.iter().all(|row| row.completed == row.due && row.due > 1_000));
    let waits: Vec<f64> = rows
        .iter()
        .map(|row| quantile_ms(&row.times.as_ref().unwrap().wait, 1.0))
        .collect();
    assert!(
        waits[0] < 4.0 * waits[1] && waits[1] < 4.0 * waits[0],
        "one of them starves: {waits:?}"
    );
}

#[test]
fn saturation_has_as_many_flows_as_connections_and_keeps_the_shares() {
    let mut setting = Setting::new(
        &[operation("single", 1.0, "/200/10"), operation("step", 0.0, "/200/10")],
        &flow(r#"{"call": "step"}, {"think": {"constant": 90000000}}"#, ""),
    );
    setting.connections = 8;
    let mut generator = setting.generator();
    generator.start(&trial("saturate", 0.0, 20)).unwrap();
    let ticks = ticks(&mut generator);
    assert!(ticks.iter().all(|tick| tick.readings[0].sessions <= 8));
    let rows = setting.rows(ticks);
    let share = rows[2].due as f64 / (rows[2].due + rows[0].due) as f64;
    assert!((share - 0.5).abs() < 0.05, "{share}");
    // Eight flows of 100 ms for 20 s.
    assert!((1_500..=1_608).contains(&rows[2].completed), "{}", rows[2].completed);
    let lateness = quantile_ms(&rows[0].times.as_ref().unwrap().lateness, 1.0);
    assert!(
        lateness < 0.001,
        "a connection that was held back is no lateness: {lateness} ms"
    );
}

#[test]
fn the_first_failed_replies_of_each_kind_are_handed_over() {
    let setting = Setting::new(
        &[operation("a", 1.0, "/500/20"), operation("b", 1.0, "/404/20")],
        r#""flows": []"#,
    );
    let mut generator = setting.generator();
    generator.start(&trial("constant", 100.0, 5)).unwrap();
    let replies: Vec<FailedReply> = ticks(&mut generator)
        .into_iter()
        .flat_map(|tick| tick.failed_replies)
        .collect();
    assert_eq!(replies.len(), 2 * FailedReply::MOST_ALIKE);
    for reply in &replies {
        let status = [500, 404][reply.operation];
        assert_eq!((reply.kind, reply.service_ns), (ErrorKind::Status(status), 20 * MILLISECOND));
        assert_eq!((reply.body.as_slice(), reply.body_bytes), (&b"sorry"[..], 5));
    }
}

#[test]
fn first_byte_and_transfer_are_recorded_for_every_answer() {
    let setting = Setting::new(
        &[operation("a", 1.0, "/200/50/20"), operation("b", 1.0, "/500/50/20")],
        r#""flows": []"#,
    );
    let mut generator = setting.generator();
    generator.start(&trial("constant", 100.0, 2)).unwrap();
    for tick in ticks(&mut generator).iter().filter(|tick| !tick.last) {
        let phases = &tick.readings[0].phases;
        assert!(phases.first_byte.count() > 90 && phases.first_byte.count() == phases.transfer.count());
        assert_all_ms(&phases.first_byte, 20.0);
        assert_all_ms(&phases.transfer, 30.0);
    }
}
