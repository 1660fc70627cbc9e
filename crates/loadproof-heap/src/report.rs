//! All that is told of a dump. Texts are names of classes and fields, and nothing else of the dump.

use crate::visitor::RootKind;
use serde::Serialize;

/// Objects, and their own bytes together.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// How many.
    pub objects: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Amount {
    /// One more.
    pub fn add(&mut self, bytes: u64) {
        self.objects += 1;
        self.bytes += bytes;
    }
}

/// How much of the dump was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Extent {
    /// All of it.
    Whole,
    /// The file ends within a record: the rest is missing.
    Cut {
        /// Where.
        at: u64,
    },
    /// From there on it is no dump.
    Corrupt {
        /// Where.
        at: u64,
        /// What is wrong.
        what: String,
    },
    /// The length of a record there does not fit what follows.
    Length {
        /// Where the record begins.
        at: u64,
        /// What does not fit.
        what: String,
    },
    /// It is one of Android.
    Android {
        /// Where that shows.
        at: u64,
    },
    /// All of it, but to say what keeps what would take more memory than is allowed.
    Memory {
        /// So much, about.
        needed_bytes: u64,
    },
}

/// How one object refers to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum Link {
    /// By a field of this name.
    Field(String),
    /// A class by a static field of this name.
    Static(String),
    /// An array by an element.
    Element,
    /// A thread by a local variable.
    Local,
    /// An object to its class, or a class to its loader, the class above it and what else it has.
    Class,
    /// Not known.
    Unknown,
}

/// A class, and how its object refers to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Holder {
    /// Its name.
    #[serde(rename = "class_name")]
    pub class: String,
    /// How.
    pub link: Link,
}

/// Objects of one class.
#[derive(Debug, Clone, Serialize)]
pub struct ClassRow {
    /// Its name; classes of several loaders with one name are one row.
    pub name: String,
    /// Reachable ones; all where it is not known which are.
    pub objects: u64,
    /// Their own bytes.
    pub bytes: u64,
    /// What would go with all of them; null where it is not known.
    pub kept_bytes: Option<u64>,
    /// How many class loaders have a class of this name.
    pub loaders: u32,
}

/// How a row of fields came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// What it refers to would go with it.
    Field,
    /// A static field, alike.
    Static,
    /// Values of a thread-local variable that is held there.
    ThreadLocal,
    /// Local variables of threads of the class.
    Local,
    /// What it refers to is referred to from elsewhere, too.
    Shared,
}

/// A field of a class, with what it keeps alive, of all objects of the class.
#[derive(Debug, Clone, Serialize)]
pub struct FieldRow {
    /// How it came about.
    pub kind: FieldKind,
    /// The class of the objects that have it.
    #[serde(rename = "class_name")]
    pub class: String,
    /// Its name.
    pub field: String,
    /// The class of the largest that it refers to.
    pub target: String,
    /// How many objects it refers to.
    pub targets: u64,
    /// What these keep alive.
    pub kept_bytes: u64,
    /// Who else refers to the same, where it is shared.
    pub others: Vec<Holder>,
}

/// Memory outside of the heap that objects of the heap hold.
#[derive(Debug, Clone, Serialize)]
pub struct BufferRow {
    /// Who holds the buffers.
    pub holder: Option<Holder>,
    /// True if it is the module file of the JDK, mapped by the JDK itself.
    pub is_module_file: bool,
    /// How many.
    pub buffers: u64,
    /// Their bytes outside of the heap.
    pub bytes: u64,
}

/// A step from a root towards an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The class of the object; of the object of a class the class itself.
    #[serde(rename = "class_name")]
    pub class: String,
    /// Whether it is the object of a class.
    pub is_class: bool,
    /// How it refers to the next; none of the last.
    pub link: Option<Link>,
}

/// The shortest way from a root to an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RootPath {
    /// Why the first is alive.
    pub root: RootKind,
    /// From the first to the object; its middle is left out where it is long.
    pub steps: Vec<Step>,
    /// So many are left out of the middle.
    pub left_out: u32,
}

/// Some objects of one class that one object keeps alive.
#[derive(Debug, Clone, Serialize)]
pub struct ChildClass {
    /// The class.
    #[serde(rename = "class_name")]
    pub class: String,
    /// How many.
    pub objects: u64,
    /// What they keep alive.
    pub kept_bytes: u64,
}

/// An object in the dominator tree: what it keeps would go with it.
#[derive(Debug, Clone, Serialize)]
pub struct Node {
    /// The number of the node above it; none of the first, which is the whole heap.
    pub parent: Option<u32>,
    /// As in a [`Step`].
    #[serde(rename = "class_name")]
    pub class: String,
    /// As in a [`Step`].
    pub is_class: bool,
    /// Whether it merely holds what it is given: a collection, an array, a reference.
    pub is_container: bool,
    /// Why it is alive of itself, where it is.
    pub root: Option<RootKind>,
    /// How the node above refers to it; none where that does so by way of others only.
    pub link: Option<Link>,
    /// Who refers to it, where the node above does not, or is the whole heap.
    pub holders: Vec<Holder>,
    /// Its own bytes.
    pub bytes: u64,
    /// What it keeps alive, itself among that.
    pub kept_bytes: u64,
    /// How many objects it keeps alive, itself among them.
    pub objects: u64,
    /// How many it keeps alive with none between.
    pub children: u64,
    /// The classes of these, the largest first.
    pub classes: Vec<ChildClass>,
    /// The shortest way to it from a root.
    pub path: Option<RootPath>,
}

/// How many roots there are of a kind.
#[derive(Debug, Clone, Serialize)]
pub struct RootRow {
    /// The kind.
    pub kind: RootKind,
    /// How many.
    pub roots: u64,
}

/// What may be said only where the whole dump was read, and there was memory for it.
#[derive(Debug, Serialize)]
pub struct Kept {
    /// What roots keep alive.
    pub reachable: Amount,
    /// What only soft references hold.
    pub soft: Amount,
    /// What only weak or phantom references hold, and soft ones do not.
    pub weak: Amount,
    /// What only waits for its finalizer.
    pub finalizer: Amount,
    /// What nothing holds.
    pub unreachable: Amount,
    /// Fields by what they keep.
    pub fields: Vec<FieldRow>,
    /// Buffers outside of the heap.
    pub buffers: Vec<BufferRow>,
    /// The largest part of the dominator tree; each node stands behind the one above it.
    pub tree: Vec<Node>,
}

/// All that is told.
#[derive(Debug, Serialize)]
pub struct HeapDump {
    /// As the header has it.
    pub format: String,
    /// Bytes of an identifier in the file.
    pub id_bytes: u8,
    /// Bytes of a reference in the heap.
    pub reference_bytes: u8,
    /// When it was taken, in ms since 1970.
    pub taken_ms: u64,
    /// Of the file, packed where it is.
    pub file_bytes: u64,
    /// How much was read.
    pub extent: Extent,
    /// Segments of length 0 whose content was read to the next record.
    pub mended_segments: u32,
    /// All objects that were read.
    pub all: Amount,
    /// Roots by kind.
    pub roots: Vec<RootRow>,
    /// Classes by their bytes.
    pub classes: Vec<ClassRow>,
    /// What keeps what.
    pub kept: Option<Kept>,
}
