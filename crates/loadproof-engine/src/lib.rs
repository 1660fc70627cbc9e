//! The one run loop: due times drive a transport, samples fold into windows.
//!
//! # Layout
//! - [`Clock`], [`Transport`]: what the loop is generic over; sockets and real time, or a model and virtual time.
//! - [`Plan`], [`TrialPlan`]: what to send, and when.
//! - [`ConnectionLimit`]: how many connections a shard may open.
//! - `pace`: who asks for the next arrival: a schedule, or every free connection.
//! - `calls`, `timer_wheel`: open calls and their timeouts.
//! - `sessions`, `users`, `alarms`: flows under way, who goes through them again and again, who sleeps until when.
//! - `failed_replies`: the first replies of each kind that were not as expected.
//! - `unexpected_status`: the kind of a reply whose status is not expected.
//! - `stalls`: when the run loop should have run and did not.
//! - [`Shard`], `shard_trial`: one thread's share of the load, and of a trial.
//! - `run`: the run loop.
//! - [`Generator`]: shards on threads, kept warm over trials; their flushes joined to [`Tick`]s.

mod alarms;
mod calls;
mod clock;
mod connection_limit;
mod control;
mod failed_replies;
mod flush;
mod generator;
mod pace;
mod plan;
mod run;
mod sessions;
mod shard;
mod shard_trial;
mod stalls;
mod timer_wheel;
mod transport;
mod unexpected_status;
mod users;

pub use clock::Clock;
pub use connection_limit::ConnectionLimit;
pub use control::{Control, Signal};
pub use flush::{FailedReply, Flush, Reading, TargetRows, Tick};
pub use generator::{Generator, GeneratorError};
pub use plan::{ArrivalKind, Plan, PlanError, SegmentPlan, TargetPlan, TlsPlan, TrialPlan, UserStep};
pub use shard::Shard;
pub use stalls::{Stall, StallCause};
pub use transport::{Attention, Event, Lease, Limits, Transport, TransportFault};
