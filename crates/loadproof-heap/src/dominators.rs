//! What each object keeps alive: an object dominates another where every way from the roots to that leads through it.
//!
//! Semi-NCA (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005, section 2.3), in the form of
//! LLVM's `GenericDomTreeConstruction.h`. Objects are told by their number in the order of the search from here on; 0 is
//! what all roots hang on.

use crate::objects::Objects;
use crate::search::{Incoming, Search};
use crate::{Bits, NONE};

/// The dominator tree.
#[derive(Debug)]
pub(crate) struct Dominators {
    /// The number of an object; `NONE` of what no root reaches.
    pub(crate) number: Vec<u32>,
    /// The object of a number; `NONE` of 0.
    pub(crate) object: Vec<u32>,
    /// What dominates a number immediately.
    pub(crate) above: Vec<u32>,
    /// Its own bytes and those of all that it dominates.
    pub(crate) kept_bytes: Vec<u64>,
    /// How many objects these are.
    pub(crate) kept_objects: Vec<u32>,
    /// Those that the one above refers to, or that are roots and have none above.
    pub(crate) is_direct: Bits,
    /// Those with another of their class above them.
    pub(crate) is_within_class: Bits,
    child_starts: Vec<u32>,
    child_numbers: Vec<u32>,
}

impl Dominators {
    /// Of all that a search has reached.
    pub(crate) fn of(objects: &Objects, search: Search, incoming: Incoming, is_root: &Bits) -> Self {
        let Search { number, parent } = search;
        let count = parent.len();
        let above = immediate(&incoming, parent, is_root);
        let mut is_direct = Bits::below(count);
        for (at, dominator) in (0u32..).zip(&above).skip(1) {
            let is_own_root = *dominator == 0 && is_root.has(at);
            if is_own_root || incoming.of_number(at as usize).contains(dominator) {
                is_direct.add(at);
            }
        }
        drop(incoming);
        let mut object = vec![NONE; count];
        for (at, &found) in (0u32..).zip(&number).filter(|(_, found)| **found != NONE) {
            object[found as usize] = at;
        }
        let mut made = Self {
            number,
            object,
            above,
            kept_bytes: vec![0; count],
            kept_objects: vec![0; count],
            is_direct,
            is_within_class: Bits::below(count),
            child_starts: Vec::new(),
            child_numbers: Vec::new(),
        };
        made.add_up(objects);
        made.find_children();
        made
    }

    /// How many there are, and one for what the roots hang on.
    pub(crate) fn count(&self) -> usize {
        self.above.len()
    }

    /// Those that a number dominates immediately.
    pub(crate) fn children(&self, number: u32) -> &[u32] {
        let (from, to) = (self.child_starts[number as usize], self.child_starts[number as usize + 1]);
        &self.child_numbers[from as usize..to as usize]
    }

    /// Who dominates stands before those that it dominates.
    fn add_up(&mut self, objects: &Objects) {
        for number in (1..self.count()).rev() {
            self.kept_bytes[number] += objects.bytes(self.object[number]);
            self.kept_objects[number] += 1;
            let above = self.above[number] as usize;
            self.kept_bytes[above] += self.kept_bytes[number];
            self.kept_objects[above] += self.kept_objects[number];
        }
    }

    fn find_children(&mut self) {
        let count = self.count();
        // Begins stand one place behind while they are filled: each becomes the begin of the next.
        let mut starts = vec![0u32; count + 2];
        for &above in &self.above[1..] {
            starts[above as usize + 2] += 1;
        }
        for number in 0..count {
            starts[number + 2] += starts[number + 1];
        }
        let mut numbers = vec![0u32; count - 1];
        for (number, &above) in (0u32..).zip(&self.above).skip(1) {
            let place = &mut starts[above as usize + 1];
            numbers[*place as usize] = number;
            *place += 1;
        }
        (self.child_starts, self.child_numbers) = (starts, numbers);
    }

    /// What would go with all objects of each class, and which objects lie below another of their class.
    pub(crate) fn kept_by_class(&mut self, class_of: impl Fn(u32) -> u32, classes: usize) -> Vec<u64> {
        let mut kept = vec![0u64; classes];
        let mut depth = vec![0u32; classes];
        let mut open: Vec<(u32, u32)> = vec![(0, 0)];
        while let Some((number, place)) = open.last_mut() {
            let (number, at) = (*number, *place);
            *place += 1;
            if let Some(&child) = self.children(number).get(at as usize) {
                let class = class_of(self.object[child as usize]) as usize;
                if depth[class] == 0 {
                    kept[class] += self.kept_bytes[child as usize];
                } else {
                    self.is_within_class.add(child);
                }
                depth[class] += 1;
                open.push((child, 0));
            } else {
                open.pop();
                if number != 0 {
                    depth[class_of(self.object[number as usize]) as usize] -= 1;
                }
            }
        }
        kept
    }
}

