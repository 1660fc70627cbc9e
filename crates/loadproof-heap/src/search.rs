//! A search of all that roots reach, the depth first, and who refers to whom by its numbers.

use crate::objects::Objects;
use crate::references::References;
use crate::{Bits, NONE};

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
                    open.push((target, 0));
                }
            }
        }
        made
    }

    fn find(&mut self, object: u32, parent: u32) {
        self.number[object as usize] = self.parent.len() as u32;
        self.parent.push(parent);
    }

    /// How many were reached, and one for what the roots hang on.
    pub(crate) fn count(&self) -> usize {
        self.parent.len()
    }
}

/// From which numbers each is referred to; of those that are roots that does not matter.
#[derive(Debug, Default)]
pub(crate) struct Incoming {
    pub(crate) starts: Vec<u32>,
    pub(crate) numbers: Vec<u32>,
}

impl Incoming {
    pub(crate) fn of(objects: &Objects, references: &References, search: &Search, is_root: &Bits) -> Self {
        let count = search.count();
        let each = |told: &mut dyn FnMut(usize, u32)| {
            for (object, &number) in (0u32..).zip(&search.number).filter(|(_, number)| **number != NONE) {
                for target in references.of(objects, object) {
                    let target = search.number[target as usize];
                    if !is_root.has(target) {
                        told(target as usize, number);
                    }
                }
            }
        };
        let mut starts = vec![0u32; count + 2];
        each(&mut |target, _| starts[target + 2] = starts[target + 2].saturating_add(1));
        for number in 0..count {
            starts[number + 2] = starts[number + 2].saturating_add(starts[number + 1]);
        }
        let mut numbers = vec![0u32; starts[count + 1] as usize];
        each(&mut |target, number| {
            let place = &mut starts[target + 1];
            numbers[*place as usize] = number;
            *place += 1;
        });
        Self { starts, numbers }
    }

    /// Those that refer to one.
    pub(crate) fn of_number(&self, number: usize) -> &[u32] {
        &self.numbers[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}
