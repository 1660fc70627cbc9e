//! What a plan says of a service.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::background::BackgroundSpec;
use crate::bounds::{lasting, within, SpecError, LONGEST_NS};
use crate::contention::ContentionSpec;
use crate::drift::DriftSpec;
use crate::errors::ErrorsSpec;
use crate::memory::MemorySpec;
use crate::modulation::ModulationSpec;
use crate::neighbour::NeighbourSpec;
use crate::pauses::PauseSpec;
use crate::service_time::{ServiceTime, ServiceTimeSpec};
use crate::warm_up::WarmUpSpec;

/// Status of an answer as it should be.
const OK: u16 = 200;

/// A service, as a plan says it: everything but `workers` and `service_time` may be left out. Times are nanoseconds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceSpec {
    /// Seed of everything random in it; each start has numbers of its own.
    #[serde(default)]
    pub seed: u64,
    /// Calls that are served at once; the rest wait in one queue, first come first served.
    pub workers: usize,
    /// Calls that may wait for a worker; one more is answered 503. None: no bound.
    #[serde(default)]
    pub queue: Option<usize>,
    /// The law of service times.
    pub service_time: ServiceTimeSpec,
    /// What differs for operations, by name.
    #[serde(default)]
    pub operations: BTreeMap<String, OperationSpec>,
    /// Added to each answer, half before and half after; takes no worker.
    #[serde(default)]
    pub network_ns: u64,
    /// Time that a new connection takes.
    #[serde(default)]
    pub connect_ns: u64,
    /// Connections that are accepted at once; one more is refused. None: no bound.
    #[serde(default)]
    pub connections: Option<usize>,
    /// It is slow while it is young.
    #[serde(default)]
    pub warm_up: Option<WarmUpSpec>,
    /// It stands still now and then.
    #[serde(default)]
    pub pauses: Vec<PauseSpec>,
    /// Calls stand in each other's way.
    #[serde(default)]
    pub contention: Option<ContentionSpec>,
    /// A periodic job.
    #[serde(default)]
    pub background: Option<BackgroundSpec>,
    /// A noisy neighbour.
    #[serde(default)]
    pub neighbour: Option<NeighbourSpec>,
    /// Service times rise and fall together.
    #[serde(default)]
    pub modulation: Option<ModulationSpec>,
    /// It grows slower with its age.
    #[serde(default)]
    pub drift: Option<DriftSpec>,
    /// Calls that are answered by an error.
    #[serde(default)]
    pub errors: Option<ErrorsSpec>,
    /// Garbage, collections, leaks.
    #[serde(default)]
    pub memory: Option<MemorySpec>,
    /// Age at which it dies.
    #[serde(default)]
    pub death_ns: Option<u64>,
}

/// What differs for one operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperationSpec {
    /// Its law of service times; None: that of the service.
    #[serde(default)]
    pub service_time: Option<ServiceTimeSpec>,
    /// Share of its calls that are answered 500, after their service time.
    #[serde(default)]
    pub error_share: f64,
}

impl ServiceSpec {
    /// The service that a plan describes, with checked numbers.
    ///
    /// # Errors
    /// [`SpecError`] naming the first key that is wrong, its value and what it may be.
    pub fn from_json(value: serde_json::Value) -> Result<Self, SpecError> {
        let spec: Self = serde_json::from_value(value)?;
        spec.check()?;
        Ok(spec)
    }

    fn check(&self) -> Result<(), SpecError> {
        within("workers", self.workers as f64, 1.0, 1e6)?;
        within("network_ns", self.network_ns as f64, 0.0, LONGEST_NS)?;
        within("connect_ns", self.connect_ns as f64, 0.0, LONGEST_NS)?;
        self.service_time.check("service_time")?;
        for (name, operation) in &self.operations {
            if let Some(law) = &operation.service_time {
                law.check(&format!("operations.{name}.service_time"))?;
            }
            within(format!("operations.{name}.error_share"), operation.error_share, 0.0, 1.0)?;
        }
        PauseSpec::check(&self.pauses)?;
        self.warm_up.map_or(Ok(()), |block| block.check())?;
        self.contention.map_or(Ok(()), |block| block.check())?;
        self.background.map_or(Ok(()), |block| block.check())?;
        self.neighbour.map_or(Ok(()), |block| block.check())?;
        self.modulation.map_or(Ok(()), |block| block.check())?;
        self.drift.map_or(Ok(()), |block| block.check())?;
        self.errors.map_or(Ok(()), |block| block.check())?;
        self.memory.map_or(Ok(()), |block| block.check())?;
        self.death_ns.map_or(Ok(()), |age_ns| lasting("death_ns", age_ns))
    }
}

/// An operation as the service serves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) service_time: ServiceTime,
    pub(crate) error_share: f64,
    /// Status of an answer as it should be.
    pub(crate) status: u16,
}

/// A checked service for the operations of one scenario.
#[derive(Clone, Debug)]
pub struct ServiceModel {
    pub(crate) spec: ServiceSpec,
    pub(crate) operations: Vec<Operation>,
}

impl ServiceModel {
    /// The service for operations in the order of the scenario, each with its name and the statuses that it accepts, as inclusive ranges: a good answer
    /// has 200, or the least of those where 200 is none of them.
    ///
    /// # Errors
    /// [`SpecError`] when the service names an operation that is not there.
    pub fn new<'a>(
        spec: ServiceSpec,
        operations: impl IntoIterator<Item = (&'a str, &'a [(u16, u16)])>,
    ) -> Result<Self, SpecError> {
        let mut unknown = spec.operations.clone();
        let operations = operations.into_iter().map(|(name, expected)| {
            let own = unknown.remove(name).unwrap_or_default();
            Operation {
                service_time: ServiceTime::new(&own.service_time.unwrap_or(spec.service_time)),
                error_share: own.error_share,
                status: good_status(expected),
            }
        });
        let operations = operations.collect();
        match unknown.into_keys().next() {
            Some(name) => Err(SpecError::UnknownOperation(name)),
            None => Ok(Self { spec, operations }),
        }
    }
}

fn good_status(expected: &[(u16, u16)]) -> u16 {
    if expected.iter().any(|(least, most)| (*least..=*most).contains(&OK)) {
        return OK;
    }
    expected.iter().map(|(least, _)| *least).min().unwrap_or(OK)
}
