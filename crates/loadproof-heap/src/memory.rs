//! How much memory an analysis may take: counted before it is taken, so that no kernel ends the process for it.

use crate::input::Stop;

/// Bytes of each object while the objects are read: address, class with length, and the order and the place by address.
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

    /// Refuses so many references besides those by which objects were found; `counted` are objects and references.
    pub fn check_others(self, counted: (u64, u64), others: u64) -> Result<(), Stop> {
        let (objects, references) = counted;
        let found = objects * WITH_REFERENCES + references * 4 + others * 8;
        self.check(found.max(objects * WITHOUT_REFERENCES + others * 12))
    }
}

/// Of each object its class and length (4) and its address (at most 9, and mostly less than 1) are held all the time,
/// and its way (4); with references where they begin (4), its number and its parent (8).
const WITH_REFERENCES: u64 = 4 + 9 + 4 + 4 + 8;
/// Afterwards its number, four figures of the search for its dominator, or the tree with what is kept (24 both).
const WITHOUT_REFERENCES: u64 = 4 + 9 + 4 + 24;

/// What a graph of so many objects and references takes at the peak.
pub fn graph_bytes(objects: u64, references: u64) -> u64 {
    let with_references = objects
        .saturating_mul(WITH_REFERENCES)
        .saturating_add(references.saturating_mul(4));
    with_references.max(objects.saturating_mul(WITHOUT_REFERENCES))
}
