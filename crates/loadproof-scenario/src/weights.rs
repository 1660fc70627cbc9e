//! Draws by weight.

/// Equal parts of the range of a draw, each of which knows where to begin to look.
const PARTS: usize = 256;

/// Weights, ready for draws: where a number from 0 to below 1 falls on their sums says which it is.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    /// Sums of the weights up to each, divided by the total.
    sums: Box<[f64]>,
    /// For each part of the range, the place on which its least number falls (Chen and Asau 1974): a draw looks at one sum or two.
    guide: Box<[u32]>,
}

impl Weights {
    /// Weights above 0.
    pub(crate) fn new(weights: &[f64]) -> Self {
        let mut sum = 0.0;
        let sums = weights.iter().map(|weight| {
            sum += weight;
            sum
        });
        let sums: Vec<f64> = sums.collect();
        let sums: Box<[f64]> = sums.into_iter().map(|partial| partial / sum).collect();
        let least = (0..PARTS).map(|part| part as f64 / PARTS as f64);
        let guide = least.map(|least| sums.partition_point(|sum| *sum <= least) as u32);
        Self {
            guide: guide.collect(),
            sums,
        }
    }

    /// The place on which a draw from 0 to below 1 falls.
    #[inline]
    pub(crate) fn place_of(&self, draw: f64) -> usize {
        // Through a signed number, to which a processor turns a fraction in one step.
        let part = (draw * PARTS as f64) as i32 as usize;
        let mut place = self.guide[part % PARTS] as usize;
        let last = self.sums.len() - 1;
        while place < last && self.sums[place] <= draw {
            place += 1;
        }
        place.min(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_draw_falls_where_a_search_of_the_sums_finds_it(
            weights in proptest::collection::vec(prop_oneof![1e-6f64..1e-3, 0.1f64..10.0, 100.0f64..1000.0], 1..80),
            draws in proptest::collection::vec(0.0f64..1.0, 200),
        ) {
            let known = Weights::new(&weights);
            let edges = known.sums.iter().copied().filter(|sum| *sum < 1.0);
            for draw in draws.into_iter().chain(edges).chain([0.0, 0.5, 1.0 - f64::EPSILON / 2.0]) {
                let found = known.sums.partition_point(|sum| *sum <= draw).min(weights.len() - 1);
                prop_assert_eq!(known.place_of(draw), found, "{}", draw);
            }
        }
    }
}
