//! Any bytes are a cookie or are ignored; a cookie's parts can stand in a `cookie` header, and it expires once.
//!
//! Input: a time in seconds in eight bytes, the value of the header.

#![no_main]

use libfuzzer_sys::fuzz_target;
use loadproof_scenario::SetCookie;

fuzz_target!(|input: (u64, &[u8])| {
    let (now_s, header) = input;
    let Some(cookie) = SetCookie::parse(header) else { return };
    assert!(!cookie.name.is_empty());
    for part in [cookie.name, cookie.value, cookie.path.unwrap_or_default()] {
        assert!(!part.iter().any(|byte| matches!(byte, b'\r' | b'\n' | b';' | 0)));
    }
    assert!(cookie.path.is_none_or(|path| path.starts_with(b"/")));
    assert_eq!(
        cookie.is_expired(now_s),
        cookie.expires_s(now_s).is_some_and(|at| at <= now_s)
    );
});
