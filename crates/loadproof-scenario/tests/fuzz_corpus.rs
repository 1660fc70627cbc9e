//! Every input of the fuzz targets' corpus, without a fuzzer: what once failed stays mended.
//!
//! The same functions as under `scripts/fuzz.sh`, which looks for more.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../../fuzz/src/decoder.rs"]
mod decoder;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../fuzz/src/set_cookie.rs"]
mod set_cookie;
#[path = "../../../fuzz/src/template.rs"]
mod template;

use replay::replay;

#[test]
fn replies() {
    replay("decoder", decoder::check);
}

#[test]
fn cookies() {
    replay("set_cookie", set_cookie::check);
}

#[test]
fn templates() {
    replay("template", template::check);
}
