//! The second reading: who refers to whom. What each class refers to, and the local variables of threads, stand beside.

use std::collections::{BTreeMap, HashMap};

use crate::input::Stop;
use crate::memory::Allowance;
use crate::objects::{Objects, Shape};
use crate::records::number;
use crate::roles::Strength;
use crate::visitor::{ClassRecord, RootKind, Visitor};
use crate::{Bits, NONE};

const MOST_REFERENCES: usize = u32::MAX as usize - 1;

/// A reference that does not keep alive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeakReference {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) strength: Strength,
}

/// A buffer outside of the heap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Buffer {
    pub(crate) object: u32,
    pub(crate) bytes: u64,
}

/// Who refers to whom.
#[derive(Debug, Default)]
pub(crate) struct References {
    starts: Vec<u32>,
    targets: Vec<u32>,
    pub(crate) weak: Vec<WeakReference>,
    pub(crate) buffers: Vec<Buffer>,
    /// Each object that is alive of itself, once, with why.
    pub(crate) roots: Vec<(u32, RootKind)>,
    /// In order, as what is told of their holders goes by it.
    locals: BTreeMap<u32, Vec<u32>>,
    threads: Bits,
}

impl References {
    /// The object at a place among those that one refers to: `None` behind the last, `NONE` where there is none at it.
    pub(crate) fn at(&self, objects: &Objects, object: u32, place: u32) -> Option<u32> {
        let (from, to) = (self.starts[object as usize], self.starts[object as usize + 1]);
        let own = to - from;
        if place < own {
            return Some(self.targets[(from + place) as usize]);
        }
        if place == own {
            return Some(objects.class_object(object).unwrap_or(NONE));
        }
        if !self.threads.has(object) {
            return None;
        }
        self.locals.get(&object)?.get((place - own - 1) as usize).copied()
    }

    /// All that an object refers to.
    pub(crate) fn of<'a>(&'a self, objects: &'a Objects, object: u32) -> impl Iterator<Item = u32> + 'a {
        let (from, to) = (self.starts[object as usize], self.starts[object as usize + 1]);
        let own = &self.targets[from as usize..to as usize];
        let is_thread = self.threads.has(object);
        let locals = if is_thread { self.locals_of(object) } else { &[] };
        own.iter()
            .copied()
            .chain(objects.class_object(object))
            .chain(locals.iter().copied())
    }

    pub(crate) fn count(&self) -> usize {
        self.targets.len()
    }

    /// What a thread holds in its local variables.
    pub(crate) fn locals_of(&self, thread: u32) -> &[u32] {
        self.locals.get(&thread).map(Vec::as_slice).unwrap_or_default()
    }

    /// What all threads hold there.
    pub(crate) fn locals(&self) -> impl Iterator<Item = (u32, &[u32])> + '_ {
        self.locals.iter().map(|(&thread, locals)| (thread, locals.as_slice()))
    }

    /// Gives back what only the graph needs.
    pub(crate) fn forget_targets(&mut self) {
        self.starts = Vec::new();
        self.targets = Vec::new();
    }

    /// Roots, and what threads hold in their local variables: by way of their object, where it is known.
    pub(crate) fn add_roots(&mut self, objects: &Objects) {
        let mut threads = HashMap::new();
        for root in objects.roots.iter().filter(|root| root.kind == RootKind::Thread) {
            if let (Some(thread), Some(object)) = (root.thread, objects.addresses.number(root.address)) {
                threads.insert(thread, object);
            }
        }
        self.threads = Bits::below(objects.count());
        let mut is_root = Bits::below(objects.count());
        for root in &objects.roots {
            let Some(object) = objects.addresses.number(root.address) else {
                continue;
            };
            let holder = root
                .thread
                .filter(|_| root.kind != RootKind::Thread)
                .and_then(|thread| threads.get(&thread));
            match holder {
                Some(&thread) => {
                    self.threads.add(thread);
                    self.locals.entry(thread).or_default().push(object);
                }
                None => {
                    if is_root.add(object) {
                        self.roots.push((object, root.kind));
                    }
                }
            }
        }
        // A dump without them has its classes of the boot loader alive all the same.
        if !objects.roots.iter().any(|root| root.kind == RootKind::StickyClass) {
            for row in objects
                .classes
                .rows
                .iter()
                .filter(|row| row.object != NONE && row.record.loader == 0)
            {
                if is_root.add(row.object) {
                    self.roots.push((row.object, RootKind::StickyClass));
                }
            }
        }
    }
}

