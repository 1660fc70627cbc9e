//! The records of HPROF 1.0.1 and 1.0.2 (`src/hotspot/share/services/heapDumper.cpp` has their forms), one after the
//! other, for a visitor. Every length is checked against the room that is left before anything is done with it.

use crate::input::{Input, Stop};
use crate::visitor::{ClassRecord, Header, Kind, Root, RootKind, Visitor};

const TEXT: u8 = 0x01;
const LOAD_CLASS: u8 = 0x02;
const HEAP_DUMP: u8 = 0x0c;
const HEAP_DUMP_SEGMENT: u8 = 0x1c;
const HEAP_DUMP_END: u8 = 0x2c;
/// No name of a class or a field is longer; the rest of a text is passed over.
const LONGEST_NAME: u64 = 1 << 10;
/// No name that a VM writes is longer than 64 KiB.
const LONGEST_TEXT: u64 = 1 << 20;
/// Tag, time and length.
const RECORD_HEAD: usize = 9;
const CHAIN_RECORDS: usize = 4;
const CHAIN_BYTES: usize = 1 << 16;
const LONGEST_HEADER: usize = 64;
/// After so many bytes the visitor is asked whether to go on.
const STRIDE_BYTES: u64 = 16 << 20;

/// Reads the header.
pub fn header(input: &mut Input) -> Result<Header, Stop> {
    let mut format = Vec::new();
    loop {
        let byte = input.take(1)?[0];
        if byte == 0 {
            break;
        }
        format.push(byte);
        if format.len() > LONGEST_HEADER {
            return Err(input.corrupt("this is no header of a heap dump"));
        }
    }
    let format = String::from_utf8_lossy(&format).into_owned();
    if format != "JAVA PROFILE 1.0.1" && format != "JAVA PROFILE 1.0.2" {
        return Err(input.corrupt("this is no header of a heap dump"));
    }
    let id_bytes = match word(input)? {
        4 => 4,
        8 => 8,
        _ => return Err(input.corrupt("identifiers have neither 4 nor 8 bytes")),
    };
    let taken_ms = number(input.take(8)?);
    Ok(Header {
        format,
        id_bytes,
        taken_ms,
    })
}

/// What was mended while a dump was read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Mended {
    /// Segments of length 0 whose content followed nevertheless, and was read to the next record.
    pub segments: u32,
}

/// Reads all that follows the header.
///
/// A VM patches the length of a segment once the segment is written: if the VM died, or the file was a pipe, the length
/// stays 0. Such a segment ends where the next record begins. Any other length that does not fit ends the reading.
pub fn read<V: Visitor>(input: &mut Input, id_bytes: u8, visitor: &mut V) -> Result<Mended, Stop> {
    let mut mended = Mended::default();
    let mut asked_at = 0;
    // Without a heap, or without the end that a heap in segments has, some may be missing.
    let mut is_open = true;
    while !input.is_at_end()? {
        if input.at() - asked_at >= STRIDE_BYTES {
            asked_at = input.at();
            visitor.go_on(asked_at)?;
        }
        let at = input.at();
        let tag = input.take(1)?[0];
        input.take(4)?;
        let length = u64::from(word(input)?);
        let misfit = |what| Stop::Length { at, what };
        if !has_length(tag, length, id_bytes) {
            return Err(misfit("no record of its kind is so long or so short"));
        }
        match tag {
            HEAP_DUMP | HEAP_DUMP_SEGMENT => {
                let is_endless = length == 0 && !input.is_at_end()? && !begins_record(input)?;
                let segment = Segment {
                    input: &mut *input,
                    id_bytes,
                    left: if is_endless { u64::MAX } else { length },
                    is_endless,
                    at,
                    record_at: at,
                    asked_at,
                };
                segment.read(visitor)?;
                mended.segments = mended.segments.saturating_add(u32::from(is_endless));
                // Nothing says whether a heap of one endless record is whole.
                is_open = tag == HEAP_DUMP_SEGMENT || is_endless;
                if matches!(input.peek(1)?, [0x08 | 0x20..=0x23 | 0xff]) {
                    return Err(misfit("the content of the segment goes on behind its end"));
                }
            }
            HEAP_DUMP_END => is_open = false,
            TEXT => {
                let bytes = length - u64::from(id_bytes);
                let id = number(input.take(usize::from(id_bytes))?);
                let kept = bytes.min(LONGEST_NAME);
                visitor.text(id, input.take(kept as usize)?);
                input.skip(bytes - kept)?;
            }
            LOAD_CLASS => {
                let record = input.take(8 + 2 * usize::from(id_bytes))?;
                let (address, name) = (
                    number(&record[4..4 + usize::from(id_bytes)]),
                    number(&record[8 + usize::from(id_bytes)..]),
                );
                visitor.load_class(address, name);
            }
            known if is_record(known) => input.skip(length)?,
            _ => return Err(input.corrupt("a record is of no known kind")),
        }
    }
    if is_open {
        return Err(Stop::Cut(input.at()));
    }
    Ok(mended)
}

