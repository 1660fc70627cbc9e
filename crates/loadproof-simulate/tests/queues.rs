//! Response times against the formulas of queueing theory and of freezes.

mod simulated;

use loadproof_measure::SpanHistogram;
use simulated::{responses, sum, sum_of, trial, Caller, MILLISECOND};

fn assert_near(found_ns: u64, expected_ns: f64, share: f64, what: &str) {
    let off = found_ns as f64 / expected_ns - 1.0;
    assert!(off.abs() < share, "{what}: {found_ns} ns, {expected_ns:.0} expected");
}

fn simulate(service: &str, rate: f64, seconds: u64) -> SpanHistogram {
    let caller = Caller::default();
    let sum = sum(&caller.run(service, &trial("poisson", rate, seconds)));
    assert_eq!(sum.completed, sum.due);
    responses(&sum)
}

/// Sojourn times of M/M/1 are exponential with rate μ − λ.
#[test]
fn quantiles_of_an_m_m_1_queue_are_those_of_the_formula() {
    for (utilization, seconds) in [(0.3, 2_500), (0.5, 2_500)] {
        let service = r#"{"seed": 5, "workers": 1, "service_time": {"exponential": 1e6}}"#;
        let found = simulate(service, 1000.0 * utilization, seconds);
        for quantile in [0.5f64, 0.9, 0.95, 0.99] {
            let expected_ns = -(1.0 - quantile).ln() / (1.0 - utilization) * 1e6;
            assert_near(
                found.quantile_ns(quantile),
                expected_ns,
                0.01,
                &format!("p{quantile} at {utilization}"),
            );
        }
    }
}

/// P(W ≤ t) of M/D/1 with service time 1 (Erlang 1909; Gross and Harris, *Fundamentals of Queueing Theory*, section 5.1).
fn share_waiting_at_most(time: f64, utilization: f64) -> f64 {
    let mut sum = 0.0;
    let mut factorial = 1.0;
    for step in 0..=time as u32 {
        let reach = utilization * (f64::from(step) - time);
        factorial *= f64::from(step.max(1));
        sum += reach.powi(step as i32) / factorial * (-reach).exp();
    }
    (1.0 - utilization) * sum
}

#[test]
fn quantiles_of_an_m_d_1_queue_are_those_of_the_formula() {
    let utilization = 0.5;
    let found = simulate(
        r#"{"workers": 1, "service_time": {"fixed": 1000000}}"#,
        1000.0 * utilization,
        2_000,
    );
    for quantile in [0.6, 0.9, 0.95, 0.99] {
        let (mut low, mut high) = (0.0, 20.0);
        while high - low > 1e-9 {
            let middle = (low + high) / 2.0;
            if share_waiting_at_most(middle, utilization) < quantile {
                low = middle;
            } else {
                high = middle;
            }
        }
        assert_near(found.quantile_ns(quantile), (1.0 + high) * 1e6, 0.01, &format!("p{quantile}"));
    }
}

/// With a worker for each call the response is the service time and the network.
#[test]
fn without_a_queue_the_response_is_the_service_time_and_the_network() {
    let pareto = r#"{"workers": 100000, "service_time": {"pareto": {"least_ns": 2e6, "shape": 2.5}}, "network_ns": 500000}"#;
    let found = simulate(pareto, 2_000.0, 300);
    for quantile in [0.5f64, 0.9, 0.99] {
        let expected_ns = 2e6 * (1.0 - quantile).powf(-1.0 / 2.5) + 5e5;
        assert_near(found.quantile_ns(quantile), expected_ns, 0.01, &format!("p{quantile}"));
    }
    let two_point = r#"{"workers": 100000, "service_time": {"two_point": {"low_ns": 1e6, "high_ns": 1e8, "high_share": 0.05}},
        "operations": {"b": {"service_time": {"fixed": 7e6}}}}"#;
    let caller = Caller {
        operations: 2,
        ..Caller::default()
    };
    let sum = sum(&caller.run(two_point, &trial("poisson", 2_000.0, 100)));
    let found = responses(&sum);
    let share = |over_ns: u64| found.count_over(over_ns) as f64 / found.count() as f64;
    // 5 standard errors of shares of 200,000 calls.
    assert!(
        (share(50 * MILLISECOND) - 0.025).abs() < 0.0018,
        "{}",
        share(50 * MILLISECOND)
    );
    assert!((share(5 * MILLISECOND) - 0.525).abs() < 0.0056, "{}", share(5 * MILLISECOND));
}

/// P(T > x) = (S − x) / W for a freeze of S in every W.
#[test]
fn a_freeze_is_seen_by_every_call_that_was_due_in_it() {
    let service =
        r#"{"workers": 1000, "service_time": {"fixed": 100000}, "pauses": [{"every_ns": 10000000000, "lasts_ns": 1000000000}]}"#;
    let ticks = Caller::default().run(service, &trial("constant", 1_000.0, 100));
    // Whole periods, from the middle of one to the middle of another.
    let found = responses(&sum_of(&ticks, 5..95));
    assert_eq!(found.count(), 90_000);
    for over_ms in [1, 100, 500, 900, 990] {
        let expected = (1000.0 - over_ms as f64) / 10_000.0;
        let share = found.count_over(over_ms * MILLISECOND) as f64 / found.count() as f64;
        assert!(
            (share - expected).abs() < 0.000_25,
            "{over_ms} ms: {share}, {expected} expected"
        );
    }
}

/// With few connections the calls that waited are served after the freeze at μ: P = (S − x) / (W(1 − λ/μ)) for x up to S.
#[test]
fn few_connections_take_their_time_after_a_freeze() {
    let service =
        r#"{"workers": 1000, "service_time": {"fixed": 1000000}, "pauses": [{"every_ns": 10000000000, "lasts_ns": 1000000000}]}"#;
    let caller = Caller {
        connections: 2,
        ..Caller::default()
    };
    let ticks = caller.run(service, &trial("constant", 500.0, 100));
    let found = responses(&sum_of(&ticks, 5..95));
    for over_ms in [10, 100, 500, 900] {
        let expected = (1000.0 - over_ms as f64) / (10_000.0 * (1.0 - 500.0 / 2_000.0));
        let share = found.count_over(over_ms * MILLISECOND) as f64 / found.count() as f64;
        assert!(
            (share - expected).abs() < 0.000_6,
            "{over_ms} ms: {share}, {expected} expected"
        );
    }
}

/// Throughput of n busy workers: n / (1 + σ(n − 1) + κn(n − 1)) (Gunther 2007).
#[test]
fn contention_follows_the_universal_scalability_law() {
    for workers in [1u32, 8, 32] {
        let service = format!(
            r#"{{"workers": {workers}, "service_time": {{"fixed": 1000000}}, "contention": {{"serial": 0.02, "coherence": 0.0005}}}}"#
        );
        let caller = Caller {
            connections: workers as usize,
            ..Caller::default()
        };
        let ticks = caller.run(&service, &trial("saturate", 0.0, 3));
        let (n, per_s) = (f64::from(workers), sum_of(&ticks, 1..3).done as f64 / 2.0);
        let expected = 1000.0 * n / (1.0 + 0.02 * (n - 1.0) + 0.0005 * n * (n - 1.0));
        assert!(
            (per_s / expected - 1.0).abs() < 0.01,
            "{workers} workers: {per_s}, {expected} expected"
        );
    }
}
