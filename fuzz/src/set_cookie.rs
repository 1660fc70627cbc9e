//! Any bytes are a cookie or are ignored; a cookie's parts can stand in a `cookie` header, and it expires once.
//!
//! Input: a time in seconds in eight bytes, the lowest first, the value of the header.

use loadproof_scenario::SetCookie;

/// What must hold of this input; panics where it does not.
pub fn check(input: &[u8]) {
    let Some((now_s, header)) = input.split_first_chunk() else {
        return;
    };
    let now_s = u64::from_le_bytes(*now_s);
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
}
