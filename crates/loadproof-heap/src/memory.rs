//! How much memory an analysis may take: counted before it is taken, so that no kernel ends the process for it.

use crate::input::Stop;

/// Bytes of each object while the objects are read: address, class, length, and the order by address.
pub const OBJECT_READ_BYTES: u64 = 8 + 4 + 4 + 4;

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
///
/// Of each object its class, length and address are held all the time (16), its number and its way (8). While references
/// are held both ways (8 each) there are their begins and the search, at the end the dominators, sizes and children.
pub fn graph_bytes(objects: u64, references: u64) -> u64 {
    let both_ways = objects.saturating_mul(40).saturating_add(references.saturating_mul(8));
    let one_way = objects.saturating_mul(52).saturating_add(references.saturating_mul(4));
    both_ways.max(one_way)
}
