//! What may happen, as a line tells it.

use crate::text::Sizes;

/// Which collection a line is of, by its number and, of generational ZGC, the letter of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Of {
    /// `GC(7)`.
    pub collection: Option<u64>,
    /// `y`, `Y` or `O`.
    pub generation: Option<u8>,
}

/// The old generation before and after a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldUse {
    /// Such as `Old regions`.
    pub name: &'static [u8],
    /// In regions of G1, else in KiB.
    pub before: u64,
    /// In the same.
    pub after: u64,
}

/// What happened; texts are as the line has them.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'a> {
    /// A pause has ended.
    Pause {
        /// Of which collection.
        of: Of,
        /// Such as `Young`.
        name: &'a [u8],
        /// What stands in brackets behind it, with the brackets, such as `(Normal) (G1 Evacuation Pause)`.
        brackets: &'a [u8],
        /// Of the heap.
        sizes: Option<Sizes>,
        /// How long it took.
        pause_ms: f64,
        /// What its collection said of the old generation, in a line before it.
        old: Option<OldUse>,
    },
    /// A collection of ZGC begins, or has ended and tells its sizes.
    Cycle {
        /// Of which collection.
        of: Of,
        /// Such as `Major Collection`.
        name: &'a [u8],
        /// Such as `Warmup`.
        cause: &'a [u8],
        /// Of the heap; None where it begins.
        sizes: Option<Sizes>,
    },
    /// Shenandoah has freed what it found empty, beside the service.
    Cleanup {
        /// Of which collection.
        of: Of,
        /// Of the heap.
        sizes: Sizes,
    },
    /// A table of generational ZGC begins.
    Section {
        /// Of which collection.
        of: Of,
        /// Such as `Young Generation`.
        name: &'a [u8],
    },
    /// A row of a table of ZGC.
    Row {
        /// Of which collection.
        of: Of,
        /// Such as `Used`.
        name: &'a [u8],
        /// MiB at mark start, mark end, relocate start and relocate end, and what follows.
        columns: Vec<Option<f64>>,
    },
    /// A thread had to wait for memory.
    Stall {
        /// How long.
        stall_ms: f64,
    },
    /// All threads were stopped, for whatever reason.
    Safepoint {
        /// How long they took to come to a stop.
        reaching_ms: f64,
        /// How long it took in all.
        total_ms: f64,
    },
    /// What a VM says of itself, as `Using G1`; or that there was no room to move objects to.
    Fact(&'a [u8]),
    /// A line of a pause or of a wait, or one that could be, in a form that is not known: the line.
    Unread(&'a [u8]),
}
