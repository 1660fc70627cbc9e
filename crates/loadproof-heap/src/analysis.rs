//! From a file to all that is told of it.

use std::path::Path;

use crate::dominators::Dominators;
use crate::input::{Input, Stop};
use crate::memory::Allowance;
use crate::objects::{ObjectReader, Objects};
use crate::paths::Paths;
use crate::records::{header, read};
use crate::references::{ReferenceReader, References};
use crate::report::{Amount, Extent, HeapDump};
use crate::roles::Strength;
use crate::search::{Others, Search};
use crate::telling::{class_of, Told};
use crate::visitor::{Header, Visitor};
use crate::{Bits, NONE};

/// Reads a dump three times, within so many bytes of memory. `go_on` is asked now and then, and ends it with false.
///
/// A dump that is cut, or broken from some place on, or too large gives what is true of the part that was read: objects
/// by class. Errors are those of reading, of a header that is none, and of memory that not even that has.
pub fn analyse(path: &Path, allowed_bytes: u64, go_on: &mut dyn FnMut() -> bool) -> Result<HeapDump, Stop> {
    let allowance = Allowance(allowed_bytes);
    let file_bytes = std::fs::metadata(path)?.len();
    let mut input = Input::open(path)?;
    let header = header(&mut input)?;
    let mut reader = ObjectReader::new(header.id_bytes, file_bytes, allowance, &mut *go_on);
    let mut mended_segments = 0;
    let mut extent = match read(&mut input, header.id_bytes, &mut reader) {
        Ok(mended) => {
            mended_segments = mended.segments;
            Extent::Whole
        }
        Err(Stop::Cut(at)) => Extent::Cut { at },
        Err(Stop::Android(at)) => Extent::Android { at },
        Err(Stop::Corrupt { at, what }) => Extent::Corrupt {
            at,
            what: what.to_owned(),
        },
        Err(Stop::Length { at, what }) => Extent::Length {
            at,
            what: what.to_owned(),
        },
        Err(stop) => return Err(stop),
    };
    let objects = reader.objects()?;
    let mut graph = None;
    if extent == Extent::Whole {
        match Graph::of(path, &header, &objects, allowance, &mut *go_on) {
            // Without roots nothing is said to be alive.
            Ok(made) => graph = Some(made).filter(|made| !made.references.roots.is_empty()),
            Err(Stop::Memory(needed_bytes)) => extent = Extent::Memory { needed_bytes },
            Err(stop) => return Err(stop),
        }
    }
    let told = Told { objects: &objects };
    let (classes, kept) = match graph {
        Some(graph) => told.graph(path, &header, graph, go_on)?,
        None => (told.classes(0..objects.count() as u32, None), None),
    };
    let mut all = Amount::default();
    (0..objects.count() as u32).for_each(|object| all.add(objects.bytes(object)));
    Ok(HeapDump {
        format: header.format,
        id_bytes: header.id_bytes,
        reference_bytes: objects.classes.reference_bytes,
        taken_ms: header.taken_ms,
        file_bytes,
        extent,
        mended_segments,
        all,
        roots: told.roots(),
        classes,
        kept,
    })
}

/// Reads the file once more.
pub(crate) fn read_again<V: Visitor>(path: &Path, header: &Header, visitor: &mut V) -> Result<(), Stop> {
    let mut input = Input::open(path)?;
    crate::records::header(&mut input)?;
    read(&mut input, header.id_bytes, visitor).map(|_| ())
}

/// What the second reading gave, and what follows of it.
pub(crate) struct Graph {
    pub(crate) references: References,
    pub(crate) dominators: Dominators,
    pub(crate) paths: Paths,
    pub(crate) kept_by_class: Vec<u64>,
    pub(crate) soft: Amount,
    pub(crate) weak: Amount,
    pub(crate) finalizer: Amount,
}

impl Graph {
    fn of(
        path: &Path,
        header: &Header,
        objects: &Objects,
        allowance: Allowance,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Self, Stop> {
        let mut reader = ReferenceReader::new(objects, allowance, &mut *go_on)?;
        read_again(path, header, &mut reader)?;
        let mut references = reader.references()?;
        if references.count() + objects.count() >= NONE as usize {
            return Err(Stop::Memory(u64::MAX));
        }
        let paths = Paths::of(objects, &references);
        let search = Search::of(objects, &references);
        let mut is_root = Bits::below(search.parent.len());
        references.roots.iter().for_each(|&(root, _)| {
            is_root.add(search.number[root as usize]);
        });
        let mut seen = Bits::below(objects.count());
        for (object, _) in (0u32..).zip(&search.number).filter(|(_, number)| **number != NONE) {
            seen.add(object);
        }
        let mut held = |strength| held_by(objects, &references, strength, &mut seen);
        let (soft, finalizer, weak) = (held(Strength::Soft), held(Strength::Finalizer), held(Strength::Weak));
        drop(seen);
        let others = Others::pairs(objects, &references, &search, &is_root, allowance)?;
        references.forget_targets();
        let others = Others::of(others);
        if !go_on() {
            return Err(Stop::Interrupted);
        }
        let mut dominators = Dominators::of(objects, search, others, &is_root);
        let kept_by_class = dominators.kept_by_class(class_of(objects), objects.classes.rows.len());
        Ok(Self {
            references,
            dominators,
            paths,
            kept_by_class,
            soft,
            weak,
            finalizer,
        })
    }
}

/// What only references of a strength hold, besides all that was seen before, which it joins.
fn held_by(objects: &Objects, references: &References, strength: Strength, seen: &mut Bits) -> Amount {
    let mut amount = Amount::default();
    let mut open = Vec::new();
    loop {
        let before = amount.objects;
        for one in references.weak.iter().filter(|one| one.strength == strength) {
            if seen.has(one.from) && seen.add(one.to) {
                open.push(one.to);
            }
        }
        while let Some(object) = open.pop() {
            amount.add(objects.bytes(object));
            open.extend(references.of(objects, object).filter(|&target| seen.add(target)));
        }
        if amount.objects == before {
            return amount;
        }
    }
}
