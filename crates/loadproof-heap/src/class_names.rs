//! Names of classes: as programmers write them, and which of them are those of mere containers.

/// What holds what it is given by others: how the names of such classes begin.
const CONTAINERS: [&str; 21] = [
    "java.util.",
    "java.lang.ref.",
    "java.lang.ThreadLocal$",
    "java.lang.String",
    "java.lang.Object",
    "java.nio.",
    "jdk.internal.util.",
    "sun.nio.ch.",
    "com.google.common.collect.",
    "com.google.common.cache.",
    "com.github.benmanes.caffeine.cache.",
    "it.unimi.dsi.fastutil.",
    "gnu.trove.",
    "org.eclipse.collections.",
    "org.agrona.collections.",
    "org.jctools.queues.",
    "org.apache.commons.collections",
    "org.springframework.util.ConcurrentReferenceHashMap",
    "io.netty.util.collection.",
    "scala.collection.",
    "kotlin.collections.",
];
const NO_CONTAINERS: [&str; 2] = ["java.util.logging.", "java.lang.ref.Finalizer"];

/// Whether objects of the class hold what others give them: collections, arrays, references, texts.
pub(crate) fn is_container(name: &str) -> bool {
    let begins = |with: &[&str]| with.iter().any(|one| name.starts_with(*one));
    name.ends_with("[]") || (begins(&CONTAINERS) && !begins(&NO_CONTAINERS))
}

/// The name of a class as programmers write it, without the address that the VM gives hidden ones.
pub(crate) fn written(name: &str) -> String {
    let depth = name.bytes().take_while(|&byte| byte == b'[').count();
    let element = &name[depth..];
    let element = match element.as_bytes() {
        [b'L', .., b';'] if depth > 0 => &element[1..element.len() - 1],
        [code] if depth > 0 => match *code {
            b'Z' => "boolean",
            b'C' => "char",
            b'F' => "float",
            b'D' => "double",
            b'B' => "byte",
            b'S' => "short",
            b'I' => "int",
            b'J' => "long",
            _ => element,
        },
        _ => element,
    };
    let element = ["+0x", "/0x"]
        .iter()
        .fold(element, |kept, mark| kept.split(mark).next().unwrap_or(kept));
    format!("{}{}", element.replace('/', "."), "[]".repeat(depth.min(255)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_programmers() {
        for (held, told) in [
            ("java/util/HashMap$Node", "java.util.HashMap$Node"),
            ("[Ljava/lang/String;", "java.lang.String[]"),
            ("[[J", "long[][]"),
            ("book/Shop$$Lambda+0x00007f21c0012345", "book.Shop$$Lambda"),
            ("book/Shop$$Lambda$14/0x0000000800c03000", "book.Shop$$Lambda$14"),
            ("[", "[]"),
            ("", ""),
        ] {
            assert_eq!(written(held), told);
        }
    }

    #[test]
    fn containers_are_told_from_what_owns_them() {
        for name in [
            "java.util.HashMap",
            "book.Price[]",
            "java.lang.String",
            "com.google.common.cache.LocalCache",
        ] {
            assert!(is_container(name), "{name}");
        }
        for name in [
            "book.BookService",
            "java.lang.Thread",
            "java.util.logging.LogManager",
            "java.io.DeleteOnExitHook",
        ] {
            assert!(!is_container(name), "{name}");
        }
    }
}
