//! Counts as bytes: HdrHistogram V2 with deflate, as every HdrHistogram library reads it.
//!
//! The library writes and reads the same, but anew each time: its compressor takes longer to set up than to run, its histogram longer to fill
//! than its counts to decode. Format: HdrHistogram, `EncodableHistogram` V2: a head, then ZigZag LEB128 counts, where a negative one
//! stands for so many empty buckets.

use std::cell::RefCell;

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::histogram::{BlobError, LOWEST_NS, SIGNIFICANT_DIGITS};
use crate::time_histogram::{highest_of, BUCKETS};

const COOKIE: u32 = 0x1c84_9313;
const DEFLATED_COOKIE: u32 = 0x1c84_9314;
const HEAD_BYTES: usize = 40;
/// A tenth larger than the level that libraries use, in less than half of the time.
const LEVEL: u32 = 3;
/// Room is made for so many counts at once.
const GROWTH: usize = 1024;
/// A count takes nine bytes at most.
const MOST_BYTES: usize = HEAD_BYTES + 9 * BUCKETS;

thread_local! {
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(LEVEL), true));
    static INFLATE: RefCell<Decompress> = RefCell::new(Decompress::new(true));
}

/// The counts without a head, not deflated.
pub(crate) fn pack(counts: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_counts(&mut bytes, counts);
    bytes.shrink_to_fit();
    bytes
}

/// The counts as a blob.
pub(crate) fn to_blob(counts: &[u64]) -> Result<Vec<u8>, BlobError> {
    let used = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    let highest_ns = highest_of(used.saturating_sub(1)).max(2 * LOWEST_NS);
    let mut plain = Vec::with_capacity(4096);
    plain.extend(COOKIE.to_be_bytes());
    plain.extend([0; 8]);
    plain.extend(u32::from(SIGNIFICANT_DIGITS).to_be_bytes());
    plain.extend(LOWEST_NS.to_be_bytes());
    plain.extend(highest_ns.to_be_bytes());
    plain.extend(1.0f64.to_be_bytes());
    push_counts(&mut plain, counts);
    if plain.len() == HEAD_BYTES {
        // Readers take at least one count.
        plain.push(0);
    }
    let counts_bytes = (plain.len() - HEAD_BYTES) as u32;
    plain[4..8].copy_from_slice(&counts_bytes.to_be_bytes());
    let mut blob = Vec::with_capacity(plain.len() + 64);
    blob.extend(DEFLATED_COOKIE.to_be_bytes());
    blob.extend([0; 4]);
    deflate(&plain, &mut blob)?;
    let deflated_bytes = (blob.len() - 8) as u32;
    blob[4..8].copy_from_slice(&deflated_bytes.to_be_bytes());
    Ok(blob)
}

/// Checks that the lengths in a blob's heads are those of its bytes: libraries make room for what the heads say.
pub(crate) fn check_lengths(blob: &[u8]) -> Result<(), BlobError> {
    let plain = inflated(blob)?;
    let counts = number(&plain, 4).and_then(|bytes| plain.get(HEAD_BYTES..HEAD_BYTES.checked_add(bytes as usize)?));
    counts.map(|_| ()).ok_or_else(cut_short)
}

fn inflated(blob: &[u8]) -> Result<Vec<u8>, BlobError> {
    if number(blob, 0) != Some(DEFLATED_COOKIE) {
        return Err(BlobError::Unreadable("it begins otherwise".into()));
    }
    let deflated = number(blob, 4).and_then(|bytes| blob.get(8..8usize.checked_add(bytes as usize)?));
    inflate(deflated.ok_or_else(cut_short)?)
}

/// Adds the counts of a blob that has these very buckets; false where it has others, and nothing was added.
pub(crate) fn add_blob(blob: &[u8], totals: &mut Vec<u64>) -> Result<bool, BlobError> {
    let plain = inflated(blob)?;
    let wide = |at: usize| Some(u64::from(number(&plain, at)?) << 32 | u64::from(number(&plain, at + 4)?));
    let alike = number(&plain, 0) == Some(COOKIE)
        && number(&plain, 8) == Some(0)
        && number(&plain, 12) == Some(u32::from(SIGNIFICANT_DIGITS))
        && wide(16) == Some(LOWEST_NS)
        && wide(32) == Some(1.0f64.to_bits());
    if !alike {
        return Ok(false);
    }
    let counts = number(&plain, 4).and_then(|bytes| plain.get(HEAD_BYTES..HEAD_BYTES.checked_add(bytes as usize)?));
    add_packed(counts.ok_or_else(cut_short)?, totals)?;
    Ok(true)
}

