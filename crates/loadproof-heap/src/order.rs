//! In which order the file has its objects: which of them comes first, second and so on by address.

/// A run of numbers takes eight bytes, a number by itself four.
const FEWEST_A_RUN: usize = 32;

/// The numbers of objects in the order of their addresses.
#[derive(Debug)]
pub(crate) enum Order {
    /// That of the file.
    OfFile { count: usize },
    /// Parts of the file that follow each other, as one for each space of the VM: where each begins among the addresses,
    /// and the number of its first object.
    Runs {
        count: usize,
        places: Vec<u32>,
        numbers: Vec<u32>,
    },
    /// One by one.
    Each(Vec<u32>),
}

impl Order {
    /// Of addresses in the order of the file; of two at one address the first counts.
    pub(crate) fn of(addresses: &[u64]) -> Self {
        if addresses.windows(2).all(|pair| pair[0] < pair[1]) {
            return Self::OfFile { count: addresses.len() };
        }
        let mut order: Vec<u32> = (0..addresses.len() as u32).collect();
        // By number where addresses are equal, so that the first comes first.
        order.sort_unstable_by_key(|&number| (addresses[number as usize], number));
        order.dedup_by_key(|number| addresses[*number as usize]);
        let breaks = order.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
        if breaks < order.len() / FEWEST_A_RUN {
            Self::in_runs(&order)
        } else {
            Self::Each(order)
        }
    }

    fn in_runs(order: &[u32]) -> Self {
        let (mut places, mut numbers) = (Vec::new(), Vec::new());
        for (place, &number) in (0u32..).zip(order) {
            if place == 0 || number != order[place as usize - 1] + 1 {
                places.push(place);
                numbers.push(number);
            }
        }
        Self::Runs {
            count: order.len(),
            places,
            numbers,
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::OfFile { count } | Self::Runs { count, .. } => *count,
            Self::Each(order) => order.len(),
        }
    }

    /// Which object lies at a place.
    pub(crate) fn at(&self, place: usize) -> u32 {
        match self {
            Self::OfFile { .. } => place as u32,
            Self::Runs { places, numbers, .. } => {
                let run = places.partition_point(|&first| first <= place as u32) - 1;
                numbers[run] + (place as u32 - places[run])
            }
            Self::Each(order) => order[place],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(addresses: &[u64]) -> Vec<u64> {
        let order = Order::of(addresses);
        (0..order.count()).map(|place| addresses[order.at(place) as usize]).collect()
    }

    #[test]
    fn every_order_is_that_of_the_addresses() {
        let in_file: Vec<u64> = (1..200).collect();
        let in_runs: Vec<u64> = (500..600).chain(900..901).chain(100..200).chain(300..400).collect();
        let within: Vec<u64> = (0..100).map(|one| 2 * one).chain((0..100).map(|one| 2 * one + 1)).collect();
        let backwards: Vec<u64> = (1..200).rev().collect();
        let twice: Vec<u64> = (0..100).chain(0..100).collect();
        for given in [in_file, in_runs, within, backwards, twice] {
            let mut sorted = given.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(told(&given), sorted);
        }
    }

    #[test]
    fn no_more_is_kept_than_the_order_needs() {
        assert!(matches!(Order::of(&[]), Order::OfFile { count: 0 }));
        assert!(matches!(Order::of(&[8, 16]), Order::OfFile { count: 2 }));
        let in_runs: Vec<u64> = (500..600).chain(100..200).collect();
        assert!(matches!(Order::of(&in_runs), Order::Runs { .. }));
        let backwards: Vec<u64> = (1..200).rev().collect();
        assert!(matches!(Order::of(&backwards), Order::Each(order) if order.len() == 199));
    }
}
