//! The run loop in virtual time: where response time goes, what becomes of calls, and that counts close.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod virtual_service;

use std::sync::Arc;
use std::time::Duration;

use loadproof_engine::{Generator, Shard, Signal, Tick, TrialPlan};
use loadproof_measure::{ErrorKind, SpanHistogram, Window};
use loadproof_scenario::{OperationSpec, Player, Scenario, ScenarioSpec};
use virtual_service::{Behaviour, VirtualClock, VirtualService};

const MILLISECOND: u64 = 1_000_000;
const TIMEOUT_NS: u64 = 1_000 * MILLISECOND;

type VirtualGenerator = Generator<VirtualService, VirtualClock>;

fn generator(behaviour: Behaviour, connections: u32, shards: usize) -> VirtualGenerator {
    let operation = OperationSpec {
        name: "get".into(),
        weight: 1.0,
        method: "GET".into(),
        path: "/".into(),
        headers: vec![],
        body: None,
        expect: vec![(200, 399)],
        timeout_ns: TIMEOUT_NS,
        checks: vec![],
        extracts: vec![],
        apdex_target_ns: None,
        before_of: None,
    };
    let spec = ScenarioSpec {
        operations: vec![operation],
        ..ScenarioSpec::default()
    };
    let scenario = Arc::new(Scenario::compile("h", spec).unwrap());
    let shards = (0..shards).map(|number| {
        let clock = VirtualClock::default();
        let service = VirtualService::new(clock.clone(), behaviour, connections);
        let player = Player::new(Arc::clone(&scenario), 1, number, shards);
        Shard::new(number, shards, service, clock, player, vec![50 * MILLISECOND])
    });
    Generator::new(shards.collect())
}

fn trial(arrivals: &str, rate: f64, seconds: u64) -> TrialPlan {
    let text = format!(
        r#"{{"arrivals": "{arrivals}", "segments": [{{"from_per_s": {rate}, "to_per_s": {rate}, "duration_ns": {}}}],
            "seed": 1, "drain_ns": 2000000000}}"#,
        seconds * 1_000_000_000
    );
    TrialPlan::from_json(&text).unwrap()
}

fn ticks(generator: &mut VirtualGenerator) -> Vec<Tick> {
    let mut ticks = Vec::new();
    while !ticks.last().is_some_and(|tick: &Tick| tick.last) {
        ticks.push(generator.tick(Duration::from_secs(20)).unwrap().expect("a tick within 20 s"));
    }
    ticks
}

fn whole(ticks: Vec<Tick>) -> Window {
    let mut whole = Window::default();
    ticks
        .into_iter()
        .flat_map(|tick| tick.deltas)
        .for_each(|delta| whole.merge(delta.window));
    let errors: u64 = whole.errors.iter().map(|(_, count)| count).sum();
    assert_eq!(whole.due, whole.sent + whole.dropped, "due = sent + dropped");
    assert_eq!(
        whole.sent,
        whole.completed + errors + whole.cut,
        "sent = completed + errors + cut"
    );
    whole
}

fn run(behaviour: Behaviour, connections: u32, arrivals: &str, rate: f64) -> Window {
    let mut generator = generator(behaviour, connections, 1);
    generator.start(&trial(arrivals, rate, 10)).unwrap();
    whole(ticks(&mut generator))
}

fn quantile_ms(histogram: &loadproof_measure::TimeHistogram, quantile: f64) -> f64 {
    let mut span = SpanHistogram::default();
    span.merge_window(histogram);
    span.quantile_ns(quantile) as f64 / 1e6
}

#[test]
fn a_free_service_has_neither_wait_nor_lateness() {
    let window = run(
        Behaviour::Answer {
            status: 200,
            after_ns: 20 * MILLISECOND,
        },
        100,
        "constant",
        100.0,
    );
    assert_eq!(
        (window.due, window.completed, window.within[0], window.done),
        (1000, 1000, 1000, 1000)
    );
    let times = window.times.unwrap();
    assert!((quantile_ms(&times.service, 1.0) - 20.0).abs() < 0.1);
    assert!((quantile_ms(&times.response, 1.0) - 20.0).abs() < 0.1);
    assert!(quantile_ms(&times.wait, 1.0) < 0.001 && quantile_ms(&times.lateness, 1.0) < 0.001);
}

#[test]
fn too_few_connections_show_as_wait_and_waiting_calls_are_dropped_in_time() {
    // One connection of 20 ms carries 50 calls a second; of 100 that fall due the rest queue up, and are dropped after 1 s.
    let window = run(
        Behaviour::Answer {
            status: 200,
            after_ns: 20 * MILLISECOND,
        },
        1,
        "constant",
        100.0,
    );
    assert_eq!(window.due, 1000);
    assert!(window.dropped > 300, "{} dropped", window.dropped);
    let times = window.times.unwrap();
    assert!(
        (quantile_ms(&times.service, 1.0) - 20.0).abs() < 0.1,
        "the service is as quick as ever"
    );
    assert!(quantile_ms(&times.wait, 0.99) > 900.0, "a user waits");
    assert!(quantile_ms(&times.response, 1.0) < 1022.0, "timeouts run from due");
}

