//! The part of the dominator tree that is told: what keeps most, level by level.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use crate::dominators::Dominators;

const MOST_NODES: usize = 2000;
/// A list of a million elements is a way of as many levels.
const MOST_LEVELS: u32 = 48;
/// Of the heap; what keeps less is not told of one by one.
pub(crate) const LEAST_SHARE: u64 = 1000;
/// Of the heap: objects of one class that hang on no other and keep more together are told by their largest.
const LEAST_SHARE_OF_A_CLASS: u64 = 100;
const MOST_CLASSES: usize = 5;

/// A node of it.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub(crate) number: u32,
    /// The place of the node above it.
    pub(crate) parent: Option<u32>,
    pub(crate) classes: Vec<ChosenClass>,
}

/// Those that one dominates immediately, of one class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChosenClass {
    pub(crate) class: u32,
    pub(crate) objects: u64,
    pub(crate) kept_bytes: u64,
    largest: u32,
}

/// The nodes that keep most, each behind the one above it.
pub(crate) fn chosen(dominators: &Dominators, class_of: impl Fn(u32) -> u32) -> Vec<Chosen> {
    let kept = |number: u32| dominators.kept_bytes(number);
    let (whole, floor) = (kept(0), kept(0) / LEAST_SHARE);
    let mut open = BinaryHeap::from([(kept(0), Reverse(0u32), None, 0u32)]);
    let mut made = Vec::new();
    while let Some((_, Reverse(number), parent, level)) = open.pop() {
        let place = made.len() as u32;
        let mut classes = by_class(dominators, number, &class_of);
        let of_classes = classes
            .iter()
            .filter(|one| number == 0 && one.kept_bytes >= whole / LEAST_SHARE_OF_A_CLASS && kept(one.largest) < floor)
            .map(|one| one.largest);
        let large = dominators.children(number).filter(|&child| kept(child) >= floor.max(1));
        if level < MOST_LEVELS {
            open.extend(
                large
                    .chain(of_classes)
                    .map(|child| (kept(child), Reverse(child), Some(place), level + 1)),
            );
        }
        classes.truncate(MOST_CLASSES);
        made.push(Chosen { number, parent, classes });
        if made.len() >= MOST_NODES {
            break;
        }
    }
    made
}

/// The classes of what a number dominates immediately, the largest first.
fn by_class(dominators: &Dominators, number: u32, class_of: &impl Fn(u32) -> u32) -> Vec<ChosenClass> {
    let mut classes: HashMap<u32, ChosenClass> = HashMap::new();
    for child in dominators.children(number) {
        let class = class_of(dominators.object[child as usize]);
        let kept_bytes = dominators.kept_bytes(child);
        let one = classes.entry(class).or_insert(ChosenClass {
            class,
            objects: 0,
            kept_bytes: 0,
            largest: child,
        });
        one.objects += 1;
        one.kept_bytes += kept_bytes;
        if kept_bytes > dominators.kept_bytes(one.largest) {
            one.largest = child;
        }
    }
    let mut found: Vec<_> = classes.into_values().collect();
    found.sort_unstable_by_key(|one| (Reverse(one.kept_bytes), one.class));
    found
}