/// Whether a record outside of the heap may have this kind.
fn is_record(tag: u8) -> bool {
    matches!(tag, 0x01..=0x07 | 0x0a..=0x0e | HEAP_DUMP_SEGMENT | HEAP_DUMP_END)
}

/// Whether a record of this kind may have this length; the forms are those of `heapDumper.cpp` and of `hprof_b_spec.h`.
fn has_length(tag: u8, length: u64, id_bytes: u8) -> bool {
    let id_bytes = u64::from(id_bytes);
    match tag {
        TEXT => length >= id_bytes && length <= LONGEST_TEXT,
        LOAD_CLASS => length == 8 + 2 * id_bytes,
        // A class that was unloaded; the end of a thread.
        0x03 | 0x0b => length == 4,
        // A frame; the start of a thread.
        0x04 | 0x0a => length == 8 + 4 * id_bytes,
        // The frames of a trace.
        0x05 => length >= 12 && (length - 12) % id_bytes == 0,
        // Sums of the heap.
        0x07 => length == 24,
        // Settings of the agent.
        0x0e => length == 6,
        HEAP_DUMP_END => length == 0,
        _ => true,
    }
}

/// Whether a record outside of the heap begins here, and no part of the heap. Roots have tags of records, too: these
/// count as records if several more follow, each behind the end of the one before it.
fn begins_record(input: &mut Input) -> Result<bool, Stop> {
    let head = input.peek(RECORD_HEAD)?;
    match head.first() {
        Some(0x01..=0x07) => {}
        Some(&tag) => return Ok(is_record(tag)),
        None => return Ok(false),
    }
    if head.len() < RECORD_HEAD || number(&head[5..]) as usize > CHAIN_BYTES {
        return Ok(false);
    }
    let ahead = input.peek(CHAIN_BYTES)?;
    let is_to_end = ahead.len() < CHAIN_BYTES;
    let mut at = 0;
    for place in 0..CHAIN_RECORDS {
        if at == ahead.len() {
            return Ok(is_to_end);
        }
        let Some(head) = ahead.get(at..at + RECORD_HEAD) else {
            return Ok(false);
        };
        match head[0] {
            // The rest of the heap may be long.
            HEAP_DUMP | HEAP_DUMP_SEGMENT | HEAP_DUMP_END if place > 0 => return Ok(true),
            tag if !is_record(tag) => return Ok(false),
            _ => at += RECORD_HEAD + number(&head[5..]) as usize,
        }
    }
    Ok(true)
}

fn word(input: &mut Input) -> Result<u32, Stop> {
    Ok(number(input.take(4)?) as u32)
}

/// A number of up to eight bytes, the highest first.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| (number << 8) | u64::from(byte))
}

/// A part of the heap.
struct Segment<'a> {
    input: &'a mut Input,
    id_bytes: u8,
    left: u64,
    /// Its length is 0, and it ends where the next record begins.
    is_endless: bool,
    /// Where its record begins.
    at: u64,
    /// Where the part of it begins that is read.
    record_at: u64,
    asked_at: u64,
}

