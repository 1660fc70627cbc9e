//! Slowdowns that are asked for while a trial lasts.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod simulated;

use std::time::Duration;

use loadproof_engine::Tick;
use simulated::{next_tick, responses, sum_of, trial, Caller, MILLISECOND, SECOND};

const FIXED: &str = r#"{"workers": 50, "service_time": {"fixed": 10000000}}"#;
const NOISY: &str = r#"{"workers": 3, "service_time": {"log_normal": {"mean_ns": 4000000, "sigma": 1}}, "network_ns": 100000}"#;

/// The ticks of ten seconds on a service that is `factor` times as slow once the tick of `after` was taken, up to that of `until`; `ahead` are seconds
/// that it may run ahead; with the seconds from which it was slow and was so no more.
fn slowed(service: &str, factor: f64, (after, until): (u64, u64), ahead: u64, rest: Duration) -> (Vec<Tick>, Vec<u64>) {
    let (mut generator, requests) = Caller::default().generator_with_requests(service);
    generator.start(&trial("poisson", 200.0, 10)).unwrap();
    let (mut ticks, mut from): (Vec<Tick>, Vec<u64>) = (Vec::new(), Vec::new());
    while !ticks.last().is_some_and(|tick| tick.last) {
        if ahead > 0 {
            generator.run_ahead(ticks.len() as u64 + ahead);
        }
        ticks.push(next_tick(&mut generator));
        std::thread::sleep(rest);
        let second = ticks.len() as u64 - 1;
        if second == after || second == until {
            let (begins, from_ns) = generator.next_step().unwrap();
            let factor = if second == after { factor } else { 1.0 };
            requests.slow_from(from_ns, factor).unwrap();
            from.push(begins);
        }
    }
    (ticks, from)
}

#[test]
fn calls_of_the_seconds_asked_for_take_longer() {
    let (ticks, from) = slowed(FIXED, 1.5, (2, 5), 0, Duration::ZERO);
    // Asked for after a tick, when the next second is under way.
    assert_eq!(from, [4, 7]);
    for second in 0..10 {
        let slow = (4..7).contains(&second);
        let expected = if slow { 15.0 } else { 10.0 } * MILLISECOND as f64;
        let median = responses(&sum_of(&ticks, second..second + 1)).quantile_ns(0.5);
        assert!((median as f64 / expected - 1.0).abs() < 0.01, "{second}: {median}");
    }
}

#[test]
fn a_slowdown_depends_on_the_tick_that_it_follows_alone() {
    let (plain, from) = slowed(NOISY, 2.0, (2, 6), 0, Duration::ZERO);
    for rest in [Duration::ZERO, Duration::from_millis(5)] {
        let (again, again_from) = slowed(NOISY, 2.0, (2, 6), 0, rest);
        assert_eq!(from, again_from);
        assert_eq!(format!("{plain:?}"), format!("{again:?}"));
        let (ahead, ahead_from) = slowed(NOISY, 2.0, (2, 6), 2, rest);
        // It has leave for two seconds more.
        assert_eq!(ahead_from, from.iter().map(|second| second + 2).collect::<Vec<_>>());
        assert_eq!(format!("{ahead:?}"), format!("{:?}", slowed(NOISY, 2.0, (4, 8), 0, rest).0));
    }
    let without = slowed(NOISY, 1.0, (2, 6), 0, Duration::ZERO).0;
    assert_ne!(format!("{plain:?}"), format!("{without:?}"));
}

#[test]
fn between_trials_a_slowdown_holds_at_once_until_the_service_starts_anew() {
    let (mut generator, requests) = Caller::default().generator_with_requests(FIXED);
    let mut median = |factor: Option<f64>, anew: bool| {
        let transport = generator.between_trials().unwrap()[0].transport_mut();
        factor.map_or(Ok(()), |factor| transport.slow(factor)).unwrap();
        if anew {
            transport.restart();
        }
        assert_eq!(generator.next_step(), None);
        let ticks = simulated::ticks(&mut generator, &trial("poisson", 200.0, 2));
        responses(&sum_of(&ticks, 0..2)).quantile_ns(0.5) / MILLISECOND
    };
    assert_eq!(median(Some(2.0), false), 20);
    assert_eq!(median(None, false), 20);
    assert_eq!(median(None, true), 10);
    assert_eq!(median(Some(3.0), false), 30);
    assert_eq!(median(Some(1.0), false), 10);
    for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = requests.slow_from(100 * SECOND, factor).unwrap_err().to_string();
        assert!(refused.contains("slowdown") && refused.contains("give it"), "{refused}");
    }
}
