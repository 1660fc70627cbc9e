//! Which classes mean something to the VM, or to us.

/// How strongly the field `referent` of a class holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    Soft,
    Finalizer,
    Weak,
}

/// What a class means to the VM, or to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
    #[default]
    Plain,
    ThreadLocal,
    ThreadLocalEntry,
    DirectBuffer,
    /// Reads the module file of the JDK, `lib/modules`, which it maps: its memory belongs to no application.
    ModuleFile,
    Thread,
}

/// By the names of a class and those above it.
pub(crate) fn strength(names: &[&str]) -> Strength {
    if names.contains(&"java.lang.ref.SoftReference") {
        Strength::Soft
    } else if names.contains(&"java.lang.ref.FinalReference") {
        Strength::Finalizer
    } else {
        Strength::Weak
    }
}

/// By the names of a class and those above it.
pub(crate) fn role(names: &[&str]) -> Role {
    if names.first() == Some(&"java.lang.ThreadLocal$ThreadLocalMap$Entry") {
        Role::ThreadLocalEntry
    } else if names.contains(&"java.lang.ThreadLocal") {
        Role::ThreadLocal
    } else if names.contains(&"java.nio.DirectByteBuffer") {
        Role::DirectBuffer
    } else if names.contains(&"jdk.internal.jimage.BasicImageReader") {
        Role::ModuleFile
    } else if names.contains(&"java.lang.Thread") {
        Role::Thread
    } else {
        Role::Plain
    }
}
