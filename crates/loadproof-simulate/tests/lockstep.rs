//! A run depends on its plan, its trials and its signals, and on nothing else.

// A broken assumption must end a test wherever it stands.
#![allow(clippy::unwrap_used)]

mod simulated;

use std::time::Duration;

use loadproof_engine::{Signal, Tick};
use proptest::prelude::*;
use simulated::{next_tick, sum, trial, Caller};

const NOISY: &str = r#"{"seed": 9, "workers": 4, "queue": 40, "service_time": {"log_normal": {"mean_ns": 3e6, "sigma": 1}}, "network_ns": 300000,
    "connect_ns": 200000, "warm_up": {"factor": 2, "decay_ns": 1000000000}, "pauses": [{"every_ns": 700000000, "lasts_ns": 20000000, "random": true}],
    "neighbour": {"busy_ns": 300000000, "quiet_ns": 900000000, "slowdown": 1.5}, "errors": {"share": 0.05, "above_per_s": 300},
    "modulation": {"coefficient": 0.9, "deviation": 0.2, "every_ns": 100000000},
    "memory": {"base_bytes": 1e8, "garbage_bytes_per_call": 1e5, "collect_bytes": 1e7, "pause_ns_per_live_mib": 1e5}}"#;

/// The ticks of a trial whose taker takes a rest before each, and raises a signal after one of them.
fn run(rest: Duration, signal: Option<(u64, Signal)>) -> Vec<Tick> {
    let mut generator = Caller {
        operations: 3,
        ..Caller::default()
    }
    .generator(NOISY);
    generator.start(&trial("poisson", 400.0, 12)).unwrap();
    let mut ticks: Vec<Tick> = Vec::new();
    while !ticks.last().is_some_and(|tick| tick.last) {
        std::thread::sleep(rest);
        ticks.push(next_tick(&mut generator));
        if let Some((after, signal)) = signal {
            if ticks.last().is_some_and(|tick| tick.second == after) {
                std::thread::sleep(rest);
                generator.signal(signal);
            }
        }
    }
    ticks
}

#[test]
fn the_same_seed_gives_the_same_ticks_however_slowly_they_are_taken() {
    let fast = run(Duration::ZERO, None);
    let slow = run(Duration::from_millis(20), None);
    assert!(sum(&fast).due > 4_000);
    assert_eq!(format!("{fast:?}"), format!("{slow:?}"));
}

#[test]
fn a_signal_acts_at_the_end_of_the_second_after_the_tick_it_follows() {
    for signal in [Signal::Finish, Signal::Stop] {
        let runs = [Duration::ZERO, Duration::from_millis(20)].map(|rest| run(rest, Some((3, signal))));
        let due = |second| simulated::sum_of(&runs[0], second..second + 1).due;
        assert!(due(4) > 300, "{signal:?}: the second after the tick was not run to its end");
        assert_eq!(due(5), 0, "{signal:?}: more was due after the signal");
        assert_eq!(format!("{:?}", runs[0]), format!("{:?}", runs[1]), "{signal:?}");
        let sum = sum(&runs[0]);
        assert_eq!(sum.cut > 0, signal == Signal::Stop, "{signal:?}");
    }
}

#[test]
fn no_second_is_run_before_the_one_but_one_before_it_was_taken() {
    let mut generator = Caller::default().generator(NOISY);
    generator.start(&trial("poisson", 400.0, 3_600)).unwrap();
    let first = next_tick(&mut generator);
    assert_eq!(first.second, 0);
    std::thread::sleep(Duration::from_millis(100));
    generator.signal(Signal::Stop);
    let mut seconds = Vec::new();
    while !seconds.last().is_some_and(|(_, last)| *last) {
        let tick = next_tick(&mut generator);
        seconds.push((tick.second, tick.last));
    }
    assert_eq!(seconds, [(1, false), (2, true)]);
}

/// As `run` with a signal after tick 7; `promised` are the (second, second before which none comes) of promises.
fn run_with_promises(promised: &[(u64, u64)], rest: Duration) -> Vec<Tick> {
    let mut generator = Caller {
        operations: 3,
        ..Caller::default()
    }
    .generator(NOISY);
    generator.start(&trial("poisson", 400.0, 12)).unwrap();
    let mut ticks: Vec<Tick> = Vec::new();
    while !ticks.last().is_some_and(|tick| tick.last) {
        let next = ticks.len() as u64;
        for (_, second) in promised.iter().filter(|(at, _)| *at == next) {
            generator.run_ahead(*second);
        }
        std::thread::sleep(rest);
        ticks.push(next_tick(&mut generator));
        if next == 7 {
            std::thread::sleep(rest);
            generator.signal(Signal::Stop);
        }
    }
    ticks
}

