//! A search of all that roots reach, the depth first, and who refers to whom by its numbers.

use crate::input::Stop;
use crate::memory::Allowance;
use crate::objects::Objects;
use crate::references::References;
use crate::{Bits, NONE};

const CHECKED_PAIRS: usize = 1 << 16;

/// Numbers of the search.
#[derive(Debug)]
pub(crate) struct Search {
    /// The number of an object; `NONE` of what no root reaches.
    pub(crate) number: Vec<u32>,
    /// From which number each number was found.
    pub(crate) parent: Vec<u32>,
}

impl Search {
    /// From the roots, the depth first.
    pub(crate) fn of(objects: &Objects, references: &References) -> Self {
        let mut made = Self {
            number: vec![NONE; objects.count()],
            parent: vec![0],
        };
        let mut open: Vec<(u32, u32)> = Vec::new();
        for &(root, _) in &references.roots {
            if made.number[root as usize] != NONE {
                continue;
            }
            made.find(root, 0);
            open.push((root, 0));
            while let Some((object, place)) = open.last_mut() {
                let from = *object;
                let Some(target) = references.at(objects, from, *place) else {
                    open.pop();
                    continue;
                };
                *place += 1;
                if target != NONE && made.number[target as usize] == NONE {
                    let parent = made.number[from as usize];
                    made.find(target, parent);
                    if objects.refers(target) {
                        open.push((target, 0));
                    }
                }
            }
        }
        made
    }

    fn find(&mut self, object: u32, parent: u32) {
        self.number[object as usize] = self.parent.len() as u32;
        self.parent.push(parent);
    }
}

/// Who refers to each number, besides the one that it was found from; of those that are roots that does not matter.
#[derive(Debug, Default)]
pub(crate) struct Others {
    /// What is referred to, in order, each with the place of the first that does.
    begins: Vec<(u32, u32)>,
    numbers: Vec<u32>,
}

impl Others {
    /// Pairs of what is referred to, in the upper half, and who does; memory is refused before it is taken.
    pub(crate) fn pairs(
        objects: &Objects,
        references: &References,
        search: &Search,
        is_root: &Bits,
        allowance: Allowance,
    ) -> Result<Vec<u64>, Stop> {
        let mut pairs = Vec::new();
        for (object, &number) in (0u32..).zip(&search.number).filter(|(_, number)| **number != NONE) {
            for target in references.of(objects, object) {
                let target = search.number[target as usize];
                if search.parent[target as usize] != number && !is_root.has(target) {
                    if pairs.len() % CHECKED_PAIRS == 0 {
                        let counted = (objects.count() as u64, references.count() as u64);
                        allowance.check_others(counted, pairs.len() as u64 + CHECKED_PAIRS as u64)?;
                    }
                    pairs.push(u64::from(target) << 32 | u64::from(number));
                }
            }
        }
        Ok(pairs)
    }

    /// In their order.
    pub(crate) fn of(mut pairs: Vec<u64>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut made = Self::default();
        made.numbers.reserve_exact(pairs.len());
        for pair in pairs {
            let (target, number) = ((pair >> 32) as u32, pair as u32);
            if made.begins.last().is_none_or(|last| last.0 != target) {
                made.begins.push((target, made.numbers.len() as u32));
            }
            made.numbers.push(number);
        }
        made
    }

    /// What is referred to, in order, with those that do.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = (u32, &[u32])> + '_ {
        self.begins.iter().enumerate().map(|(place, &(target, from))| {
            let to = self.begins.get(place + 1).map_or(self.numbers.len(), |next| next.1 as usize);
            (target, &self.numbers[from as usize..to])
        })
    }
}
