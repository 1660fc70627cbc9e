//! A service in virtual time, behind the same traits as sockets and real time.
//!
//! # Layout
//! - [`ServiceSpec`]: what a plan says of a service; [`ServiceModel`]: the same, checked, for the operations of a scenario.
//! - [`VirtualClock`], [`SimulatedTransport`]: what the run loop drives; `connections`, the `delay_line` of requests and of answers and the
//!   `jobs` that calls are to the service are the transport's.
//! - `service`: workers with the `endings` of what they do, queue, life and death, composed of one file for each thing that a service can have:
//!   - `service_time`: laws of service times;
//!   - `slowdown`: what makes them longer: `warm_up`, `contention`, `background`, `neighbour`, `modulation`, `drift`, and an `asked_slowdown`;
//!   - `pauses`: what stops the world; `memory`: garbage, collections, leaks;
//!   - `errors`: calls that are answered by an error.
//! - `random`: random numbers, a stream for each purpose.

mod asked_slowdown;
mod background;
mod bounds;
mod connections;
mod contention;
mod delay_line;
mod drift;
mod endings;
mod errors;
mod jobs;
mod memory;
mod modulation;
mod neighbour;
mod pauses;
mod random;
mod service;
mod service_time;
mod slowdown;
mod spec;
mod transport;
mod virtual_clock;
mod warm_up;

pub use asked_slowdown::SlowdownRequests;
pub use background::BackgroundSpec;
pub use bounds::SpecError;
pub use contention::ContentionSpec;
pub use drift::DriftSpec;
pub use errors::ErrorsSpec;
pub use memory::MemorySpec;
pub use modulation::ModulationSpec;
pub use neighbour::NeighbourSpec;
pub use pauses::PauseSpec;
pub use service_time::ServiceTimeSpec;
pub use spec::{OperationSpec, ServiceModel, ServiceSpec};
pub use transport::SimulatedTransport;
pub use virtual_clock::VirtualClock;
pub use warm_up::WarmUpSpec;
