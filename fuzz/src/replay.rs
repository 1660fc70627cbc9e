//! A corpus, without a fuzzer: what once failed stays mended.

use std::panic::catch_unwind;
use std::path::Path;

/// Gives each file of a corpus to the target; names those that it panics on.
pub fn replay(corpus: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(corpus);
    let files: Vec<_> = std::fs::read_dir(folder)
        .expect("a corpus")
        .map(|entry| entry.expect("a file").path())
        .collect();
    assert!(files.len() >= 20, "{corpus} has {} inputs", files.len());
    let failed: Vec<_> = files
        .iter()
        .filter(|file| {
            let input = std::fs::read(file).expect("an input");
            catch_unwind(|| check(&input)).is_err()
        })
        .collect();
    assert!(failed.is_empty(), "{corpus}: {failed:?}");
}
