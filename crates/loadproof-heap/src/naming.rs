//! The third reading: by which fields objects refer to those that are told of, and what the fields of each class keep.

use std::collections::HashMap;

use crate::dominators::Dominators;
use crate::input::Stop;
use crate::objects::{Objects, Shape};
use crate::records::number;
use crate::references::References;
use crate::report::{Holder, Link};
use crate::roles::Role;
use crate::visitor::{ClassRecord, Visitor};
use crate::{Bits, NONE};

const MOST_HOLDERS: usize = 8;
const MOST_FIELDS: usize = 1 << 20;
const OWN_LOCALS: [&str; 2] = ["threadLocals", "inheritableThreadLocals"];

/// How one object refers to another, by the identifier of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LinkId {
    Field(u64),
    Static(u64),
    Element,
    Local,
    Class,
}

/// A class and how its object refers.
pub(crate) type HolderId = (u32, LinkId);

/// What the objects of a class keep by one field.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum {
    pub(crate) targets: u64,
    pub(crate) kept_bytes: u64,
    pub(crate) largest: u64,
    /// The class of the largest.
    pub(crate) class: u32,
}

impl Sum {
    pub(crate) fn add(&mut self, kept_bytes: u64, class: u32) {
        self.targets += 1;
        self.kept_bytes += kept_bytes;
        if kept_bytes >= self.largest {
            (self.largest, self.class) = (kept_bytes, class);
        }
    }

    fn join(&mut self, other: Self) {
        self.targets += other.targets;
        self.kept_bytes += other.kept_bytes;
        if other.largest >= self.largest {
            (self.largest, self.class) = (other.largest, other.class);
        }
    }
}

/// Who refers to an object: those that own it before those that merely hold it.
#[derive(Debug, Default)]
struct Holders {
    owners: Vec<HolderId>,
    containers: Vec<HolderId>,
}

/// What is asked for, and found.
#[derive(Debug, Default)]
pub(crate) struct Names {
    wanted: HashMap<(u32, u32), Option<LinkId>>,
    holders: HashMap<u32, Holders>,
    fields: HashMap<HolderId, Sum>,
    thread_locals: HashMap<u32, Sum>,
    local_holders: HashMap<u32, HolderId>,
}

impl Names {
    /// Asks how one number refers to another.
    pub(crate) fn want(&mut self, from: u32, to: u32) {
        self.wanted.entry((from, to)).or_default();
    }

    /// Asks who refers to a number.
    pub(crate) fn want_holders(&mut self, to: u32) {
        self.holders.entry(to).or_default();
    }

    /// How one refers to another; none where that was not asked for, or no object of the file tells it.
    pub(crate) fn link(&self, from: u32, to: u32) -> Option<LinkId> {
        self.wanted.get(&(from, to)).copied().flatten()
    }

    /// Who refers to a number: owners where there are some.
    pub(crate) fn holders_of(&self, to: u32) -> &[HolderId] {
        let own = self.owners_of(to);
        if !own.is_empty() {
            return own;
        }
        self.holders
            .get(&to)
            .map(|found| found.containers.as_slice())
            .unwrap_or_default()
    }

    /// Those that own it.
    pub(crate) fn owners_of(&self, to: u32) -> &[HolderId] {
        self.holders.get(&to).map(|found| found.owners.as_slice()).unwrap_or_default()
    }

