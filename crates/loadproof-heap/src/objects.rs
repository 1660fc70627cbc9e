//! The first reading: every object by its number in the order of the file, with its class and length; classes, roots.

use std::collections::HashMap;

use crate::addresses::AddressMap;
use crate::classes::Classes;
use crate::input::Stop;
use crate::memory::{graph_bytes, Allowance, OBJECT_READ_BYTES};
use crate::visitor::{ClassRecord, Root, Visitor};
use crate::NONE;

const SHAPE_SHIFT: u32 = 30;
const LENGTH_BITS: u32 = 11;
const CLASS_MASK: u32 = (1 << (SHAPE_SHIFT - LENGTH_BITS)) - 1;
/// Longer arrays stand beside: each takes two kilobytes of the file or more.
const LONG: u32 = (1 << LENGTH_BITS) - 1;
/// Of objects, references and classes: what a number of four bytes can tell.
const MOST: usize = u32::MAX as usize - 1;
const BYTES_OF_A_ROOT: u64 = 24;
const BYTES_OF_A_LONG: u64 = 24;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Instance,
    /// Of references.
    Array,
    /// An array of values.
    Values,
    /// The object of a class.
    Class,
}

/// All objects.
#[derive(Debug)]
pub(crate) struct Objects {
    pub(crate) classes: Classes,
    pub(crate) roots: Vec<Root>,
    /// Shape, class and length.
    kinds: Vec<u32>,
    long: HashMap<u32, u32>,
    pub(crate) addresses: AddressMap,
}

impl Objects {
    pub(crate) fn count(&self) -> usize {
        self.kinds.len()
    }

    pub(crate) fn shape(&self, object: u32) -> Shape {
        match self.kinds[object as usize] >> SHAPE_SHIFT {
            0 => Shape::Instance,
            1 => Shape::Array,
            2 => Shape::Values,
            _ => Shape::Class,
        }
    }

    /// Its class; of the object of a class that class itself.
    pub(crate) fn class(&self, object: u32) -> u32 {
        self.kinds[object as usize] >> LENGTH_BITS & CLASS_MASK
    }

    fn length(&self, object: u32) -> u32 {
        match self.kinds[object as usize] & LONG {
            LONG => self.long.get(&object).copied().unwrap_or(LONG),
            length => length,
        }
    }

    pub(crate) fn bytes(&self, object: u32) -> u64 {
        let class = self.class(object);
        match self.shape(object) {
            Shape::Instance => self.classes.rows[class as usize].bytes,
            Shape::Array => self.classes.array_bytes(None, self.length(object)),
            Shape::Values => self.classes.array_bytes(Some(class), self.length(object)),
            Shape::Class => self.classes.class_bytes(class),
        }
    }

    /// Whether it may refer to anything.
    pub(crate) fn refers(&self, object: u32) -> bool {
        self.shape(object) != Shape::Values
    }

    /// The object of its class, to which it refers without a field.
    pub(crate) fn class_object(&self, object: u32) -> Option<u32> {
        match self.shape(object) {
            Shape::Instance | Shape::Array => {
                Some(self.classes.rows[self.class(object) as usize].object).filter(|&found| found != NONE)
            }
            Shape::Values | Shape::Class => None,
        }
    }

    /// Whether references take four bytes where identifiers have eight: an array that would else reach into the object
    /// behind it shows it, as Eclipse MAT has it.
    fn reference_bytes(&self) -> u8 {
        if self.classes.id_bytes != 8 {
            return self.classes.id_bytes;
        }
        let mut behind_wide_array = 0;
        for (object, address) in self.addresses.in_order() {
            if address < behind_wide_array {
                return 4;
            }
            behind_wide_array = match self.shape(object) {
                Shape::Array => address.saturating_add(16 + 8 * u64::from(self.length(object))),
                _ => 0,
            };
        }
        8
    }
}