/// Reads them.
pub(crate) struct ReferenceReader<'a> {
    objects: &'a Objects,
    references: References,
    allowance: Allowance,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> ReferenceReader<'a> {
    pub(crate) fn new(objects: &'a Objects, allowance: Allowance, go_on: &'a mut dyn FnMut() -> bool) -> Result<Self, Stop> {
        allowance.check_graph(objects.count() as u64, 0)?;
        let mut references = References::default();
        references.starts.reserve_exact(objects.count() + 1);
        Ok(Self {
            objects,
            references,
            allowance,
            go_on,
        })
    }

    /// What was read. Fails where the file has changed between the readings.
    pub(crate) fn references(mut self) -> Result<References, Stop> {
        if self.references.starts.len() != self.objects.count() {
            return Err(changed());
        }
        self.allowance
            .check_graph(self.objects.count() as u64, self.references.targets.len() as u64)?;
        self.references.starts.push(self.references.targets.len() as u32);
        self.references.add_roots(self.objects);
        Ok(self.references)
    }

    fn begin(&mut self) -> Result<u32, Stop> {
        let object = self.references.starts.len();
        if object >= self.objects.count() {
            return Err(changed());
        }
        if self.references.targets.len() >= MOST_REFERENCES {
            return Err(Stop::Memory(u64::MAX));
        }
        self.references.starts.push(self.references.targets.len() as u32);
        Ok(object as u32)
    }

    fn refer(&mut self, address: u64) {
        if self.references.targets.len() < MOST_REFERENCES {
            if let Some(target) = self.objects.addresses.number(address) {
                self.references.targets.push(target);
            }
        }
    }

    fn buffer(&mut self, object: u32, class: usize, body: &[u8]) {
        let row = &self.objects.classes.rows[class];
        let id_bytes = usize::from(self.objects.classes.id_bytes);
        let is_shared = row
            .shared_offsets
            .iter()
            .any(|&offset| body.get(offset..offset + id_bytes).is_some_and(|bytes| number(bytes) != 0));
        let held = row.capacity_offset.and_then(|offset| body.get(offset..offset + 4));
        if let Some(bytes) = held
            .map(number)
            .filter(|&bytes| !is_shared && bytes > 0 && bytes <= i32::MAX as u64)
        {
            self.references.buffers.push(Buffer { object, bytes });
        }
    }
}

fn changed() -> Stop {
    Stop::Corrupt {
        at: 0,
        what: "the file has changed while it was read",
    }
}

impl Visitor for ReferenceReader<'_> {
    const BODIES: bool = true;

    fn class(&mut self, class: ClassRecord) -> Result<(), Stop> {
        self.begin()?;
        for address in [class.superclass, class.loader].into_iter().chain(class.others) {
            self.refer(address);
        }
        for (_, address) in class.statics {
            self.refer(address);
        }
        Ok(())
    }

    fn instance(&mut self, _address: u64, class: u64, body: &[u8]) -> Result<(), Stop> {
        let object = self.begin()?;
        let objects = self.objects;
        let Some(class) = objects.classes.known(class) else {
            return Err(changed());
        };
        let row = &objects.classes.rows[class as usize];
        let id_bytes = usize::from(objects.classes.id_bytes);
        for field in &row.references {
            let Some(bytes) = body.get(field.offset..field.offset + id_bytes) else {
                break;
            };
            let address = number(bytes);
            match field.strength {
                None => self.refer(address),
                Some(strength) => {
                    let to = objects.addresses.number(address);
                    if let Some(to) = to {
                        self.references.weak.push(WeakReference {
                            from: object,
                            to,
                            strength,
                        });
                    }
                }
            }
        }
        if row.capacity_offset.is_some() {
            self.buffer(object, class as usize, body);
        }
        Ok(())
    }

    fn array(&mut self, _address: u64, _class: u64, _length: u32) -> Result<(), Stop> {
        self.begin().map(|_| ())
    }

    fn elements(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        for element in bytes.chunks_exact(usize::from(self.objects.classes.id_bytes)) {
            self.refer(number(element));
        }
        Ok(())
    }

    fn values(&mut self, _address: u64, _code: u8, _length: u32) -> Result<(), Stop> {
        let object = self.begin()?;
        if self.objects.shape(object) == Shape::Values {
            Ok(())
        } else {
            Err(changed())
        }
    }

    fn go_on(&mut self, _at: u64) -> Result<(), Stop> {
        let read = self.references.starts.len() as u64;
        // One that does not keep alive takes as much as two others.
        let references = self.references.targets.len() as u64 + 2 * self.references.weak.len() as u64;
        let objects = self.objects.count() as u64;
        if let Err(stop) = self.allowance.check_graph(objects, references) {
            // As many for each object as so far.
            let all = references.saturating_mul(objects) / read.max(1);
            return self.allowance.check_graph(objects, all.max(references)).and(Err(stop));
        }
        if (self.go_on)() {
            Ok(())
        } else {
            Err(Stop::Interrupted)
        }
    }
}