    /// What fields keep.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (HolderId, Sum)> + '_ {
        self.fields.iter().map(|(&holder, &sum)| (holder, sum))
    }

    /// What the values of thread-local variables keep, by who holds the variable.
    pub(crate) fn thread_locals(&self) -> HashMap<Option<HolderId>, Sum> {
        let mut sums: HashMap<Option<HolderId>, Sum> = HashMap::new();
        for (local, &sum) in &self.thread_locals {
            sums.entry(self.local_holders.get(local).copied()).or_default().join(sum);
        }
        sums
    }

    /// Fills in what no record tells: local variables of threads, and classes.
    fn finish(&mut self, objects: &Objects, references: &References, dominators: &Dominators) {
        let object = |number: u32| dominators.object[number as usize];
        for (&(from, to), link) in &mut self.wanted {
            if link.is_none() && from != 0 {
                let (from, to) = (object(from), object(to));
                if objects.class_object(from) == Some(to) || objects.shape(from) == Shape::Class {
                    *link = Some(LinkId::Class);
                } else if references.locals_of(from).contains(&to) {
                    *link = Some(LinkId::Local);
                }
            }
        }
        for (thread, locals) in references.locals() {
            let holder = (objects.class(thread), LinkId::Local);
            let mut once = locals.to_vec();
            once.sort_unstable();
            once.dedup();
            for local in once {
                let number = dominators.number[local as usize];
                if let Some(found) = self.holders.get_mut(&number) {
                    remember(&mut found.owners, holder);
                }
                if number != NONE && dominators.above[number as usize] == dominators.number[thread as usize] {
                    let sum = self.fields.entry(holder).or_default();
                    sum.add(dominators.kept_bytes(number), objects.class(local));
                }
            }
        }
        let is_own = |&(class, link): &HolderId| match link {
            LinkId::Field(name) => {
                objects.classes.rows[class as usize].role == Role::Thread
                    && OWN_LOCALS.contains(&objects.classes.text(name).as_str())
            }
            _ => false,
        };
        self.fields.retain(|holder, _| !is_own(holder));
    }
}

/// What is told of a holder.
pub(crate) fn told(objects: &Objects, holder: HolderId) -> Holder {
    Holder {
        class: objects.classes.rows[holder.0 as usize].name.clone(),
        link: told_link(objects, Some(holder.1)),
    }
}

/// What is told of a link.
pub(crate) fn told_link(objects: &Objects, link: Option<LinkId>) -> Link {
    match link {
        Some(LinkId::Field(name)) => Link::Field(objects.classes.text(name)),
        Some(LinkId::Static(name)) => Link::Static(objects.classes.text(name)),
        Some(LinkId::Element) => Link::Element,
        Some(LinkId::Local) => Link::Local,
        Some(LinkId::Class) => Link::Class,
        None => Link::Unknown,
    }
}

fn remember(holders: &mut Vec<HolderId>, holder: HolderId) {
    if holders.len() < MOST_HOLDERS && !holders.contains(&holder) {
        holders.push(holder);
    }
}

/// Reads them.
pub(crate) struct NameReader<'a> {
    objects: &'a Objects,
    dominators: &'a Dominators,
    names: Names,
    is_wanted_from: Bits,
    is_wanted_to: Bits,
    is_thread_local: Bits,
    object: u32,
    array: u32,
    seen: Vec<u32>,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<'a> NameReader<'a> {
    pub(crate) fn new(
        objects: &'a Objects,
        dominators: &'a Dominators,
        names: Names,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let mut is_wanted_from = Bits::below(dominators.count());
        let mut is_wanted_to = Bits::below(dominators.count());
        for &(from, _) in names.wanted.keys() {
            is_wanted_from.add(from);
        }
        for &to in names.holders.keys() {
            is_wanted_to.add(to);
        }
        let mut is_thread_local = Bits::below(objects.count());
        for object in 0..objects.count() as u32 {
            let row = &objects.classes.rows[objects.class(object) as usize];
            if row.role == Role::ThreadLocal && objects.shape(object) == Shape::Instance {
                is_thread_local.add(object);
            }
        }
        Self {
            objects,
            dominators,
            names,
            is_wanted_from,
            is_wanted_to,
            is_thread_local,
            object: 0,
            array: NONE,
            seen: Vec::new(),
            go_on,
        }
    }

    /// What was found.
    pub(crate) fn names(mut self, references: &References) -> Names {
        self.names.finish(self.objects, references, self.dominators);
        self.names
    }

    /// The next object of the file, and its number; `NONE` of what no root reaches.
    fn begin(&mut self) -> Result<(u32, u32), Stop> {
        let object = self.object;
        self.object += 1;
        self.seen.clear();
        match self.dominators.number.get(object as usize) {
            Some(&number) => Ok((object, number)),
            None => Err(Stop::Corrupt {
                at: 0,
                what: "the file has changed while it was read",
            }),
        }
    }

    /// One reference of a record.
    fn refers(&mut self, from: u32, class: u32, link: LinkId, address: u64) {
        let Some(target) = self.objects.addresses.number(address) else {
            return;
        };
        let to = self.dominators.number[target as usize];
        if to == NONE {
            return;
        }
        if self.is_wanted_from.has(from) {
            if let Some(wanted) = self.names.wanted.get_mut(&(from, to)) {
                wanted.get_or_insert(link);
            }
        }
        let is_static = matches!(link, LinkId::Static(_));
        let is_owner = is_static || !self.objects.classes.rows[class as usize].is_container;
        if self.is_wanted_to.has(to) {
            if let Some(found) = self.names.holders.get_mut(&to) {
                remember(
                    if is_owner { &mut found.owners } else { &mut found.containers },
                    (class, link),
                );
            }
        }
        if !is_owner {
            return;
        }
        if self.is_thread_local.has(target) {
            let holder = self.names.local_holders.entry(target).or_insert((class, link));
            if is_static {
                *holder = (class, link);
            }
        }
        let is_kept = self.dominators.above[to as usize] == from && (is_static || !self.dominators.is_within_class.has(from));
        if is_kept && !self.seen.contains(&to) {
            self.seen.push(to);
            let kept_bytes = self.dominators.kept_bytes(to);
            if self.names.fields.len() < MOST_FIELDS || self.names.fields.contains_key(&(class, link)) {
                let sum = self.names.fields.entry((class, link)).or_default();
                sum.add(kept_bytes, self.objects.class(target));
            }
        }
    }

    /// An entry of the map of a thread: which variable keeps what.
    fn thread_local_entry(&mut self, from: u32, class: u32, body: &[u8]) {
        let objects = self.objects;
        let id_bytes = usize::from(objects.classes.id_bytes);
        let (mut local, mut value) = (None, None);
        for field in &objects.classes.rows[class as usize].references {
            let held = body
                .get(field.offset..field.offset + id_bytes)
                .and_then(|bytes| objects.addresses.number(number(bytes)));
            if field.strength.is_some() {
                local = held;
            } else if objects.classes.text(field.name) == "value" {
                value = held;
            }
        }
        let Some(value) = value else {
            return;
        };
        let to = self.dominators.number[value as usize];
        // One that another value keeps alive is told of with that.
        let is_within = self.dominators.is_within_class.has(from);
        if to != NONE && self.dominators.above[to as usize] == from && !is_within {
            let sum = self.names.thread_locals.entry(local.unwrap_or(NONE)).or_default();
            sum.add(self.dominators.kept_bytes(to), objects.class(value));
        }
    }
}

