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

/// Reads all that follows the header.
pub fn read<V: Visitor>(input: &mut Input, id_bytes: u8, visitor: &mut V) -> Result<(), Stop> {
    let mut asked_at = 0;
    // Without a heap, or without the end that a heap in segments has, some may be missing.
    let mut is_open = true;
    while !input.is_at_end()? {
        if input.at() - asked_at >= STRIDE_BYTES {
            asked_at = input.at();
            visitor.go_on(asked_at)?;
        }
        let tag = input.take(1)?[0];
        input.take(4)?;
        let length = u64::from(word(input)?);
        match tag {
            HEAP_DUMP | HEAP_DUMP_SEGMENT => {
                is_open = tag == HEAP_DUMP_SEGMENT;
                let segment = Segment {
                    input: &mut *input,
                    id_bytes,
                    left: length,
                    asked_at,
                };
                segment.read(visitor)?;
            }
            HEAP_DUMP_END => {
                is_open = false;
                input.skip(length)?;
            }
            TEXT => {
                let Some(bytes) = length.checked_sub(u64::from(id_bytes)) else {
                    return Err(input.corrupt("a name is shorter than its identifier"));
                };
                let id = number(input.take(usize::from(id_bytes))?);
                let kept = bytes.min(LONGEST_NAME);
                visitor.text(id, input.take(kept as usize)?);
                input.skip(bytes - kept)?;
            }
            LOAD_CLASS => {
                let bytes = 8 + 2 * usize::from(id_bytes);
                let Some(rest) = length.checked_sub(bytes as u64) else {
                    return Err(input.corrupt("a class is shorter than its record"));
                };
                let record = input.take(bytes)?;
                let (address, name) = (
                    number(&record[4..4 + usize::from(id_bytes)]),
                    number(&record[8 + usize::from(id_bytes)..]),
                );
                visitor.load_class(address, name);
                input.skip(rest)?;
            }
            known if known < 0x40 => input.skip(length)?,
            _ => return Err(input.corrupt("a record is of no known kind")),
        }
    }
    if is_open {
        return Err(Stop::Cut(input.at()));
    }
    Ok(())
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
    asked_at: u64,
}

impl Segment<'_> {
    fn read<V: Visitor>(mut self, visitor: &mut V) -> Result<(), Stop> {
        while self.left > 0 {
            if self.input.at() - self.asked_at >= STRIDE_BYTES {
                self.asked_at = self.input.at();
                visitor.go_on(self.asked_at)?;
            }
            match self.byte()? {
                0x01 => self.root(RootKind::JniGlobal, false, u64::from(self.id_bytes), visitor)?,
                0x02 => self.root(RootKind::JniLocal, true, 4, visitor)?,
                0x03 => self.root(RootKind::JavaFrame, true, 4, visitor)?,
                0x04 => self.root(RootKind::NativeStack, true, 0, visitor)?,
                0x05 => self.root(RootKind::StickyClass, false, 0, visitor)?,
                0x06 => self.root(RootKind::ThreadBlock, true, 0, visitor)?,
                0x07 => self.root(RootKind::Monitor, false, 0, visitor)?,
                0x08 => self.root(RootKind::Thread, true, 4, visitor)?,
                0xff => self.root(RootKind::Unknown, false, 0, visitor)?,
                0x20 => {
                    let class = self.class()?;
                    visitor.class(class)?;
                }
                0x21 => self.instance(visitor)?,
                0x22 => self.array(visitor)?,
                0x23 => self.values(visitor)?,
                0x89..=0x8e | 0x90 | 0xc3 | 0xfe => return Err(Stop::Android(self.input.at())),
                _ => return Err(self.input.corrupt("a record of the heap is of no known kind")),
            }
        }
        Ok(())
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
            None => Err(self.input.corrupt("a record is longer than what it is part of")),
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
