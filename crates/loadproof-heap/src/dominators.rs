//! What each object keeps alive: an object dominates another where every way from the roots to that leads through it.
//!
//! Semi-NCA (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005, section 2.3), in the form of
//! LLVM's `GenericDomTreeConstruction.h`. Objects are told by their number in the order of the search from here on; 0 is
//! what all roots hang on.

use crate::objects::Objects;
use crate::search::{Others, Search};
use crate::{Bits, NONE};

/// The dominator tree, its numbers given anew: behind each come those that it dominates, and nothing else.
#[derive(Debug)]
pub(crate) struct Dominators {
    /// The number of an object; `NONE` of what no root reaches.
    pub(crate) number: Vec<u32>,
    /// The object of a number; `NONE` of 0.
    pub(crate) object: Vec<u32>,
    /// What dominates a number immediately.
    pub(crate) above: Vec<u32>,
    /// How many it dominates, with itself.
    size: Vec<u32>,
    kept_bytes: Bytes,
    /// Those that the one above refers to, or that are roots and have none above.
    pub(crate) is_direct: Bits,
    /// Those with another of their class above them.
    pub(crate) is_within_class: Bits,
}

/// What each number keeps, in four bytes where the whole heap can be told by them.
#[derive(Debug)]
enum Bytes {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl Bytes {
    fn none(count: usize, whole: u64) -> Self {
        if u32::try_from(whole).is_ok() {
            Self::Narrow(vec![0; count])
        } else {
            Self::Wide(vec![0; count])
        }
    }

    fn of(&self, number: u32) -> u64 {
        match self {
            Self::Narrow(all) => u64::from(all[number as usize]),
            Self::Wide(all) => all[number as usize],
        }
    }

    fn add(&mut self, number: u32, bytes: u64) {
        match self {
            Self::Narrow(all) => all[number as usize] += bytes as u32,
            Self::Wide(all) => all[number as usize] += bytes,
        }
    }
}

impl Dominators {
    /// Of all that a search has reached.
    pub(crate) fn of(objects: &Objects, search: Search, others: Others, is_root: &Bits) -> Self {
        let Search { mut number, parent } = search;
        let count = parent.len();
        let (mut above, was_direct) = immediate(&others, parent, is_root);
        drop(others);
        let size = sizes(&above);
        let place = places(&above, &size);
        let placed = |value: &mut u32| *value = place[*value as usize];
        number.iter_mut().filter(|number| **number != NONE).for_each(placed);
        above.iter_mut().for_each(placed);
        let mut is_direct = Bits::below(count);
        for (_, &now) in (0u32..).zip(&place).filter(|(before, _)| was_direct.has(*before)) {
            is_direct.add(now);
        }
        let above = moved(above, &place);
        let size = moved(size, &place);
        drop(place);
        let reached = || (0u32..).zip(&number).filter(|(_, number)| **number != NONE);
        let mut object = vec![NONE; count];
        reached().for_each(|(at, &number)| object[number as usize] = at);
        let whole = reached().map(|(at, _)| objects.bytes(at)).sum();
        let mut kept_bytes = Bytes::none(count, whole);
        reached().for_each(|(at, &number)| kept_bytes.add(number, objects.bytes(at)));
        for at in (1..count as u32).rev() {
            kept_bytes.add(above[at as usize], kept_bytes.of(at));
        }
        Self {
            number,
            object,
            above,
            size,
            kept_bytes,
            is_direct,
            is_within_class: Bits::below(count),
        }
    }

    /// How many there are, and one for what the roots hang on.
    pub(crate) fn count(&self) -> usize {
        self.above.len()
    }

    /// Its own bytes and those of all that it dominates.
    pub(crate) fn kept_bytes(&self, number: u32) -> u64 {
        self.kept_bytes.of(number)
    }

    /// How many objects these are.
    pub(crate) fn kept_objects(&self, number: u32) -> u64 {
        u64::from(self.size[number as usize]) - u64::from(number == 0)
    }

    /// Those that a number dominates immediately.
    pub(crate) fn children(&self, number: u32) -> impl Iterator<Item = u32> + '_ {
        let end = number + self.size[number as usize];
        let first = Some(number + 1).filter(|&child| child < end);
        std::iter::successors(first, move |&child| {
            Some(child + self.size[child as usize]).filter(|&child| child < end)
        })
    }

    /// What would go with all objects of each class, and which objects lie below another of their class.
    pub(crate) fn kept_by_class(&mut self, class_of: impl Fn(u32) -> u32, classes: usize) -> Vec<u64> {
        let mut kept = vec![0u64; classes];
        let mut depth = vec![0u32; classes];
        let mut open: Vec<(u32, usize)> = Vec::new();
        for number in 1..self.count() as u32 {
            while let Some(&(_, class)) = open.last().filter(|(end, _)| *end <= number) {
                depth[class] -= 1;
                open.pop();
            }
            let class = class_of(self.object[number as usize]) as usize;
            if depth[class] == 0 {
                kept[class] += self.kept_bytes(number);
            } else {
                self.is_within_class.add(number);
            }
            let size = self.size[number as usize];
            if size > 1 {
                depth[class] += 1;
                open.push((number + size, class));
            }
        }
        kept
    }
}

