//! The shortest way from a root to each object, by a search that goes broad first.

use crate::dominators::Search;
use crate::objects::Objects;
use crate::references::References;
use crate::NONE;

/// So many steps are told at each end of a way.
const TOLD_AT_AN_END: usize = 12;

/// Ways of all that roots reach.
#[derive(Debug)]
pub(crate) struct Paths {
    before: Vec<u32>,
}

impl Paths {
    pub(crate) fn of(objects: &Objects, references: &References, search: &Search) -> Self {
        let mut before = vec![NONE; search.count()];
        before[0] = 0;
        let mut open: Vec<u32> = Vec::with_capacity(search.count());
        for &(root, _) in &references.roots {
            let number = search.number[root as usize];
            if before[number as usize] == NONE {
                before[number as usize] = 0;
                open.push(number);
            }
        }
        let mut at = 0;
        while let Some(&number) = open.get(at) {
            at += 1;
            for target in references.of(objects, search.object[number as usize]) {
                let target = search.number[target as usize];
                if before[target as usize] == NONE {
                    before[target as usize] = number;
                    open.push(target);
                }
            }
        }
        Self { before }
    }

    /// The numbers from a root to this one, and how many of the middle are left out behind the first twelve.
    pub(crate) fn to(&self, number: u32) -> (Vec<u32>, u32) {
        let mut numbers = Vec::new();
        let mut at = number;
        while at != 0 && at != NONE {
            numbers.push(at);
            at = self.before[at as usize];
        }
        numbers.reverse();
        let left_out = numbers.len().saturating_sub(2 * TOLD_AT_AN_END);
        numbers.drain(TOLD_AT_AN_END.min(numbers.len())..TOLD_AT_AN_END.min(numbers.len()) + left_out);
        (numbers, left_out as u32)
    }

    /// Where the left out begins.
    pub(crate) const fn gap() -> usize {
        TOLD_AT_AN_END
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_long_way_is_left_out() {
        let paths = Paths {
            before: (0..100u32).map(|number| number.saturating_sub(1)).collect(),
        };
        assert_eq!(paths.to(3), (vec![1, 2, 3], 0));
        let (told, left_out) = paths.to(99);
        assert_eq!((told.len(), left_out, told[11], told[12], told[23]), (24, 75, 12, 88, 99));
    }
}
