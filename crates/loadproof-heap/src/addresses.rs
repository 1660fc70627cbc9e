//! From the address of an object to its number: where objects lie close, in one bit for each place that may have one.

use crate::input::Stop;
use crate::order::Order;

const REGION_BYTES: u64 = 1 << 32;
/// Of a heap there are some; a dump that has more was made to take memory.
const MOST_REGIONS: usize = 1 << 16;
const OBJECTS_A_BUCKET: usize = 4;
/// HotSpot puts objects there, unless it is told otherwise.
const ALIGNMENT: u64 = 8;
const WORDS_A_BLOCK: usize = 8;
/// Of memory for each object: with fewer of it bits take less room than offsets do.
const CLOSE_BYTES: u64 = 256;

/// Places of objects that lie close, a bit for each, and how many there are before each block of them.
#[derive(Debug, Default)]
struct Places {
    base: u64,
    words: Vec<u64>,
    before: Vec<u32>,
}

impl Places {
    /// Of addresses in order; none where they lie wide apart, or between the places.
    fn of(addresses: impl Iterator<Item = u64> + Clone, count: usize) -> Option<Self> {
        let (base, last) = (addresses.clone().next()?, addresses.clone().last()?);
        let bits = (last - base) / ALIGNMENT + 1;
        if bits > CLOSE_BYTES / ALIGNMENT * count as u64 || addresses.clone().any(|address| (address - base) % ALIGNMENT != 0) {
            return None;
        }
        let mut words = vec![0u64; (bits as usize).div_ceil(64)];
        for address in addresses {
            let bit = (address - base) / ALIGNMENT;
            words[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        let mut below = 0;
        let mut before = Vec::with_capacity(words.len().div_ceil(WORDS_A_BLOCK));
        for block in words.chunks(WORDS_A_BLOCK) {
            before.push(below);
            below += block.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        Some(Self { base, words, before })
    }

    /// How many addresses are below this one; none where it is not one of them.
    fn place(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.base)?;
        let (at, bit) = ((offset / (64 * ALIGNMENT)) as usize, offset / ALIGNMENT % 64);
        let word = *self.words.get(at)?;
        if offset % ALIGNMENT != 0 || word >> bit & 1 == 0 {
            return None;
        }
        let block = at / WORDS_A_BLOCK;
        let within: u32 = self.words[block * WORDS_A_BLOCK..at]
            .iter()
            .map(|word| word.count_ones())
            .sum();
        let below = (word & ((1 << bit) - 1)).count_ones();
        Some((self.before[block] + within + below) as usize)
    }

    /// All addresses in order.
    fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().enumerate().flat_map(move |(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                if left == 0 {
                    return None;
                }
                left &= left - 1;
                Some(self.base + (at as u64 * 64 + u64::from(bit)) * ALIGNMENT)
            })
        })
    }
}

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
#[derive(Debug)]
struct Addresses {
    /// Of those that lie close; they have no regions then.
    close: Option<Places>,
    regions: Vec<Region>,
    offsets: Vec<u32>,
    /// Where the objects of a bucket begin, and behind the last of a region where they end.
    buckets: Vec<u32>,
    order: Order,
    /// The number of the first object.
    first: u32,
}

impl Addresses {
    /// Of objects in the order of the file, from this number on; of two at one address the first counts.
    fn of(addresses: &[u64], first: u32) -> Result<Self, Stop> {
        let order = Order::of(addresses);
        let count = order.count();
        let close = Places::of((0..count).map(|place| addresses[order.at(place) as usize]), count);
        let mut made = Self {
            close,
            regions: Vec::new(),
            offsets: Vec::new(),
            buckets: Vec::new(),
            order,
            first,
        };
        if made.close.is_some() {
            return Ok(made);
        }
        made.offsets.reserve_exact(count);
        for place in 0..count {
            let address = addresses[made.order.at(place) as usize];
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
        if let Some(places) = &self.close {
            return Some(self.first + self.order.at(places.place(address)?));
        }
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
        Some(self.first + self.order.at(from + place))
    }

    /// All numbers in the order of their addresses, with these.
    fn in_order(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        let close = self.close.iter().flat_map(Places::all).enumerate();
        let close = close.map(|(place, address)| (self.first + self.order.at(place), address));
        let apart = self.regions.iter().flat_map(move |region| {
            (region.from..region.to).map(move |place| {
                (
                    self.first + self.order.at(place),
                    region.base + u64::from(self.offsets[place]),
                )
            })
        });
        close.chain(apart)
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
    fn addresses_that_lie_close_take_a_bit_for_each_place() {
        let close: Vec<u64> = (0..5000u64)
            .map(|number| 0x7000_0000 + number * number % 64 * 8 + number * 512)
            .collect();
        let made = Addresses::of(&close[..100], 0).unwrap();
        assert!(made.close.is_none());
        let close: Vec<u64> = (0..5000u64)
            .map(|number| 0x7000_0000 + (number / 3 * 7 + number % 3) * 8)
            .collect();
        let mut mixed = close.clone();
        mixed.reverse();
        for given in [close, mixed] {
            let made = Addresses::of(&given, 7).unwrap();
            assert!(made.close.is_some() && made.offsets.is_empty());
            for address in (0x7000_0000 - 16)..(0x7000_0000 + 5000 * 24) {
                let expected = given.iter().position(|&one| one == address).map(|number| 7 + number as u32);
                assert_eq!(made.number(address), expected, "{address}");
            }
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
        assert!(matches!(made.others.order, Order::OfFile { count: 3 }));
    }

    #[test]
    fn addresses_all_over_memory_are_refused() {
        let scattered: Vec<u64> = (0..100_000u64).map(|number| number << 33).collect();
        assert!(Addresses::of(&scattered, 0).is_err());
    }
}