impl Visitor for NameReader<'_> {
    const BODIES: bool = true;

    fn class(&mut self, class: ClassRecord) -> Result<(), Stop> {
        let (object, from) = self.begin()?;
        if from != NONE {
            let number = self.objects.class(object);
            for (name, address) in class.statics {
                self.refers(from, number, LinkId::Static(name), address);
            }
        }
        Ok(())
    }

    fn instance(&mut self, _address: u64, _class: u64, body: &[u8]) -> Result<(), Stop> {
        let (object, from) = self.begin()?;
        if from == NONE {
            return Ok(());
        }
        let objects = self.objects;
        let class = objects.class(object);
        let id_bytes = usize::from(objects.classes.id_bytes);
        for field in &objects.classes.rows[class as usize].references {
            let Some(bytes) = body.get(field.offset..field.offset + id_bytes) else {
                break;
            };
            if field.strength.is_none() {
                self.refers(from, class, LinkId::Field(field.name), number(bytes));
            }
        }
        if objects.classes.rows[class as usize].role == Role::ThreadLocalEntry {
            self.thread_local_entry(from, class, body);
        }
        Ok(())
    }

    fn array(&mut self, _address: u64, _class: u64, _length: u32) -> Result<(), Stop> {
        let (object, from) = self.begin()?;
        self.array = if from == NONE { NONE } else { object };
        Ok(())
    }

    fn elements(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let object = self.array;
        if object == NONE {
            return Ok(());
        }
        let (from, class) = (self.dominators.number[object as usize], self.objects.class(object));
        // Of an array only what was asked for is told: it owns nothing.
        for element in bytes.chunks_exact(usize::from(self.objects.classes.id_bytes)) {
            self.refers(from, class, LinkId::Element, number(element));
        }
        Ok(())
    }

    fn values(&mut self, _address: u64, _code: u8, _length: u32) -> Result<(), Stop> {
        self.begin().map(|_| ())
    }

    fn go_on(&mut self, _at: u64) -> Result<(), Stop> {
        if (self.go_on)() {
            Ok(())
        } else {
            Err(Stop::Interrupted)
        }
    }
}