impl Segment<'_> {
    fn read<V: Visitor>(mut self, visitor: &mut V) -> Result<(), Stop> {
        while !self.is_at_end()? {
            if self.input.at() - self.asked_at >= STRIDE_BYTES {
                self.asked_at = self.input.at();
                visitor.go_on(self.asked_at)?;
            }
            let at = self.at;
            let is_endless = self.is_endless;
            self.part(visitor).map_err(|stop| match stop {
                Stop::Corrupt { .. } | Stop::Length { .. } if is_endless => Stop::Length {
                    at,
                    what: "it is 0, and what follows is no part of a heap",
                },
                stop => stop,
            })?;
        }
        Ok(())
    }

    fn is_at_end(&mut self) -> Result<bool, Stop> {
        if self.is_endless {
            return Ok(self.input.is_at_end()? || begins_record(self.input)?);
        }
        Ok(self.left == 0)
    }

    fn part<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        self.record_at = self.input.at();
        match self.byte()? {
            0x01 => self.root(RootKind::JniGlobal, false, u64::from(self.id_bytes), visitor),
            0x02 => self.root(RootKind::JniLocal, true, 4, visitor),
            0x03 => self.root(RootKind::JavaFrame, true, 4, visitor),
            0x04 => self.root(RootKind::NativeStack, true, 0, visitor),
            0x05 => self.root(RootKind::StickyClass, false, 0, visitor),
            0x06 => self.root(RootKind::ThreadBlock, true, 0, visitor),
            0x07 => self.root(RootKind::Monitor, false, 0, visitor),
            0x08 => self.root(RootKind::Thread, true, 4, visitor),
            0xff => self.root(RootKind::Unknown, false, 0, visitor),
            0x20 => {
                let class = self.class()?;
                visitor.class(class)
            }
            0x21 => self.instance(visitor),
            0x22 => self.array(visitor),
            0x23 => self.values(visitor),
            0x89..=0x8e | 0x90 | 0xc3 | 0xfe => Err(Stop::Android(self.input.at())),
            HEAP_DUMP | HEAP_DUMP_SEGMENT | HEAP_DUMP_END => Err(Stop::Length {
                at: self.at,
                what: "another record begins before its end",
            }),
            _ => Err(self.input.corrupt("a record of the heap is of no known kind")),
        }
    }

    fn root<V: Visitor>(&mut self, kind: RootKind, is_of_thread: bool, rest: u64, visitor: &mut V) -> Result<(), Stop> {
        let address = self.id()?;
        let thread = if is_of_thread { Some(self.word()?) } else { None };
        self.skip(rest)?;
        visitor.root(Root { kind, address, thread });
        Ok(())
    }

    fn class(&mut self) -> Result<ClassRecord, Stop> {
        let address = self.id()?;
        self.skip(4)?;
        let (superclass, loader) = (self.id()?, self.id()?);
        let others = [self.id()?, self.id()?];
        self.skip(2 * u64::from(self.id_bytes) + 4)?;
        for _ in 0..self.half()? {
            self.skip(2)?;
            let kind = self.kind()?;
            self.skip(u64::from(kind.bytes(self.id_bytes)))?;
        }
        let mut class = ClassRecord {
            address,
            superclass,
            loader,
            others,
            ..ClassRecord::default()
        };
        for _ in 0..self.half()? {
            let name = self.id()?;
            match self.kind()? {
                Kind::Reference => class.statics.push((name, self.id()?)),
                value => {
                    let bytes = u64::from(value.bytes(self.id_bytes));
                    class.static_value_bytes += bytes;
                    self.skip(bytes)?;
                }
            }
        }
        for _ in 0..self.half()? {
            let name = self.id()?;
            class.fields.push((name, self.kind()?));
        }
        Ok(class)
    }

    fn instance<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        let address = self.id()?;
        self.skip(4)?;
        let class = self.id()?;
        let bytes = u64::from(self.word()?);
        if V::BODIES {
            self.spend(bytes)?;
            visitor.instance(address, class, self.input.take(bytes as usize)?)
        } else {
            self.skip(bytes)?;
            visitor.instance(address, class, &[])
        }
    }

    fn array<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        let address = self.id()?;
        self.skip(4)?;
        let length = self.word()?;
        let class = self.id()?;
        let bytes = u64::from(length) * u64::from(self.id_bytes);
        if !V::BODIES {
            self.skip(bytes)?;
            return visitor.array(address, class, length);
        }
        self.spend(bytes)?;
        visitor.array(address, class, length)?;
        let mut left = bytes;
        while left > 0 {
            // What is taken at once is whole elements: the buffer is larger than one.
            let most = left.min(1 << 16);
            visitor.elements(self.input.take(most as usize)?)?;
            left -= most;
        }
        Ok(())
    }

    fn values<V: Visitor>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        let address = self.id()?;
        self.skip(4)?;
        let length = self.word()?;
        let code = self.byte()?;
        let Some(kind @ Kind::Value(_)) = Kind::of(code) else {
            return Err(self.input.corrupt("an array is of no known type"));
        };
        self.skip(u64::from(length) * u64::from(kind.bytes(self.id_bytes)))?;
        visitor.values(address, code, length)
    }

    fn spend(&mut self, bytes: u64) -> Result<(), Stop> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Stop::Length {
                at: self.record_at,
                what: "it is longer than the segment that it is part of",
            }),
        }
    }

    fn skip(&mut self, bytes: u64) -> Result<(), Stop> {
        self.spend(bytes)?;
        self.input.skip(bytes)
    }

    fn number(&mut self, bytes: u8) -> Result<u64, Stop> {
        self.spend(u64::from(bytes))?;
        Ok(number(self.input.take(usize::from(bytes))?))
    }

    fn id(&mut self) -> Result<u64, Stop> {
        self.number(self.id_bytes)
    }

    fn word(&mut self) -> Result<u32, Stop> {
        Ok(self.number(4)? as u32)
    }

    fn half(&mut self) -> Result<u16, Stop> {
        Ok(self.number(2)? as u16)
    }

    fn byte(&mut self) -> Result<u8, Stop> {
        Ok(self.number(1)? as u8)
    }

    fn kind(&mut self) -> Result<Kind, Stop> {
        let code = self.byte()?;
        Kind::of(code).ok_or_else(|| self.input.corrupt("a field is of no known type"))
    }
}
