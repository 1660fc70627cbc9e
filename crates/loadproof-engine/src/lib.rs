//! The one run loop: due times drive a transport, samples fold into windows.
//!
//! # Layout
//! - [`Clock`], [`Transport`]: what the loop is generic over; sockets and real time, or a model and virtual time.
//! - [`Plan`], [`TrialPlan`]: what to send, and when.
//! - `pace`: who asks for the next call: a schedule, or every free connection.
//! - `calls`, `timer_wheel`: open calls and their timeouts.
//! - [`Shard`]: the run loop.
//! - [`Generator`]: shards on threads, kept warm over trials; their flushes joined to [`Tick`]s.

mod calls;
mod clock;
mod control;
mod flush;
mod generator;
mod pace;
mod plan;
mod shard;
mod timer_wheel;
mod transport;

pub use clock::Clock;
pub use control::{Control, Signal};
pub use flush::{FailedReply, Flush, Reading, Tick};
pub use generator::{Generator, GeneratorError};
pub use plan::{ArrivalKind, Plan, PlanError, SegmentPlan, TargetPlan, TlsPlan, TrialPlan};
pub use shard::Shard;
pub use transport::{Event, Lease, Limits, Transport, TransportFault};
