//! Classes: fields and sizes.

use std::collections::HashMap;

use crate::class_names::{is_container, written};
use crate::input::Stop;
use crate::roles::{role, strength, Role, Strength};
use crate::visitor::{ClassRecord, Kind};
use crate::NONE;

/// The arrays of values come first, by the codes of their types.
const VALUE_ARRAYS: [&str; 8] = [
    "boolean[]",
    "char[]",
    "float[]",
    "double[]",
    "byte[]",
    "short[]",
    "int[]",
    "long[]",
];
const FIRST_CODE: u8 = 4;
/// No chain of classes is longer; one that is goes in a circle.
const LONGEST_CHAIN: usize = 100;
/// Of all classes together, with those of the classes above them.
const MOST_FIELDS: usize = 1 << 26;
const BYTES_OF_A_CLASS: u64 = 320;
const BYTES_OF_A_NAME: u64 = 40;
/// Names of more than these take more than any program has: a dump that goes on has them left out.
const MOST_NAMES: usize = 8 << 20;
const MOST_NAME_BYTES: usize = 512 << 20;

/// A field that refers to an object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReferenceField {
    /// Where it stands in the bytes of an object.
    pub(crate) offset: usize,
    pub(crate) name: u64,
    /// Where it holds less than others do.
    pub(crate) strength: Option<Strength>,
}

#[derive(Debug, Default)]
pub(crate) struct Class {
    pub(crate) record: ClassRecord,
    pub(crate) name_id: u64,
    /// Its object.
    pub(crate) object: u32,
    /// Of one object, where it has no length of its own.
    pub(crate) bytes: u64,
    pub(crate) references: Vec<ReferenceField>,
    pub(crate) role: Role,
    pub(crate) is_container: bool,
    /// As programmers write it.
    pub(crate) name: String,
    /// Where a direct buffer has how much it holds, and whether it shares that with another.
    pub(crate) capacity_offset: Option<usize>,
    pub(crate) shared_offsets: Vec<usize>,
}

/// All of them, by a number each.
#[derive(Debug)]
pub(crate) struct Classes {
    pub(crate) rows: Vec<Class>,
    by_address: HashMap<u64, u32>,
    last: (u64, u32),
    texts: Vec<u8>,
    names: HashMap<u64, (usize, u16)>,
    pub(crate) id_bytes: u8,
    pub(crate) reference_bytes: u8,
    /// Of the object of a class, without its static fields.
    class_object_bytes: u64,
}

impl Classes {
    pub(crate) fn new(id_bytes: u8) -> Self {
        let rows = VALUE_ARRAYS
            .iter()
            .map(|name| Class {
                name: (*name).to_owned(),
                object: NONE,
                is_container: true,
                ..Class::default()
            })
            .collect();
        Self {
            rows,
            by_address: HashMap::new(),
            last: (0, NONE),
            texts: Vec::new(),
            names: HashMap::new(),
            id_bytes,
            reference_bytes: id_bytes,
            class_object_bytes: 0,
        }
    }

    /// The number of the arrays of values of a type.
    pub(crate) fn of_values(code: u8) -> u32 {
        u32::from(code.clamp(FIRST_CODE, FIRST_CODE + 7) - FIRST_CODE)
    }

    pub(crate) fn add_text(&mut self, id: u64, text: &[u8]) {
        if self.names.len() < MOST_NAMES && self.texts.len() + text.len() < MOST_NAME_BYTES {
            // Names are cut far below 64 KiB.
            self.names.insert(id, (self.texts.len(), text.len() as u16));
            self.texts.extend_from_slice(text);
        }
    }

    pub(crate) fn text(&self, id: u64) -> String {
        self.names
            .get(&id)
            .and_then(|&(from, length)| self.texts.get(from..from + usize::from(length)))
            .map_or_else(|| "?".to_owned(), |text| String::from_utf8_lossy(text).into_owned())
    }

    /// The number of the class at an address, which may be described later, or never.
    pub(crate) fn number(&mut self, address: u64) -> u32 {
        if self.last.0 == address && self.last.1 != NONE {
            return self.last.1;
        }
        let next = self.rows.len() as u32;
        let number = *self.by_address.entry(address).or_insert(next);
        if number == next {
            self.rows.push(Class {
                object: NONE,
                record: ClassRecord {
                    address,
                    ..ClassRecord::default()
                },
                ..Class::default()
            });
        }
        self.last = (address, number);
        number
    }

    pub(crate) fn known(&self, address: u64) -> Option<u32> {
        self.by_address.get(&address).copied()
    }

