//! Every input of the corpus of `gc_log`, without a fuzzer: what once failed stays mended.
//!
//! The same function as under `scripts/fuzz.sh`, which looks for more.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../../fuzz/src/gc_log.rs"]
mod gc_log;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;

use replay::replay;

#[test]
fn lines() {
    replay("gc_log", gc_log::check);
}