/// Adds counts that were packed.
pub(crate) fn add_packed(mut bytes: &[u8], totals: &mut Vec<u64>) -> Result<(), BlobError> {
    let mut bucket = 0usize;
    while !bytes.is_empty() {
        let coded = take_varint(&mut bytes)?;
        let value = (coded >> 1) as i64 ^ -((coded & 1) as i64);
        match u64::try_from(value) {
            Err(_) => bucket = bucket.saturating_add(usize::try_from(value.unsigned_abs()).unwrap_or(BUCKETS)),
            Ok(0) => bucket += 1,
            Ok(count) => {
                if bucket >= BUCKETS {
                    return Err(BlobError::Unreadable("it has counts beyond the longest time".into()));
                }
                if bucket >= totals.len() {
                    totals.resize((bucket + 1).next_multiple_of(GROWTH).min(BUCKETS), 0);
                }
                totals[bucket] = totals[bucket].saturating_add(count);
                bucket += 1;
            }
        }
    }
    Ok(())
}

fn cut_short() -> BlobError {
    BlobError::Unreadable("it is cut short".into())
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    four.try_into().ok().map(u32::from_be_bytes)
}

fn push_counts(bytes: &mut Vec<u8>, counts: &[u64]) {
    let mut empty = 0u64;
    for count in counts {
        if *count == 0 {
            empty += 1;
            continue;
        }
        match empty {
            0 => {}
            // One alone is written as a count of none.
            1 => bytes.push(0),
            many => push_varint(bytes, 2 * many - 1),
        }
        empty = 0;
        push_varint(bytes, (*count).min(i64::MAX as u64) << 1);
    }
}