#[test]
fn a_run_that_goes_ahead_is_the_same_run() {
    let plain = run_with_promises(&[], Duration::ZERO);
    assert!(
        plain.last().is_some_and(|tick| tick.second == 9),
        "the signal after tick 7 acts at the end of second 8"
    );
    for rest in [Duration::ZERO, Duration::from_millis(20)] {
        for promised in [vec![(0, 7)], vec![(0, 2), (1, 5), (6, 7)], vec![(0, 3), (2, 1)]] {
            let ahead = run_with_promises(&promised, rest);
            assert_eq!(format!("{plain:?}"), format!("{ahead:?}"), "{promised:?}");
        }
    }
}

#[test]
fn no_second_is_run_before_the_last_but_one_that_was_promised() {
    let mut generator = Caller::default().generator(NOISY);
    generator.start(&trial("poisson", 400.0, 3_600)).unwrap();
    generator.run_ahead(4);
    std::thread::sleep(Duration::from_millis(100));
    generator.signal(Signal::Stop);
    let mut seconds = Vec::new();
    while !seconds.last().is_some_and(|(_, last)| *last) {
        let tick = next_tick(&mut generator);
        seconds.push((tick.second, tick.last));
    }
    // Leave was given for the ends of seconds 0 to 4; the signal is heard at the end of second 5.
    assert_eq!(seconds.last(), Some(&(6, true)));
}

#[test]
fn a_generator_that_is_let_go_ends_its_shard() {
    let mut generator = Caller::default().generator(NOISY);
    generator.start(&trial("poisson", 400.0, 36_000)).unwrap();
    next_tick(&mut generator);
    drop(generator);
}

fn blocks() -> impl Strategy<Value = Vec<(String, String)>> {
    let block = |name: &'static str, text: BoxedStrategy<String>| {
        proptest::option::of(text).prop_map(move |text| text.map(|text| (name.to_owned(), text)))
    };
    let number = |from: u64, to: u64| (from..to).prop_map(|value| value.to_string()).boxed();
    let ns = |from: u64, to: u64| (from..to).prop_map(|value| value * 1_000_000);
    let blocks = (
        block("queue", number(0, 50)),
        block("network_ns", number(0, 3_000_000)),
        block("connect_ns", number(0, 3_000_000)),
        block("connections", number(1, 40)),
        block("death_ns", number(1, 4_000_000_000)),
        block(
            "pauses",
            (ns(50, 2000), ns(1, 49), any::<bool>())
                .prop_map(|(every, lasts, random)| format!(r#"[{{"every_ns": {every}, "lasts_ns": {lasts}, "random": {random}}}]"#))
                .boxed(),
        ),
        block(
            "errors",
            (0u32..=10, number(0, 400), ns(0, 1000))
                .prop_map(|(tenths, above, from)| format!(r#"{{"share": 0.{tenths}, "above_per_s": {above}, "from_ns": {from}}}"#))
                .boxed(),
        ),
        block(
            "memory",
            (ns(1, 20), 0u32..3_000_000)
                .prop_map(|(leak, garbage)| {
                    format!(
                        r#"{{"base_bytes": 1e7, "limit_bytes": 3e7, "leak_bytes_per_s": {leak}, "garbage_bytes_per_call": {garbage},
                            "collect_bytes": 1e7, "pause_ns_per_live_mib": 1e6, "leak_bytes_per_call": 100}}"#
                    )
                })
                .boxed(),
        ),
        block("neighbour", Just(r#"{"busy_ns": 50000000, "quiet_ns": 50000000, "slowdown": 3}"#.to_owned()).boxed()),
        block("contention", Just(r#"{"serial": 0.1, "coherence": 0.01}"#.to_owned()).boxed()),
    );
    blocks.prop_map(|(a, b, c, d, e, f, g, h, i, j)| [a, b, c, d, e, f, g, h, i, j].into_iter().flatten().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// `sum` asserts that counts close.
    #[test]
    fn counts_close_whatever_the_service_is(
        seed in 0u64..1000, workers in 1u32..8, mean_ns in 100_000u64..40_000_000, connections in 1usize..60,
        timeout_ms in 5u64..2_000, arrivals in prop_oneof![Just("poisson"), Just("constant"), Just("saturate")], blocks in blocks(),
    ) {
        let blocks: String = blocks.iter().map(|(name, text)| format!(r#", "{name}": {text}"#)).collect();
        let service = format!(
            r#"{{"seed": {seed}, "workers": {workers}, "service_time": {{"log_normal": {{"mean_ns": {mean_ns}, "sigma": 1}}}}{blocks}}}"#
        );
        let caller = Caller { connections, operations: 2, timeout_ns: timeout_ms * 1_000_000 };
        let mut generator = caller.generator(&service);
        for seconds in [2, 1] {
            let ticks = simulated::ticks(&mut generator, &trial(arrivals, 250.0, seconds));
            let sum = sum(&ticks);
            prop_assert!(sum.due > 0);
            let lateness = ticks.iter().flat_map(|tick| tick.readings[0].lateness.buckets().collect::<Vec<_>>());
            for (highest_ns, _) in lateness {
                prop_assert!(highest_ns < 512, "lateness of {} ns in virtual time", highest_ns);
            }
            generator.between_trials().unwrap()[0].transport_mut().restart();
        }
    }
}
