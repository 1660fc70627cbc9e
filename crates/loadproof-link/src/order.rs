//! Orders of the control socket, a line of JSON each, and their answers.

use serde::{Deserialize, Serialize};

use crate::fault::{Fault, Faults};
use crate::pair::CLIENT;

/// Longest delay and longest time of a fault: a day.
const MOST_S: f64 = 86_400.0;
const NANOS_PER_SECOND: f64 = 1e9;
const LONGEST_NAME: usize = 200;

/// One order.
#[derive(Debug, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Order {
    /// Puts a fault on.
    Put(FaultOrder),
    /// Takes a fault off.
    Clear {
        /// Its name.
        fault: String,
    },
    /// Asks how the link is.
    State {
        /// Port of a client whose connection is asked after.
        of_port: Option<u16>,
    },
}

/// A fault as it is ordered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FaultOrder {
    pub(crate) fault: String,
    /// Time after which it ends by itself.
    for_s: f64,
    #[serde(default)]
    latency_s: f64,
    #[serde(default)]
    jitter_s: f64,
    #[serde(default)]
    bytes_per_s: Option<f64>,
    #[serde(default)]
    cut: bool,
    #[serde(default)]
    reset: bool,
}

impl FaultOrder {
    /// The fault, which begins now.
    pub(crate) fn fault(&self, now_ns: u64) -> Result<Fault, String> {
        if self.fault.is_empty() || self.fault.len() > LONGEST_NAME {
            return Err(format!("a name of a fault has 1 to {LONGEST_NAME} bytes"));
        }
        if self.bytes_per_s.is_some_and(|rate| !(rate.is_finite() && rate > 0.0)) {
            return Err("bytes_per_s is not above 0".into());
        }
        let for_ns = nanoseconds("for_s", self.for_s)?;
        if for_ns == 0 {
            return Err("for_s is not above 0".into());
        }
        Ok(Fault {
            latency_ns: nanoseconds("latency_s", self.latency_s)?,
            jitter_ns: nanoseconds("jitter_s", self.jitter_s)?,
            bytes_per_s: self.bytes_per_s,
            is_cut: self.cut,
            is_reset: self.reset,
            until_ns: now_ns.saturating_add(for_ns),
        })
    }
}

fn nanoseconds(name: &str, seconds: f64) -> Result<u64, String> {
    if !(0.0..=MOST_S).contains(&seconds) {
        return Err(format!("{name} is {seconds}, which is not from 0 to {MOST_S}"));
    }
    Ok((seconds * NANOS_PER_SECOND) as u64)
}

/// Counts of a link since it began.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Counts {
    /// Connections that were accepted.
    pub(crate) accepted: u64,
    /// Connections that could not be passed on.
    pub(crate) refused: u64,
    /// Connections that a fault reset.
    pub(crate) reset: u64,
    /// Bytes from clients that were passed on.
    pub(crate) bytes_up: u64,
    /// Bytes to clients that were passed on.
    pub(crate) bytes_down: u64,
}

impl Counts {
    /// Adds bytes from a side that were passed on.
    #[inline]
    pub(crate) fn add(&mut self, from: usize, bytes: usize) {
        let total = if from == CLIENT {
            &mut self.bytes_up
        } else {
            &mut self.bytes_down
        };
        *total += bytes as u64;
    }
}

/// A fault as an answer tells it.
#[derive(Debug, Serialize)]
struct FaultTold {
    fault: String,
    left_s: f64,
}

/// The answer to every order that was understood.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    faults: Vec<FaultTold>,
    connections: usize,
    /// Bytes that wait for their time.
    held_bytes: usize,
    /// True if the connection that was asked after is passed on; null: it is not there, or none was asked after.
    joined: Option<bool>,
    #[serde(flatten)]
    counts: Counts,
}

impl State {
    pub(crate) fn new(faults: &Faults, counts: Counts, connections: usize, held_bytes: usize, now_ns: u64) -> Self {
        let told = |(name, fault): (&String, &Fault)| FaultTold {
            fault: name.clone(),
            left_s: fault.until_ns.saturating_sub(now_ns) as f64 / NANOS_PER_SECOND,
        };
        Self {
            faults: faults.iter().map(told).collect(),
            connections,
            held_bytes,
            joined: None,
            counts,
        }
    }

    pub(crate) fn with_joined(mut self, joined: Option<bool>) -> Self {
        self.joined = joined;
        self
    }

    /// A line of JSON.
    pub(crate) fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| refusal(&error.to_string()))
    }
}

/// The answer to what is no order.
pub(crate) fn refusal(why: &str) -> String {
    serde_json::json!({ "error": why }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Result<Fault, String> {
        match serde_json::from_str(text).map_err(|error| error.to_string())? {
            Order::Put(order) => order.fault(5),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn a_fault_is_read() {
        let read = fault(r#"{"order":"put","fault":"lag","for_s":2,"latency_s":0.1,"jitter_s":0.02,"bytes_per_s":1e6}"#);
        let expected = Fault {
            latency_ns: 100_000_000,
            jitter_ns: 20_000_000,
            bytes_per_s: Some(1e6),
            is_cut: false,
            is_reset: false,
            until_ns: 2_000_000_005,
        };
        assert_eq!(read, Ok(expected));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for wrong in [
            r#"{"order":"put","fault":"lag"}"#,
            r#"{"order":"put","fault":"","for_s":1}"#,
            r#"{"order":"put","fault":"lag","for_s":0}"#,
            r#"{"order":"put","fault":"lag","for_s":-1}"#,
            r#"{"order":"put","fault":"lag","for_s":1e300}"#,
            r#"{"order":"put","fault":"lag","for_s":1,"bytes_per_s":0}"#,
            r#"{"order":"put","fault":"lag","for_s":1,"latency_s":-0.5}"#,
            r#"{"order":"put","fault":"lag","for_s":1,"latencies":1}"#,
            r#"{"order":"stop"}"#,
            r#"{}"#,
            "nonsense",
        ] {
            assert!(fault(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_orders_are_read() {
        let read: Order = serde_json::from_str(r#"{"order":"state","of_port":81}"#).unwrap();
        assert!(matches!(read, Order::State { of_port: Some(81) }));
        let read: Order = serde_json::from_str(r#"{"order":"state"}"#).unwrap();
        assert!(matches!(read, Order::State { of_port: None }));
        let read: Order = serde_json::from_str(r#"{"order":"clear","fault":"lag"}"#).unwrap();
        assert!(matches!(read, Order::Clear { fault } if fault == "lag"));
    }
}