/// LEB128 of at most nine bytes, the last of which is taken whole.
#[inline]
fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    for _ in 0..8 {
        if value < 0x80 {
            bytes.push(value as u8);
            return;
        }
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[inline]
fn take_varint(bytes: &mut &[u8]) -> Result<u64, BlobError> {
    if let Some((byte, rest)) = bytes.split_first().filter(|(byte, _)| **byte < 0x80) {
        *bytes = rest;
        return Ok(u64::from(*byte));
    }
    let mut value = 0u64;
    for position in 0..9 {
        let (byte, rest) = bytes.split_first().ok_or_else(cut_short)?;
        *bytes = rest;
        if position == 8 {
            return Ok(value | u64::from(*byte) << 56);
        }
        value |= u64::from(byte & 0x7f) << (7 * position);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Ok(value)
}

fn deflate(plain: &[u8], blob: &mut Vec<u8>) -> Result<(), BlobError> {
    DEFLATE.with_borrow_mut(|stream| {
        stream.reset();
        loop {
            let done = stream.total_in() as usize;
            blob.reserve(plain.len().max(64));
            let status = stream
                .compress_vec(&plain[done..], blob, FlushCompress::Finish)
                .map_err(|error| BlobError::Unwritable(error.to_string()))?;
            if status == Status::StreamEnd {
                return Ok(());
            }
        }
    })
}

fn inflate(deflated: &[u8]) -> Result<Vec<u8>, BlobError> {
    let likely = (8 * deflated.len()).clamp(256, MOST_BYTES);
    // Once there was too little room the stream cannot go on: even counts are deflated to a small part of their bytes.
    for capacity in [likely, MOST_BYTES] {
        if let Some(plain) = inflated_within(deflated, capacity)? {
            return Ok(plain);
        }
    }
    Err(BlobError::Unreadable("it is cut short, or has more than it can hold".into()))
}

fn inflated_within(deflated: &[u8], capacity: usize) -> Result<Option<Vec<u8>>, BlobError> {
    let mut plain = Vec::with_capacity(capacity);
    let status = INFLATE.with_borrow_mut(|stream| {
        stream.reset(true);
        stream.decompress_vec(deflated, &mut plain, FlushDecompress::Finish)
    });
    match status {
        Ok(Status::StreamEnd) => Ok(Some(plain)),
        Ok(_) => Ok(None),
        Err(error) => Err(BlobError::Unreadable(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SpanHistogram, TimeHistogram};
    use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
    use proptest::prelude::*;

    fn counted(values: &[u64]) -> Vec<u64> {
        let (mut window, mut counts) = (TimeHistogram::default(), Vec::new());
        values.iter().for_each(|value| window.record_ns(*value));
        window.add_to(&mut counts);
        counts
    }

    fn trimmed(mut counts: Vec<u64>) -> Vec<u64> {
        while counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }

    #[test]
    fn counts_that_deflate_to_next_to_nothing_are_read_again() {
        for length in [1, 300, 5_000, BUCKETS] {
            for every in [1, 2, 7] {
                let counts: Vec<u64> = (0..length).map(|bucket| u64::from(bucket % every == 0)).collect();
                let mut back = Vec::new();
                assert!(add_blob(&to_blob(&counts).unwrap(), &mut back).unwrap());
                assert_eq!(trimmed(back), trimmed(counts));
            }
        }
    }

    #[test]
    fn a_head_that_says_more_than_there_is_makes_no_room() {
        for declared in [2, 1 << 20, u32::MAX] {
            let mut plain = Vec::from(COOKIE.to_be_bytes());
            plain.extend(u32::to_be_bytes(declared));
            plain.extend([0; 4]);
            plain.extend(2u32.to_be_bytes());
            plain.extend(1u64.to_be_bytes());
            plain.extend(1_000u64.to_be_bytes());
            plain.extend(1.0f64.to_be_bytes());
            plain.push(0);
            let mut blob = Vec::from(DEFLATED_COOKIE.to_be_bytes());
            blob.extend([0; 4]);
            deflate(&plain, &mut blob).unwrap();
            let deflated_bytes = (blob.len() - 8) as u32;
            blob[4..8].copy_from_slice(&deflated_bytes.to_be_bytes());
            assert!(matches!(SpanHistogram::from_blob(&blob), Err(BlobError::Unreadable(_))));
        }
    }

    proptest! {
        #[test]
        fn a_blob_is_what_the_library_writes_and_reads(
            values in proptest::collection::vec((0u32..43, any::<u64>()).prop_map(|(bits, noise)| noise & ((1 << bits) - 1)), 0..600),
            times in 1u64..1_000_000_000,
        ) {
            let counts: Vec<u64> = counted(&values).into_iter().map(|count| count * times).collect();
            let mut histogram = hdrhistogram::Histogram::<u64>::new_with_bounds(LOWEST_NS, 3_600_000_000_000, 3).unwrap();
            for (bucket, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                histogram.record_n(highest_of(bucket), *count).unwrap();
            }
            let read: hdrhistogram::Histogram<u64> = Deserializer::new().deserialize(&mut &to_blob(&counts).unwrap()[..]).unwrap();
            prop_assert_eq!(&read, &histogram);
            let mut written = Vec::new();
            V2DeflateSerializer::new().serialize(&histogram, &mut written).unwrap();
            let (mut back, mut packed) = (Vec::new(), Vec::new());
            prop_assert!(add_blob(&written, &mut back).unwrap());
            add_packed(&pack(&counts), &mut packed).unwrap();
            prop_assert_eq!(trimmed(back), trimmed(counts.clone()));
            prop_assert_eq!(trimmed(packed), trimmed(counts));
        }

        #[test]
        fn bytes_that_are_no_blob_are_refused_or_read_and_never_end_the_program(noise in proptest::collection::vec(any::<u8>(), 0..200), at in 0usize..400) {
            let mut totals = Vec::new();
            let _ = add_packed(&noise, &mut totals);
            prop_assert!(totals.len() <= BUCKETS);
            let mut blob = to_blob(&counted(&[5_000_000, 90_000_000])).unwrap();
            let place = at % blob.len();
            for (byte, other) in blob[place..].iter_mut().zip(&noise) {
                *byte = *other;
            }
            let _ = SpanHistogram::from_blob(&blob);
            let _ = SpanHistogram::from_blob(&blob[..place]);
        }
    }
}