    /// About how much memory they take.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.rows.len() as u64 * BYTES_OF_A_CLASS + self.names.len() as u64 * BYTES_OF_A_NAME + self.texts.len() as u64
    }

    /// Sizes, places of references and names, when all are known.
    pub(crate) fn resolve(&mut self, reference_bytes: u8) -> Result<(), Stop> {
        self.reference_bytes = reference_bytes;
        for number in VALUE_ARRAYS.len()..self.rows.len() {
            self.rows[number].name = written(&self.text(self.rows[number].name_id));
        }
        let mut fields = 0;
        for number in VALUE_ARRAYS.len()..self.rows.len() {
            let chain = self.chain(number);
            fields += chain.iter().map(|&one| 1 + self.rows[one].record.fields.len()).sum::<usize>();
            if fields > MOST_FIELDS {
                return Err(Stop::Corrupt {
                    at: 0,
                    what: "classes have more fields than those of any program",
                });
            }
            let names: Vec<&str> = chain.iter().map(|&one| self.rows[one].name.as_str()).collect();
            let role = role(&names);
            let references = self.references(&chain, &names);
            let is_buffer = role == Role::DirectBuffer;
            let capacity_offset = is_buffer.then(|| self.offset_of(&chain, "capacity")).flatten();
            // Slices and duplicates hold their buffer in `att`; a mapped file has its descriptor in `fd`.
            let shared = ["att", "fd"].iter().filter(|_| is_buffer);
            let shared_offsets: Vec<usize> = shared.filter_map(|name| self.offset_of(&chain, name)).collect();
            let (bytes, is_container) = (self.instance_bytes(&chain), is_container(names[0]));
            let row = &mut self.rows[number];
            (row.references, row.bytes, row.role, row.is_container) = (references, bytes, role, is_container);
            (row.capacity_offset, row.shared_offsets) = (capacity_offset, shared_offsets);
        }
        self.class_object_bytes = self.class_object_bytes();
        Ok(())
    }

    /// Bytes of an array with so many elements, of values of this number or of references.
    pub(crate) fn array_bytes(&self, values: Option<u32>, length: u32) -> u64 {
        let reference = u64::from(self.reference_bytes);
        let head = self.head_bytes() + 4;
        let length = u64::from(length);
        match values {
            None => aligned(head + length * reference, 8),
            Some(number) => {
                let each = u64::from(Kind::Value(FIRST_CODE + number.min(7) as u8).bytes(self.id_bytes));
                aligned(aligned(head, reference) + length * each, 8)
            }
        }
    }

    /// Bytes of the object of a class, with its static fields.
    pub(crate) fn class_bytes(&self, number: u32) -> u64 {
        let record = &self.rows[number as usize].record;
        let statics = record.statics.len() as u64 * u64::from(self.reference_bytes) + record.static_value_bytes;
        aligned(self.class_object_bytes + statics, 8)
    }

    /// Fields of `java.lang.Class`, and those that HotSpot adds and no dump tells (`CLASS_INJECTED_FIELDS` in its
    /// `javaClasses.hpp`): two pointers, two integers, three references.
    fn class_object_bytes(&self) -> u64 {
        let found = (VALUE_ARRAYS.len()..self.rows.len()).find(|&number| self.rows[number].name == "java.lang.Class");
        let Some(number) = found.filter(|&number| !self.rows[number].record.fields.is_empty()) else {
            return self.head_bytes();
        };
        let added = 2 * u64::from(self.id_bytes) + 8 + 3 * u64::from(self.reference_bytes);
        self.unaligned_bytes(&self.chain(number)) + added
    }

    /// The mark word and the class, as Eclipse MAT counts them.
    fn head_bytes(&self) -> u64 {
        u64::from(self.id_bytes) + u64::from(self.reference_bytes)
    }

    /// The class and those above it.
    fn chain(&self, number: usize) -> Vec<usize> {
        let mut chain = vec![number];
        let mut above = self.rows[number].record.superclass;
        while let Some(next) = self.known(above).filter(|_| above != 0) {
            let next = next as usize;
            if chain.contains(&next) || chain.len() >= LONGEST_CHAIN {
                break;
            }
            chain.push(next);
            above = self.rows[next].record.superclass;
        }
        chain
    }

    /// Where each field of an object stands in its bytes: those of its class first, then of the class above it.
    fn places<'a>(&'a self, chain: &'a [usize]) -> impl Iterator<Item = (usize, usize, u64, Kind)> + 'a {
        let mut offset = 0;
        let fields = chain
            .iter()
            .enumerate()
            .flat_map(move |(level, &class)| self.rows[class].record.fields.iter().map(move |field| (level, field)));
        fields.map(move |(level, &(name, kind))| {
            let here = offset;
            offset += usize::from(kind.bytes(self.id_bytes));
            (level, here, name, kind)
        })
    }

    fn references(&self, chain: &[usize], names: &[&str]) -> Vec<ReferenceField> {
        self.places(chain)
            .filter(|(.., kind)| *kind == Kind::Reference)
            .map(|(level, offset, name, _)| {
                let is_referent = names[level] == "java.lang.ref.Reference" && self.text(name) == "referent";
                let strength = is_referent.then(|| strength(names));
                ReferenceField { offset, name, strength }
            })
            .collect()
    }

    fn offset_of(&self, chain: &[usize], wanted: &str) -> Option<usize> {
        self.places(chain)
            .find(|&(_, _, name, _)| self.text(name) == wanted)
            .map(|(_, offset, ..)| offset)
    }

    /// As Eclipse MAT does: each class begins where the one above it ends, at a multiple of a reference.
    fn instance_bytes(&self, chain: &[usize]) -> u64 {
        aligned(self.unaligned_bytes(chain), 8)
    }

    fn unaligned_bytes(&self, chain: &[usize]) -> u64 {
        let reference = u64::from(self.reference_bytes);
        let mut bytes = self.head_bytes();
        for &class in chain.iter().rev() {
            let own: u64 = self.rows[class]
                .record
                .fields
                .iter()
                .map(|(_, kind)| u64::from(kind.bytes(self.reference_bytes)))
                .sum();
            bytes = aligned(bytes + own, reference);
        }
        bytes
    }
}