/// How many each dominates, with itself; who dominates stands before those that it dominates.
fn sizes(above: &[u32]) -> Vec<u32> {
    let mut size = vec![1u32; above.len()];
    for number in (1..above.len()).rev() {
        size[above[number] as usize] += size[number];
    }
    size
}

/// Where each goes, so that behind it come those that it dominates, in their order.
fn places(above: &[u32], size: &[u32]) -> Vec<u32> {
    let mut place = vec![0u32; above.len()];
    let mut next = vec![1u32; above.len()];
    for number in 1..above.len() {
        let free = &mut next[above[number] as usize];
        place[number] = *free;
        *free += size[number];
        next[number] = place[number] + 1;
    }
    place
}

/// Takes the values, so that there are no more than twice as many.
fn moved(values: Vec<u32>, place: &[u32]) -> Vec<u32> {
    let mut made = vec![0; values.len()];
    values.iter().zip(place).for_each(|(&value, &at)| made[at as usize] = value);
    made
}

/// What dominates each number immediately, and which of them it refers to; of what nothing dominates, which are roots.
fn immediate(others: &Others, mut parent: Vec<u32>, is_root: &Bits) -> (Vec<u32>, Bits) {
    let count = parent.len() as u32;
    let mut above = parent.clone();
    let mut semi: Vec<u32> = (0..count).collect();
    let mut label: Vec<u32> = (0..count).collect();
    let mut path = Vec::new();
    let mut left = others.all().rev().peekable();
    for number in (1..count).rev() {
        let referring = left.next_if(|(target, _)| *target == number);
        let mut least = if is_root.has(number) { 0 } else { parent[number as usize] };
        if least != 0 {
            for &from in referring.map(|(_, numbers)| numbers).unwrap_or_default() {
                let found = evaluated(from, number + 1, &mut parent, &mut label, &semi, &mut path);
                least = least.min(semi[found as usize]);
            }
        }
        semi[number as usize] = least;
    }
    let mut is_direct = Bits::below(count as usize);
    let mut left = others.all().peekable();
    for number in 1..count {
        let referring = left.next_if(|(target, _)| *target == number);
        let found_from = above[number as usize];
        let mut candidate = found_from;
        while candidate > semi[number as usize] {
            candidate = above[candidate as usize];
        }
        above[number as usize] = candidate;
        let is_referred = match candidate {
            0 => is_root.has(number),
            _ => candidate == found_from || referring.is_some_and(|(_, numbers)| numbers.contains(&candidate)),
        };
        if is_referred {
            is_direct.add(number);
        }
    }
    (above, is_direct)
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

    /// Behind each come those that it dominates, and nothing else.
    fn assert_preorder(above: &[u32]) {
        let size = sizes(above);
        let place = places(above, &size);
        for number in 1..above.len() {
            let mut dominating = number;
            while dominating != 0 {
                dominating = above[dominating] as usize;
                let from = place[dominating];
                assert!((from + 1..from + size[dominating]).contains(&place[number]), "{above:?}");
            }
        }
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
            let pairs = (1..edges.len()).flat_map(|from| edges[from].iter().map(move |&to| (to, from)));
            let pairs = pairs.filter(|&(to, from)| !is_root.has(to as u32) && parent[to] != from as u32);
            let others = Others::of(pairs.map(|(to, from)| (to as u64) << 32 | from as u64).collect());
            let (above, is_direct) = immediate(&others, parent, &is_root);
            assert_eq!(above[1..], by_definition(&edges)[1..], "{edges:?}");
            for number in 1..edges.len() {
                let is_referred = edges[above[number] as usize].contains(&number);
                assert_eq!(is_direct.has(number as u32), is_referred, "{number} of {edges:?}");
            }
            assert_preorder(&above);
        }
    }

    #[test]
    fn what_is_kept_of_more_than_four_bytes_can_tell_is_exact() {
        for whole in [u64::from(u32::MAX), 1 << 33] {
            let mut kept = Bytes::none(2, whole);
            assert_eq!(matches!(kept, Bytes::Narrow(_)), whole == u64::from(u32::MAX));
            kept.add(1, whole - 1);
            kept.add(1, 1);
            assert_eq!((kept.of(0), kept.of(1)), (0, whole));
        }
    }

    #[test]
    fn a_chain_of_a_million_takes_no_stack() {
        let count = 1_000_000u32;
        let parent: Vec<u32> = (0..count).map(|number| number.saturating_sub(1)).collect();
        let mut is_root = Bits::below(count as usize);
        is_root.add(1);
        // Each is referred to by the one before it, and by the last.
        let others = Others::of(
            (2..count)
                .map(|number| u64::from(number) << 32 | u64::from(count - 1))
                .collect(),
        );
        let (above, _) = immediate(&others, parent.clone(), &is_root);
        assert_eq!(above, parent);
    }
}