/// Reads them.
pub(crate) struct ObjectReader<'a> {
    classes: Classes,
    roots: Vec<Root>,
    kinds: Vec<u32>,
    long: HashMap<u32, u32>,
    addresses: Vec<u64>,
    file_bytes: u64,
    allowance: Allowance,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> ObjectReader<'a> {
    pub(crate) fn new(id_bytes: u8, file_bytes: u64, allowance: Allowance, go_on: &'a mut dyn FnMut() -> bool) -> Self {
        Self {
            classes: Classes::new(id_bytes),
            roots: Vec::new(),
            kinds: Vec::new(),
            long: HashMap::new(),
            addresses: Vec::new(),
            file_bytes,
            allowance,
            go_on,
        }
    }

    /// What was read, all of it or what there was.
    pub(crate) fn objects(mut self) -> Result<Objects, Stop> {
        let is_class = |kind: u32| kind >> SHAPE_SHIFT == Shape::Class as u32;
        let classes = self.kinds.iter().take_while(|&&kind| is_class(kind)).count();
        let addresses = AddressMap::of(&self.addresses, classes)?;
        for row in &mut self.classes.rows {
            let object = addresses.number(row.record.address);
            row.object = object.filter(|&object| is_class(self.kinds[object as usize])).unwrap_or(NONE);
        }
        drop(self.addresses);
        let mut objects = Objects {
            classes: self.classes,
            roots: self.roots,
            kinds: self.kinds,
            long: self.long,
            addresses,
        };
        let reference_bytes = objects.reference_bytes();
        objects.classes.resolve(reference_bytes)?;
        Ok(objects)
    }

    fn add(&mut self, address: u64, class: u32, shape: Shape, length: u32) -> Result<(), Stop> {
        if self.kinds.len() >= MOST || class > CLASS_MASK {
            return Err(Stop::Memory(u64::MAX));
        }
        if length >= LONG {
            self.long.insert(self.kinds.len() as u32, length);
        }
        self.kinds
            .push(length.min(LONG) | (class << LENGTH_BITS) | ((shape as u32) << SHAPE_SHIFT));
        self.addresses.push(address);
        Ok(())
    }
}

impl Visitor for ObjectReader<'_> {
    const BODIES: bool = false;

    fn text(&mut self, id: u64, text: &[u8]) {
        self.classes.add_text(id, text);
    }

    fn load_class(&mut self, address: u64, name: u64) {
        let number = self.classes.number(address) as usize;
        self.classes.rows[number].name_id = name;
    }

    fn root(&mut self, root: Root) {
        self.roots.push(root);
    }

    fn class(&mut self, class: ClassRecord) -> Result<(), Stop> {
        let (address, number) = (class.address, self.classes.number(class.address));
        self.classes.rows[number as usize].record = class;
        self.add(address, number, Shape::Class, 0)
    }

    fn instance(&mut self, address: u64, class: u64, _body: &[u8]) -> Result<(), Stop> {
        let class = self.classes.number(class);
        self.add(address, class, Shape::Instance, 0)
    }

    fn array(&mut self, address: u64, class: u64, length: u32) -> Result<(), Stop> {
        let class = self.classes.number(class);
        self.add(address, class, Shape::Array, length)
    }

    fn values(&mut self, address: u64, code: u8, length: u32) -> Result<(), Stop> {
        self.add(address, Classes::of_values(code), Shape::Values, length)
    }

    fn go_on(&mut self, at: u64) -> Result<(), Stop> {
        let objects = self.kinds.len() as u64;
        let beside = self.roots.len() as u64 * BYTES_OF_A_ROOT + self.long.len() as u64 * BYTES_OF_A_LONG;
        let held = objects * OBJECT_READ_BYTES + beside + self.classes.held_bytes();
        if self.allowance.check(held).is_err() {
            // As many in the rest of the file as so far, with two references each.
            let all = objects as f64 * (self.file_bytes as f64 / at.max(1) as f64).max(1.0);
            return Err(Stop::Memory(held.max(graph_bytes(all as u64, 2 * all as u64))));
        }
        if (self.go_on)() {
            Ok(())
        } else {
            Err(Stop::Interrupted)
        }
    }
}
