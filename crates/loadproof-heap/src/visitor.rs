//! What the records of a dump say, and who is told it.

use crate::input::Stop;

/// Why an object is alive of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RootKind {
    /// A reference of native code.
    JniGlobal,
    /// A local variable of native code.
    JniLocal,
    /// A local variable of Java code.
    JavaFrame,
    /// On the stack of a native frame.
    NativeStack,
    /// A class of the boot loader.
    StickyClass,
    /// What a thread works on.
    ThreadBlock,
    /// A monitor that is waited for.
    Monitor,
    /// A thread that runs.
    Thread,
    /// The dump does not say.
    Unknown,
}

/// One root.
#[derive(Debug, Clone, Copy)]
pub struct Root {
    /// Why.
    pub kind: RootKind,
    /// Of what.
    pub address: u64,
    /// The number of the thread, where it is of one.
    pub thread: Option<u32>,
}

/// The type of a field or of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A reference.
    Reference,
    /// So many bytes that are none, by the code of their type.
    Value(u8),
}

impl Kind {
    pub(crate) fn of(code: u8) -> Option<Self> {
        match code {
            2 => Some(Self::Reference),
            4..=11 => Some(Self::Value(code)),
            _ => None,
        }
    }

    /// Its bytes in a dump whose identifiers have so many.
    pub fn bytes(self, id_bytes: u8) -> u8 {
        match self {
            Self::Reference => id_bytes,
            Self::Value(4 | 8) => 1,
            Self::Value(5 | 9) => 2,
            Self::Value(6 | 10) => 4,
            Self::Value(_) => 8,
        }
    }
}

/// A class as the dump describes it.
#[derive(Debug, Default)]
pub struct ClassRecord {
    /// Of its object.
    pub address: u64,
    /// Of the class above it; 0 where there is none.
    pub superclass: u64,
    /// Of its loader; 0 of the boot loader.
    pub loader: u64,
    /// What else its object refers to: signers and protection domain.
    pub others: [u64; 2],
    /// The names of its static references, with what they refer to.
    pub statics: Vec<(u64, u64)>,
    /// The bytes of its static fields that are no references.
    pub static_value_bytes: u64,
    /// Its own fields, in the order of an object's bytes: their names and types.
    pub fields: Vec<(u64, Kind)>,
}

/// Who is told what a dump says. Objects come in the same order in each reading.
pub trait Visitor {
    /// Whether the bytes of objects and arrays of references are wanted.
    const BODIES: bool;
    /// A name, cut at a length that none has.
    fn text(&mut self, _id: u64, _text: &[u8]) {}
    /// The name of a class.
    fn load_class(&mut self, _address: u64, _name: u64) {}
    /// A root.
    fn root(&mut self, _root: Root) {}
    /// A class, which is an object, too.
    fn class(&mut self, class: ClassRecord) -> Result<(), Stop>;
    /// An object with its bytes: those of the fields of its class, then of the class above it, and so on.
    fn instance(&mut self, address: u64, class: u64, body: &[u8]) -> Result<(), Stop>;
    /// An array of references; its elements follow.
    fn array(&mut self, address: u64, class: u64, length: u32) -> Result<(), Stop>;
    /// Some whole elements of the last array.
    fn elements(&mut self, _bytes: &[u8]) -> Result<(), Stop> {
        Ok(())
    }
    /// An array of values, by the code of their type.
    fn values(&mut self, address: u64, code: u8, length: u32) -> Result<(), Stop>;
    /// Called now and then; an error ends the reading.
    fn go_on(&mut self, at: u64) -> Result<(), Stop>;
}

/// What a dump says of itself.
#[derive(Debug, Clone)]
pub struct Header {
    /// Such as `JAVA PROFILE 1.0.2`.
    pub format: String,
    /// Bytes of an identifier.
    pub id_bytes: u8,
    /// When it was taken, in ms since 1970.
    pub taken_ms: u64,
}