fn aligned(bytes: u64, to: u64) -> u64 {
    bytes.div_ceil(to) * to
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A class with a reference and an int, below one with a long, below Object; its chain may be a circle.
    fn classes(top: u64) -> Classes {
        let mut classes = Classes::new(8);
        for (id, text) in [
            (1, "a/Low"),
            (2, "a/High"),
            (3, "java/lang/Object"),
            (4, "kept"),
            (5, "number"),
            (6, "time"),
        ] {
            classes.add_text(id, text.as_bytes());
        }
        for (address, superclass, name, fields) in [
            (100, 200, 1, vec![(4, Kind::Reference), (5, Kind::Value(10))]),
            (200, 300, 2, vec![(6, Kind::Value(11))]),
            (300, top, 3, vec![]),
        ] {
            let number = classes.number(address) as usize;
            classes.rows[number].name_id = name;
            classes.rows[number].record = ClassRecord {
                address,
                superclass,
                fields,
                ..ClassRecord::default()
            };
        }
        classes
    }

    #[test]
    fn sizes_and_places_follow_the_chain_of_classes() {
        for (reference_bytes, bytes) in [(4, 32), (8, 40)] {
            let mut made = classes(0);
            made.resolve(reference_bytes).unwrap();
            let low = &made.rows[made.known(100).unwrap() as usize];
            // 12 + 8 + 4 + 4 = 28; 16 + 8 + 8 + 4 = 36: multiples of 8.
            assert_eq!((low.bytes, low.name.as_str()), (bytes, "a.Low"));
            assert_eq!(
                low.references
                    .iter()
                    .map(|field| (field.offset, field.name))
                    .collect::<Vec<_>>(),
                [(0, 4)]
            );
            assert_eq!(made.array_bytes(None, 3), if reference_bytes == 4 { 32 } else { 48 });
            assert_eq!(
                made.array_bytes(Some(Classes::of_values(8)), 3),
                if reference_bytes == 4 { 24 } else { 32 }
            );
        }
    }

    #[test]
    fn the_object_of_a_class_is_as_large_as_hotspot_makes_it() {
        // As in JDK 17: 14 references and an int, in a heap with references of four bytes; 112 by its histogram.
        let mut made = classes(0);
        made.add_text(7, b"java/lang/Class");
        let number = made.number(400) as usize;
        let references = std::iter::repeat_n((4, Kind::Reference), 14);
        made.rows[number].name_id = 7;
        made.rows[number].record.superclass = 300;
        made.rows[number].record.fields = references.chain([(5, Kind::Value(10))]).collect();
        let other = made.number(100);
        made.resolve(4).unwrap();
        assert_eq!(made.class_bytes(other), 112);
        made.rows[other as usize].record.statics = vec![(4, 0), (5, 0)];
        assert_eq!(made.class_bytes(other), 120);
        assert_eq!(made.rows[number].bytes, 72);
    }

    #[test]
    fn a_circle_of_classes_ends() {
        let mut made = classes(100);
        made.resolve(4).unwrap();
        assert_eq!(made.rows[made.known(300).unwrap() as usize].references.len(), 1);
    }
}
