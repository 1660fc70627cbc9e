//! The shortest way from a root to each object, by a search that goes broad first.

use crate::objects::Objects;
use crate::references::References;
use crate::NONE;

/// So many steps are told at each end of a way.
const TOLD_AT_AN_END: usize = 12;

/// Ways of all that roots reach.
#[derive(Debug)]
pub(crate) struct Paths {
    /// The object from which each was found; a root itself.
    before: Vec<u32>,
}

impl Paths {
    pub(crate) fn of(objects: &Objects, references: &References) -> Self {
        let mut before = vec![NONE; objects.count()];
        let mut open: Vec<u32> = Vec::new();
        for &(root, _) in &references.roots {
            before[root as usize] = root;
            open.push(root);
        }
        let mut at = 0;
        while let Some(&object) = open.get(at) {
            at += 1;
            for target in references.of(objects, object) {
                if before[target as usize] == NONE {
                    before[target as usize] = object;
                    if objects.refers(target) {
                        open.push(target);
                    }
                }
            }
        }
        Self { before }
    }

    /// The objects from a root to this one, and how many of the middle are left out behind the first twelve.
    pub(crate) fn to(&self, object: u32) -> (Vec<u32>, u32) {
        let mut found = vec![object];
        let mut at = object;
        while self.before[at as usize] != at && self.before[at as usize] != NONE {
            at = self.before[at as usize];
            found.push(at);
        }
        found.reverse();
        let left_out = found.len().saturating_sub(2 * TOLD_AT_AN_END);
        let from = TOLD_AT_AN_END.min(found.len());
        found.drain(from..from + left_out);
        (found, left_out as u32)
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
        assert_eq!(paths.to(3), (vec![0, 1, 2, 3], 0));
        let (told, left_out) = paths.to(99);
        assert_eq!((told.len(), left_out, told[11], told[12], told[23]), (24, 76, 11, 88, 99));
    }
}