#[test]
fn a_stalled_service_gives_timeouts_from_due() {
    let window = run(Behaviour::Stall, 10_000, "poisson", 100.0);
    assert_eq!(window.errors, [(ErrorKind::Timeout, window.sent)]);
    assert_eq!((window.completed, window.dropped), (0, 0));
}

#[test]
fn fast_errors_complete_nothing() {
    let window = run(
        Behaviour::Answer {
            status: 503,
            after_ns: 1,
        },
        100,
        "poisson",
        100.0,
    );
    assert_eq!(window.errors, [(ErrorKind::Status(503), window.due)]);
    assert_eq!((window.within.iter().sum::<u64>(), window.done), (0, 0));
}

#[test]
fn failures_keep_their_kind() {
    let fail = Behaviour::Fail {
        kind: ErrorKind::Reset,
        after_ns: MILLISECOND,
    };
    let window = run(fail, 100, "poisson", 100.0);
    assert_eq!(window.errors, [(ErrorKind::Reset, window.due)]);
    let window = run(Behaviour::Refuse, 100, "poisson", 100.0);
    assert_eq!(window.errors, [(ErrorKind::Refused, window.due)]);
}

#[test]
fn saturation_keeps_every_connection_busy() {
    let window = run(
        Behaviour::Answer {
            status: 200,
            after_ns: 20 * MILLISECOND,
        },
        8,
        "saturate",
        0.0,
    );
    // Eight connections of 20 ms for 10 s.
    assert!((3_990..=4_008).contains(&window.completed), "{}", window.completed);
}

#[test]
fn shards_together_send_what_one_sends() {
    let counts = [1, 2, 3, 4].map(|shards| {
        let mut generator = generator(
            Behaviour::Answer {
                status: 200,
                after_ns: MILLISECOND,
            },
            100,
            shards,
        );
        generator.start(&trial("constant", 997.0, 5)).unwrap();
        let ticks = ticks(&mut generator);
        let seconds: Vec<u64> = ticks.iter().map(|tick| tick.second).collect();
        assert!(
            seconds.windows(2).all(|pair| pair[0] < pair[1]),
            "each second is told once: {seconds:?}"
        );
        whole(ticks).completed
    });
    assert_eq!(counts, [4985; 4]);
}

#[test]
fn a_generator_runs_trial_after_trial_and_refuses_two_at_once() {
    let mut generator = generator(
        Behaviour::Answer {
            status: 200,
            after_ns: MILLISECOND,
        },
        10,
        1,
    );
    for _ in 0..3 {
        generator.start(&trial("constant", 100.0, 2)).unwrap();
        assert!(generator.start(&trial("constant", 100.0, 2)).is_err());
        assert_eq!(whole(ticks(&mut generator)).completed, 200);
    }
}

#[test]
fn stop_cuts_open_calls() {
    let mut generator = generator(Behaviour::Stall, 10_000, 1);
    generator.start(&trial("constant", 1_000.0, 36_000)).unwrap();
    let mut seen: Vec<Tick> = (0..2)
        .map(|_| generator.tick(Duration::from_secs(20)).unwrap().unwrap())
        .collect();
    generator.signal(Signal::Stop);
    seen.extend(ticks(&mut generator));
    let window = whole(seen);
    // A second's worth of calls is in flight at any time; each would have had its timeout a second after it was due.
    assert!((900..=1_100).contains(&window.cut), "{} cut", window.cut);
    assert!(window.due < 36_000_000, "the trial went on to its end");
}

#[test]
fn seconds_that_are_handed_over_late_have_each_their_own_cpu() {
    let lengthy = Behaviour::Lengthy {
        from_ns: 1_500 * MILLISECOND,
        for_ns: 3_200 * MILLISECOND,
    };
    let mut generator = generator(lengthy, 10, 1);
    generator.start(&trial("constant", 100.0, 8)).unwrap();
    let ticks = ticks(&mut generator);
    assert!(ticks.len() >= 8);
    for tick in ticks.iter().filter(|tick| !tick.last) {
        let cpu_ns = tick.readings[0].cpu_ns;
        let expected_ns = (tick.second + 1) * 500 * MILLISECOND;
        assert!(
            cpu_ns.abs_diff(expected_ns) < 20 * MILLISECOND,
            "second {}: {cpu_ns} ns",
            tick.second
        );
    }
}
