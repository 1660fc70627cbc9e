//! Every input of the corpus of `heap`, without a fuzzer: what once failed stays mended.
//!
//! The same function as under `scripts/fuzz.sh`, which looks for more.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../../fuzz/src/heap.rs"]
mod heap;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;

use replay::replay;

#[test]
fn dumps() {
    replay("heap", heap::check);
}
