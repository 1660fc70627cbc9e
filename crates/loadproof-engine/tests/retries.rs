//! Calls on reused connections that end before the answer begins: which are sent again, and how they are counted.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod virtual_service;
mod virtual_trial;

use loadproof_engine::Signal;
use loadproof_measure::{ErrorKind, SpanHistogram, TimeHistogram, Traffic, Window};
use virtual_service::{Behaviour, TRAFFIC, TRAFFIC_OF_CUT};
use virtual_trial::{quantile_ms, ticks, ticks_with, trial, Setting, SECOND};

const TIMEOUT_MS: u64 = 400;

fn operation(method: &str, headers: &str, path: &str) -> String {
    format!(
        r#"{{"name": "call", "weight": 1.0, "method": "{method}", "path": "{path}", "headers": [{headers}],
            "expect": [[200, 399]], "timeout_ns": {}}}"#,
        TIMEOUT_MS * 1_000_000
    )
}

fn setting(method: &str, headers: &str, behaviour: Behaviour) -> Setting {
    let mut setting = Setting::new(&[operation(method, headers, "/")], r#""flows": []"#);
    setting.behaviour = behaviour;
    setting
}

/// What a trial of 10 s at 10/s came to, and how long the lost connections had been idle.
fn run(setting: &Setting) -> (Window, TimeHistogram) {
    let mut generator = setting.generator();
    generator.start(&trial("constant", 10.0, 10)).unwrap();
    let ticks = ticks(&mut generator);
    let mut idle = TimeHistogram::default();
    for reading in ticks.iter().flat_map(|tick| &tick.readings) {
        idle.merge(&reading.phases.reused_idle);
    }
    (setting.rows(ticks).remove(0), idle)
}

fn count_of(histogram: &TimeHistogram) -> u64 {
    let mut span = SpanHistogram::default();
    span.merge_window(histogram);
    span.count()
}

#[test]
fn repeatable_calls_are_sent_again_on_a_new_connection() {
    for (method, headers) in [
        ("GET", ""),
        ("PUT", ""),
        ("DELETE", ""),
        ("POST", r#"["Idempotency-Key", "1"]"#),
    ] {
        let (window, idle) = run(&setting(method, headers, Behaviour::CloseReused));
        // A connection serves one call; the next call loses it, and opens another, which the one after that loses.
        assert_eq!((window.due, window.completed, window.errors.len()), (100, 100, 0), "{method}");
        assert_eq!((window.retried, count_of(&idle)), (99, 99), "{method}");
        let (received, sent) = (100 * TRAFFIC.received, 100 * TRAFFIC.sent + 99 * TRAFFIC_OF_CUT.sent);
        assert_eq!(window.traffic, Traffic { received, sent }, "{method}");
        let times = window.times.unwrap();
        // 1 ms to the end of the old connection, 2 ms for the answer: both are in the response, and are the service's.
        assert!((quantile_ms(&times.response, 0.5) - 3.0).abs() < 0.1, "{method}");
        assert!((quantile_ms(&times.service, 0.5) - 3.0).abs() < 0.1, "{method}");
        assert!((quantile_ms(&idle, 0.5) - 97.0).abs() < 1.0, "{method}");
    }
}

#[test]
fn other_calls_fail_with_a_kind_of_their_own() {
    for method in ["POST", "PATCH"] {
        let (window, idle) = run(&setting(method, "", Behaviour::CloseReused));
        assert_eq!(window.errors, [(ErrorKind::ReusedConnectionClosed, 50)], "{method}");
        assert_eq!((window.completed, window.retried, count_of(&idle)), (50, 0, 50), "{method}");
    }
}

#[test]
fn a_request_with_values_of_its_own_is_sent_again_as_it_was() {
    let feeder = r#""feeders": [{"name": "id", "kind": {"random_number": {"low": 0, "high": 1e9, "decimals": 0}}}]"#;
    let mut setting = Setting::new(&[operation("GET", "", "/${id}")], feeder);
    setting.behaviour = Behaviour::CloseReused;
    let (window, _) = run(&setting);
    assert_eq!((window.completed, window.retried), (100, 99));
    let sends = setting.sends.lock().unwrap();
    let lines: Vec<&str> = sends.iter().map(|(_, line)| line.as_str()).collect();
    let again = lines.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!((lines.len(), again), (199, 99));
}

#[test]
fn a_second_failure_counts_as_what_it_is_and_is_not_sent_again() {
    let from_ns = 5 * SECOND;
    for (silently, kind) in [(false, ErrorKind::Reset), (true, ErrorKind::Timeout)] {
        let setting = setting("GET", "", Behaviour::CloseAll { from_ns, silently });
        let (window, _) = run(&setting);
        assert_eq!(window.errors.len(), 1);
        let (found, count) = window.errors[0];
        assert_eq!((found, window.completed + count), (kind, window.due));
        // From then on no connection is reused, as none serves a call.
        let lines = setting.sends.lock().unwrap().len() as u64;
        assert_eq!(lines, window.due + window.retried);
        assert!((48..=52).contains(&window.retried), "{}", window.retried);
    }
}

#[test]
fn a_call_that_is_sent_again_keeps_its_timeout_and_is_cut_with_the_others() {
    let behaviour = Behaviour::CloseAll {
        from_ns: SECOND / 2,
        silently: true,
    };
    let setting = setting("GET", "", behaviour);
    let (window, _) = run(&setting);
    assert_eq!(window.errors, [(ErrorKind::Timeout, window.due - window.completed)]);
    for signal in [Signal::Finish, Signal::Stop] {
        let mut generator = setting.generator();
        generator.start(&trial("constant", 100.0, 3_600)).unwrap();
        // `rows` asserts that the counts close.
        setting.rows(ticks_with(&mut generator, signal));
    }
}

#[test]
fn a_saturating_load_is_sent_again_too() {
    let mut setting = setting("GET", "", Behaviour::CloseReused);
    setting.connections = 4;
    let mut generator = setting.generator();
    generator.start(&trial("saturate", 0.0, 2)).unwrap();
    let window = setting.rows(ticks(&mut generator)).remove(0);
    assert!(window.errors.is_empty() && window.retried > 1_000, "{window:?}");
    assert!(window.completed >= window.retried);
}
