//! Shape and arrival process to due times. Pure: no clock, no I/O.
//!
//! # Layout
//! - [`Segment`]: a linear change of the rate, or a hold.
//! - [`Arrivals`]: how calls fall around the rate.
//! - [`Schedule`]: the due times of one shard.

mod schedule;
mod segment;

pub use schedule::{Arrivals, Schedule};
pub use segment::{Segment, SegmentError};
