//! How much memory an analysis may take: counted before it is taken, so that no kernel ends the process for it.

use crate::input::Stop;

/// Bytes of each object while the objects are read: address, class, length, and the order by address.
pub const OBJECT_READ_BYTES: u64 = 8 + 4 + 4 + 4;
/// Bytes of each object at the peak, beside its references: its class, length and address, the begin of its references
/// both ways, two numbers in the order of the search, and the arrays of the dominators.
pub const OBJECT_BYTES: u64 = 4 + 4 + 8 + 4 + 4 + 4 + 4 + 4 * 4;
/// Bytes of each reference at the peak: both ways.
pub const REFERENCE_BYTES: u64 = 8;

/// What may be taken.
#[derive(Debug, Clone, Copy)]
pub struct Allowance(pub u64);

impl Allowance {
    /// Refuses what is more than is allowed.
    pub fn check(self, needed_bytes: u64) -> Result<(), Stop> {
        if needed_bytes > self.0 {
            return Err(Stop::Memory(needed_bytes));
        }
        Ok(())
    }

    /// Refuses a graph of so many objects and references.
    pub fn check_graph(self, objects: u64, references: u64) -> Result<(), Stop> {
        self.check(graph_bytes(objects, references))
    }
}

/// What a graph of so many objects and references takes at the peak.
pub fn graph_bytes(objects: u64, references: u64) -> u64 {
    objects
        .saturating_mul(OBJECT_BYTES)
        .saturating_add(references.saturating_mul(REFERENCE_BYTES))
}
