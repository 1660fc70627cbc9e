//! A caller that stands still: what is its own fault is lateness, and what came meanwhile is no timeout.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod virtual_service;
mod virtual_trial;

use std::sync::Arc;

use loadproof_engine::{Generator, Shard, Stall, StallCause, Tick};
use loadproof_measure::{ErrorKind, TimeHistogram, Window};
use loadproof_scenario::{Player, Scenario, ScenarioSpec};
use virtual_service::{Behaviour, VirtualClock, VirtualService};
use virtual_trial::{operation, quantile_ms, ticks, trial, VirtualGenerator, LEAD_NS, MILLISECOND, SECOND};

const FROM_NS: u64 = 2 * SECOND;
const TO_NS: u64 = 5 * SECOND;

/// A GET with a timeout of 10 s or less, answered after so many milliseconds over so many connections.
fn generator(after_ms: u64, timeout_ms: u64, connections: u32, rest: &str) -> VirtualGenerator {
    let get = operation("get", 1.0, &format!("/200/{after_ms}")).replace("10000000000", &format!("{}", timeout_ms * MILLISECOND));
    let spec: ScenarioSpec = serde_json::from_str(&format!(r#"{{"operations": [{get}] {rest}}}"#)).unwrap();
    let scenario = Arc::new(Scenario::compile("h", spec).unwrap());
    let clock = VirtualClock::default();
    let service = VirtualService::new(clock.clone(), Behaviour::AsAsked, connections);
    let service = service.freezing_its_caller(LEAD_NS + FROM_NS, LEAD_NS + TO_NS);
    let player = Player::new(scenario, 1, 0, 1);
    Generator::new(vec![Shard::new(0, 1, service, clock, player, vec![50 * MILLISECOND])])
}

struct Measured {
    whole: Window,
    stalls: Vec<Stall>,
    longest_turn_ns: u64,
}

fn measured(mut generator: VirtualGenerator, rate: f64) -> Measured {
    generator.start(&trial("constant", rate, 8)).unwrap();
    let ticks: Vec<Tick> = ticks(&mut generator);
    let readings = || ticks.iter().flat_map(|tick| &tick.readings);
    let stalls = readings().flat_map(|reading| reading.stalls.clone()).collect();
    let longest_turn_ns = readings().map(|reading| reading.longest_turn_ns).max().unwrap();
    let mut whole = Window::default();
    let of_calls = ticks
        .into_iter()
        .flat_map(|tick| tick.deltas)
        .filter(|delta| delta.operation == 0);
    of_calls.for_each(|delta| whole.merge(delta.window));
    assert_eq!(whole.due, whole.sent + whole.dropped);
    Measured {
        whole,
        stalls,
        longest_turn_ns,
    }
}

fn longest_ms(times: &TimeHistogram) -> f64 {
    quantile_ms(times, 1.0)
}

#[test]
fn calls_that_fell_due_in_a_stall_were_late_and_did_not_wait() {
    let Measured {
        whole,
        stalls,
        longest_turn_ns,
    } = measured(generator(5, 10_000, 1_000, ""), 100.0);
    let times = whole.times.unwrap();
    assert_eq!((whole.due, whole.completed), (800, 800));
    assert!(longest_ms(&times.wait) < 0.001, "{} ms of wait", longest_ms(&times.wait));
    let lateness_ms = longest_ms(&times.lateness);
    assert!((2_980.0..3_010.0).contains(&lateness_ms), "{lateness_ms} ms late at most");
    assert!(longest_ms(&times.service) < 6.0);
    let [stall] = stalls[..] else { panic!("{stalls:?}") };
    assert!((FROM_NS..FROM_NS + 20 * MILLISECOND).contains(&stall.begin_ns), "{stall:?}");
    // The virtual clock counts half of all time as work of the thread.
    assert_eq!((stall.end_ns, stall.cause), (TO_NS, StallCause::Busy));
    assert!(stall.oldest_due_ns <= stall.begin_ns && stall.oldest_due_ns >= FROM_NS - 30 * MILLISECOND);
    assert_eq!(longest_turn_ns, 0, "a stall is told apart");
}

#[test]
fn a_connection_that_is_busy_after_a_stall_is_wait_from_then_on_alone() {
    let Measured { whole, .. } = measured(generator(5, 10_000, 1, ""), 100.0);
    let times = whole.times.unwrap();
    // Some 300 calls in a row on the one connection, less what fell due meanwhile: half of it is left at the end of them.
    let wait_ms = longest_ms(&times.wait);
    assert!((1_000.0..1_600.0).contains(&wait_ms), "{wait_ms} ms of wait");
    let lateness_ms = longest_ms(&times.lateness);
    assert!((2_950.0..3_010.0).contains(&lateness_ms), "{lateness_ms} ms late at most");
}

#[test]
fn answers_that_came_in_a_stall_are_no_timeouts() {
    let Measured { whole, stalls, .. } = measured(generator(900, 1_000, 1_000, ""), 100.0);
    let times = whole.times.unwrap();
    // What fell due more than a second before the end of the stall was never sent; what had a tenth of it left is timed out.
    assert!((195..=205).contains(&whole.dropped), "{} dropped", whole.dropped);
    let [(ErrorKind::Timeout, timeouts)] = whole.errors[..] else {
        panic!("{:?}", whole.errors)
    };
    assert!((85..=95).contains(&timeouts), "{timeouts} timeouts");
    assert!(longest_ms(&times.service) < 910.0);
    assert!(stalls[0].oldest_due_ns <= FROM_NS - 880 * MILLISECOND, "{stalls:?}");
}

#[test]
fn a_user_who_goes_on_late_is_late_and_did_not_wait() {
    let rest = r#", "flows": [{"name": "visit", "weight": 0.0, "steps": [{"call": "get"}]}],
        "users": [{"flow": "visit", "most": 20, "pacing": {"constant": 200000000}}]"#;
    let Measured { whole, stalls, .. } = measured(generator(5, 10_000, 1_000, rest), 0.001);
    let times = whole.times.unwrap();
    assert_eq!(stalls.len(), 1);
    let (wait_ms, lateness_ms) = (longest_ms(&times.wait), longest_ms(&times.lateness));
    assert!((2_700.0..3_010.0).contains(&lateness_ms), "{lateness_ms} ms late at most");
    // A paced user catches up: while it is busy with the round before, the next one waits for it.
    assert!(wait_ms < 3_010.0, "{wait_ms} ms of wait");
}

#[test]
fn a_load_that_takes_all_it_can_is_not_stalled_by_its_own_work() {
    let mut generator = generator(5, 10_000, 10, "");
    generator.start(&trial("saturate", 0.0, 8)).unwrap();
    let ticks = ticks(&mut generator);
    let readings = || ticks.iter().flat_map(|tick| &tick.readings);
    // The virtual clock counts half of all time as work of the thread.
    assert_eq!(readings().map(|reading| reading.stalls.len()).sum::<usize>(), 0);
    assert!(readings().any(|reading| reading.longest_turn_ns >= 2 * SECOND));
}
