//! [`set_cookie`] on the inputs that libFuzzer makes up.

#![no_main]

#[path = "../src/set_cookie.rs"]
mod set_cookie;

libfuzzer_sys::fuzz_target!(|input: &[u8]| set_cookie::check(input));
