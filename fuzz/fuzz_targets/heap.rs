//! [`heap`] on the inputs that libFuzzer makes up.

#![no_main]

#[path = "../src/heap.rs"]
mod heap;

libfuzzer_sys::fuzz_target!(|input: &[u8]| heap::check(input));
