//! From the address of an object to its number, in four bytes for each object and some lookups.

use crate::input::Stop;

const REGION_BYTES: u64 = 1 << 32;
/// Of a heap there are some; a dump that has more was made to take memory.
const MOST_REGIONS: usize = 1 << 16;
const OBJECTS_A_BUCKET: usize = 4;

/// Objects within 4 GiB.
#[derive(Debug)]
struct Region {
    base: u64,
    from: usize,
    to: usize,
    /// `offset >> shift` is a bucket.
    shift: u32,
    first_bucket: usize,
}

/// The addresses of all objects.
#[derive(Debug)]
pub(crate) struct AddressMap {
    /// Of classes, which HotSpot writes first.
    classes: Addresses,
    /// Of all else, which it mostly writes in their order.
    others: Addresses,
}

impl AddressMap {
    /// Of objects in the order of the file, the first of which are so many classes.
    pub(crate) fn of(addresses: &[u64], classes: usize) -> Result<Self, Stop> {
        let (first, others) = addresses.split_at(classes);
        Ok(Self {
            classes: Addresses::of(first, 0)?,
            others: Addresses::of(others, classes as u32)?,
        })
    }

    /// The number of the object at an address; none at 0, which is null.
    pub(crate) fn number(&self, address: u64) -> Option<u32> {
        if address == 0 {
            return None;
        }
        self.others.number(address).or_else(|| self.classes.number(address))
    }

    /// The numbers of all but these classes in the order of their addresses, with these.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.others.in_order()
    }
}

/// Addresses in order, each with the number of its object.
#[derive(Debug, Default)]
struct Addresses {
    regions: Vec<Region>,
    offsets: Vec<u32>,
    /// Where the objects of a bucket begin, and behind the last of a region where they end.
    buckets: Vec<u32>,
    /// Which of the objects lies at a place; empty where the file has them in order.
    order: Vec<u32>,
    /// The number of the first object.
    first: u32,
}

impl Addresses {
    /// Of objects in the order of the file, from this number on; of two at one address the first counts.
    fn of(addresses: &[u64], first: u32) -> Result<Self, Stop> {
        let mut made = Self {
            first,
            ..Self::default()
        };
        if !addresses.windows(2).all(|pair| pair[0] < pair[1]) {
            let mut order: Vec<u32> = (0..addresses.len() as u32).collect();
            // By number where addresses are equal, so that the first comes first.
            order.sort_unstable_by_key(|&number| (addresses[number as usize], number));
            order.dedup_by_key(|number| addresses[*number as usize]);
            made.order = order;
        }
        let count = if made.order.is_empty() {
            addresses.len()
        } else {
            made.order.len()
        };
        made.offsets.reserve_exact(count);
        for place in 0..count {
            let address = addresses[made.at(place) as usize];
            let is_new = made.regions.last().is_none_or(|region| address - region.base >= REGION_BYTES);
            if is_new {
                made.regions.push(Region {
                    base: address,
                    from: place,
                    to: place,
                    shift: 0,
                    first_bucket: 0,
                });
                if made.regions.len() > MOST_REGIONS {
                    return Err(Stop::Corrupt {
                        at: 0,
                        what: "objects lie in more regions of memory than any process has",
                    });
                }
            }
            if let Some(region) = made.regions.last_mut() {
                made.offsets.push((address - region.base) as u32);
                region.to = place + 1;
            }
        }
        made.fill_buckets();
        Ok(made)
    }

    fn fill_buckets(&mut self) {
        for region in &mut self.regions {
            let offsets = &self.offsets[region.from..region.to];
            let largest = offsets.last().copied().unwrap_or(0);
            let most = (offsets.len() / OBJECTS_A_BUCKET).max(1);
            let mut shift = 0;
            while (largest >> shift) as usize >= most && shift < 31 {
                shift += 1;
            }
            region.shift = shift;
            region.first_bucket = self.buckets.len();
            let mut place = 0;
            for bucket in 0..=(largest >> shift) {
                while place < offsets.len() && (offsets[place] >> shift) < bucket {
                    place += 1;
                }
                self.buckets.push((region.from + place) as u32);
            }
            self.buckets.push(region.to as u32);
        }
    }

    /// The number of the object at an address.
    fn number(&self, address: u64) -> Option<u32> {
        let region = match self.regions.len() {
            0 => return None,
            1 => &self.regions[0],
            _ => self
                .regions
                .get(self.regions.partition_point(|region| region.base <= address).checked_sub(1)?)?,
        };
        let offset = u32::try_from(address.checked_sub(region.base)?).ok()?;
        let bucket = region.first_bucket + (offset >> region.shift) as usize;
        let last = self.last_bucket(region);
        if bucket > last {
            return None;
        }
        let (from, to) = (self.buckets[bucket] as usize, self.buckets[bucket + 1] as usize);
        let place = self.offsets[from..to].binary_search(&offset).ok()?;
        Some(self.first + self.at(from + place))
    }

    /// All numbers in the order of their addresses, with these.
    fn in_order(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.regions.iter().flat_map(move |region| {
            (region.from..region.to).map(move |place| (self.first + self.at(place), region.base + u64::from(self.offsets[place])))
        })
    }

    fn at(&self, place: usize) -> u32 {
        self.order.get(place).copied().unwrap_or(place as u32)
    }

    fn last_bucket(&self, region: &Region) -> usize {
        let largest = self.offsets[region.to - 1];
        region.first_bucket + (largest >> region.shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_found_and_no_other() {
        let mut addresses: Vec<u64> = (0..5000u64).map(|number| 0x7000_0000 + number * number * 8).collect();
        addresses.extend((0..100u64).map(|number| (1 << 45) + number * 16));
        addresses.extend([u64::MAX, 8]);
        let mut mixed = addresses.clone();
        mixed.reverse();
        for given in [addresses, mixed] {
            let made = Addresses::of(&given, 7).unwrap();
            for (number, &address) in given.iter().enumerate() {
                assert_eq!(made.number(address), Some(7 + number as u32), "{address}");
                if !given.contains(&address.wrapping_add(4)) {
                    assert_eq!(made.number(address.wrapping_add(4)), None, "{address}");
                }
            }
            assert_eq!(made.number(0), None);
            let mut sorted = given.clone();
            sorted.sort_unstable();
            assert_eq!(made.in_order().map(|(_, address)| address).collect::<Vec<_>>(), sorted);
        }
    }

    #[test]
    fn the_first_of_two_at_one_address_counts() {
        let made = Addresses::of(&[64, 32, 64, 32], 0).unwrap();
        assert_eq!((made.number(64), made.number(32), made.number(48)), (Some(0), Some(1), None));
        assert_eq!(Addresses::of(&[], 0).unwrap().number(8), None);
    }

    #[test]
    fn classes_that_come_first_stand_apart() {
        let made = AddressMap::of(&[900, 100, 300, 400, 500], 2).unwrap();
        let found: Vec<_> = [900, 100, 300, 500, 200]
            .into_iter()
            .map(|address| made.number(address))
            .collect();
        assert_eq!(found, [Some(0), Some(1), Some(2), Some(4), None]);
        assert_eq!(made.in_order().collect::<Vec<_>>(), [(2, 300), (3, 400), (4, 500)]);
        assert!(made.others.order.is_empty());
    }

    #[test]
    fn addresses_all_over_memory_are_refused() {
        let scattered: Vec<u64> = (0..100_000u64).map(|number| number << 33).collect();
        assert!(Addresses::of(&scattered, 0).is_err());
    }
}