/// What dominates each number immediately.
fn immediate(incoming: &Incoming, mut parent: Vec<u32>, is_root: &Bits) -> Vec<u32> {
    let count = parent.len() as u32;
    let mut above = parent.clone();
    let mut semi: Vec<u32> = (0..count).collect();
    let mut label: Vec<u32> = (0..count).collect();
    let mut path = Vec::new();
    for number in (1..count).rev() {
        let mut least = if is_root.has(number) { 0 } else { parent[number as usize] };
        if least != 0 {
            for &from in incoming.of_number(number as usize) {
                let found = evaluated(from, number + 1, &mut parent, &mut label, &semi, &mut path);
                least = least.min(semi[found as usize]);
            }
        }
        semi[number as usize] = least;
    }
    for (number, &semi) in semi.iter().enumerate().skip(1) {
        let mut candidate = above[number];
        while candidate > semi {
            candidate = above[candidate as usize];
        }
        above[number] = candidate;
    }
    above
}

/// The number with the least semidominator on the way up from `number` to those before `linked`, which is shortened.
fn evaluated(number: u32, linked: u32, parent: &mut [u32], label: &mut [u32], semi: &[u32], path: &mut Vec<u32>) -> u32 {
    if parent[number as usize] < linked {
        return label[number as usize];
    }
    let mut at = number;
    while parent[at as usize] >= linked {
        path.push(at);
        at = parent[at as usize];
    }
    let mut before = at;
    let mut best = label[at as usize];
    while let Some(next) = path.pop() {
        parent[next as usize] = parent[before as usize];
        let own = label[next as usize];
        if semi[best as usize] < semi[own as usize] {
            label[next as usize] = best;
        } else {
            best = own;
        }
        before = next;
    }
    label[number as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a graph on numbers that a search from 0 gave, by taking each away: the definition itself.
    fn by_definition(edges: &[Vec<usize>]) -> Vec<u32> {
        let reached = |without: usize| {
            let (mut seen, mut open) = (vec![false; edges.len()], vec![0]);
            while let Some(at) = open.pop() {
                if at != without && !std::mem::replace(&mut seen[at], true) {
                    open.extend(&edges[at]);
                }
            }
            seen
        };
        let without: Vec<_> = (0..edges.len()).map(reached).collect();
        let dominates = |one: usize, other: usize| one == other || one == 0 || !without[one][other];
        (0..edges.len())
            .map(|number| {
                // The nearest of those above is dominated by all others of them.
                let all: Vec<usize> = (0..edges.len())
                    .filter(|&one| one != number && dominates(one, number))
                    .collect();
                all.iter()
                    .copied()
                    .find(|&one| all.iter().all(|&other| dominates(other, one)))
                    .unwrap_or(0) as u32
            })
            .collect()
    }

    /// Numbers and parents of a search from 0, the depth first, as recursion gives them.
    fn numbered(edges: &[Vec<usize>]) -> (Vec<Vec<usize>>, Vec<u32>) {
        fn go(at: usize, edges: &[Vec<usize>], number: &mut [usize], parent: &mut Vec<u32>, order: &mut Vec<usize>) {
            for &to in &edges[at] {
                if number[to] == usize::MAX {
                    number[to] = order.len();
                    order.push(to);
                    parent.push(number[at] as u32);
                    go(to, edges, number, parent, order);
                }
            }
        }
        let mut number = vec![usize::MAX; edges.len()];
        number[0] = 0;
        let (mut parent, mut order) = (vec![0], vec![0]);
        go(0, edges, &mut number, &mut parent, &mut order);
        let renamed = order
            .iter()
            .map(|&old| edges[old].iter().map(|&to| number[to]).collect())
            .collect();
        (renamed, parent)
    }

    #[test]
    fn dominators_are_those_of_the_definition() {
        let mut state = 1u64;
        let mut chance = move |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..2000 {
            let count = 2 + chance(12);
            let mut edges = vec![Vec::new(); count];
            for _ in 0..count + chance(2 * count) {
                edges[chance(count)].push(1 + chance(count - 1));
            }
            let (edges, parent) = numbered(&edges);
            let mut is_root = Bits::below(edges.len());
            edges[0].iter().for_each(|&root| {
                is_root.add(root as u32);
            });
            let mut incoming = Incoming {
                starts: vec![0],
                numbers: Vec::new(),
            };
            for number in 0..edges.len() {
                let from = (1..edges.len()).filter(|&from| edges[from].contains(&number) && !is_root.has(number as u32));
                incoming.numbers.extend(from.map(|from| from as u32));
                incoming.starts.push(incoming.numbers.len() as u32);
            }
            assert_eq!(
                immediate(&incoming, parent, &is_root)[1..],
                by_definition(&edges)[1..],
                "{edges:?}"
            );
        }
    }

    #[test]
    fn a_chain_of_a_million_takes_no_stack() {
        let count = 1_000_000u32;
        let parent: Vec<u32> = (0..count).map(|number| number.saturating_sub(1)).collect();
        let mut is_root = Bits::below(count as usize);
        is_root.add(1);
        // Each is referred to by the one before it, and by the last.
        let mut incoming = Incoming {
            starts: vec![0, 0],
            numbers: Vec::new(),
        };
        for number in 1..count {
            if number > 1 {
                incoming.numbers.extend([number - 1, count - 1]);
            }
            incoming.starts.push(incoming.numbers.len() as u32);
        }
        let above = immediate(&incoming, parent.clone(), &is_root);
        assert_eq!(above, parent);
    }
}
