//! Heap dumps of a JVM in HPROF (`jcmd PID GC.heap_dump`, `-XX:+HeapDumpOnOutOfMemoryError`) to what keeps what.
//!
//! A dump is read three times, from its begin to its end, and never held: objects are numbers in the order of the file.
//! No value of the dump leaves this crate but names of classes and fields, sizes and counts.
//!
//! # Layout
//! - [`input`]: the bytes of a file, plain or compressed; [`records`]: what they say, told to a [`visitor`].
//! - `classes`: fields and sizes; `roles`: which of them mean something to the VM; `class_names`: their names, and which
//!   are those of mere containers; `objects`, the first reading: every object with its address, class and length;
//!   `addresses`: from an address to its object, by the `order` in which the file has them.
//! - `references`, the second reading: who refers to whom; `search`: what roots reach; `dominators`: what each object
//!   keeps alive; `paths`: the shortest way from a root.
//! - `tree`: the part of the dominator tree that is told; `naming`, the third reading: by which fields.
//! - [`memory`]: how much this may take; [`report`]: all that is told; `telling` and `tree_nodes` make it. [`analysis`]
//!   puts it together.

mod addresses;
pub mod analysis;
mod class_names;
mod classes;
mod dominators;
pub mod input;
pub mod memory;
mod naming;
mod objects;
mod order;
mod paths;
pub mod records;
mod references;
pub mod report;
mod roles;
mod search;
mod telling;
mod tree;
mod tree_nodes;
pub mod visitor;

pub use analysis::analyse;

/// No object, or none yet.
pub(crate) const NONE: u32 = u32::MAX;

/// A set of numbers below a bound.
#[derive(Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// An empty set of numbers below `bound`.
    pub(crate) fn below(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    /// Adds a number; says whether it was new.
    pub(crate) fn add(&mut self, number: u32) -> bool {
        let (word, bit) = (number as usize / 64, 1 << (number % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Whether the number is in it.
    pub(crate) fn has(&self, number: u32) -> bool {
        self.0
            .get(number as usize / 64)
            .is_some_and(|word| word & (1 << (number % 64)) != 0)
    }
}
