//! Any bytes are a heap dump, a part of one, or are refused; what is told closes: nothing keeps more than the heap.
//!
//! Input: the file, which may be packed.

use loadproof_heap::input::Stop;
use loadproof_heap::report::Extent;

const ALLOWED_BYTES: u64 = 64 << 20;

/// What must hold of this input; panics where it does not.
pub fn check(input: &[u8]) {
    // A file of each thread: the targets of a corpus may be checked side by side.
    let name = format!("loadproof-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
    let place = std::env::temp_dir().join(name);
    std::fs::write(&place, input).expect("a file");
    let found = loadproof_heap::analyse(&place, ALLOWED_BYTES, &mut || true);
    std::fs::remove_file(&place).expect("the file");
    let dump = match found {
        Ok(dump) => dump,
        Err(Stop::Read(error)) => panic!("{error}"),
        Err(_) => return,
    };
    let Some(kept) = &dump.kept else {
        assert!(dump.classes.iter().map(|row| row.objects).sum::<u64>() <= dump.all.objects);
        return;
    };
    assert_eq!(dump.extent, Extent::Whole);
    let parts = [kept.reachable, kept.soft, kept.weak, kept.finalizer, kept.unreachable];
    assert_eq!(parts.iter().map(|one| one.objects).sum::<u64>(), dump.all.objects);
    assert_eq!(parts.iter().map(|one| one.bytes).sum::<u64>(), dump.all.bytes);
    assert_eq!(kept.tree[0].kept_bytes, kept.reachable.bytes);
    for (place, node) in kept.tree.iter().enumerate().skip(1) {
        let above = node.parent.expect("a node above") as usize;
        assert!(above < place);
        assert!(node.bytes <= node.kept_bytes && node.kept_bytes <= kept.tree[above].kept_bytes);
        assert!(node.objects <= kept.tree[above].objects);
    }
    for row in &kept.fields {
        assert!(row.kept_bytes <= kept.reachable.bytes);
    }
}
