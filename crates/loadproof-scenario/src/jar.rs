//! The cookies of one session (RFC 6265 sections 5.3 and 5.4).
//!
//! There is one target, so Domain, Secure, HttpOnly and SameSite change nothing here: each cookie goes back to where it came from.

use crate::SetCookie;

/// Most cookies of a session, as browsers hold for one host.
const MOST_COOKIES: usize = 50;
/// Most bytes of names, values and paths.
const MOST_BYTES: usize = 16 << 10;

/// Cookies, and where the last request went.
#[derive(Debug, Default)]
pub(crate) struct Jar {
    /// Those with longer paths first, else in the order in which they were first set: as a header lists them.
    cookies: Vec<Cookie>,
    bytes: usize,
    set: u32,
    /// The default path of what the reply to the last request sets; empty: `/`.
    directory: Box<[u8]>,
}

#[derive(Debug)]
struct Cookie {
    /// `name=value`, then the path.
    text: Box<[u8]>,
    name_bytes: u16,
    pair_bytes: u16,
    /// Which one it was to be set in this jar.
    number: u32,
    expires_s: u64,
}

impl Cookie {
    fn name(&self) -> &[u8] {
        &self.text[..usize::from(self.name_bytes)]
    }

    fn pair(&self) -> &[u8] {
        &self.text[..usize::from(self.pair_bytes)]
    }

    fn path(&self) -> &[u8] {
        &self.text[usize::from(self.pair_bytes)..]
    }
}

impl Jar {
    /// Notes where a request goes, and forgets what has expired.
    pub(crate) fn before_request(&mut self, now_s: u64) {
        self.cookies.retain(|cookie| {
            let stays = cookie.expires_s > now_s;
            if !stays {
                self.bytes -= cookie.text.len();
            }
            stays
        });
    }

    /// Notes where a request went: its path up to the last slash (section 5.1.4).
    pub(crate) fn after_request(&mut self, request: &[u8]) {
        let path = path_of(request);
        let end = path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
        if *self.directory != path[..end] {
            self.directory = path[..end].into();
        }
    }

    /// Takes a cookie that a reply sets, or takes it away when it is one that has expired.
    pub(crate) fn take(&mut self, set: &SetCookie<'_>, now_s: u64) {
        let path = set
            .path
            .unwrap_or(if self.directory.is_empty() { b"/" } else { &self.directory });
        let known = self
            .cookies
            .iter()
            .position(|cookie| cookie.name() == set.name && cookie.path() == path);
        if set.is_expired(now_s) {
            if let Some(known) = known {
                self.bytes -= self.cookies.remove(known).text.len();
            }
            return;
        }
        let (Ok(name_bytes), Ok(pair_bytes)) = (
            u16::try_from(set.name.len()),
            u16::try_from(set.name.len() + 1 + set.value.len()),
        ) else {
            return;
        };
        let mut cookie = Cookie {
            text: [set.name, b"=", set.value, path].concat().into(),
            name_bytes,
            pair_bytes,
            number: self.set,
            expires_s: set.expires_s(now_s).unwrap_or(u64::MAX),
        };
        self.bytes += cookie.text.len();
        if let Some(known) = known {
            let held = &mut self.cookies[known];
            self.bytes -= held.text.len();
            cookie.number = held.number;
            *held = cookie;
        } else {
            self.set = self.set.wrapping_add(1);
            let place = self.cookies.partition_point(|held| held.path().len() >= path.len());
            self.cookies.insert(place, cookie);
        }
        self.make_room();
    }

    /// Forgets the oldest while there are too many.
    fn make_room(&mut self) {
        while self.cookies.len() > MOST_COOKIES || self.bytes > MOST_BYTES {
            let ages = self.cookies.iter().enumerate().map(|(place, cookie)| (cookie.number, place));
            let Some((_, oldest)) = ages.min() else { return };
            self.bytes -= self.cookies.remove(oldest).text.len();
        }
    }

    /// Appends the cookies for the request that `head` begins with: a header, or `joined` to the value of one.
    pub(crate) fn write(&self, joined: bool, head: &mut Vec<u8>) {
        let line = head.len();
        let mut before: &[u8] = if joined { b"; " } else { b"cookie: " };
        for cookie in &self.cookies {
            if path_matches(path_of(&head[..line]), cookie.path()) {
                head.extend_from_slice(before);
                head.extend_from_slice(cookie.pair());
                before = b"; ";
            }
        }
        if !joined && head.len() > line {
            head.extend_from_slice(b"\r\n");
        }
    }
}

/// The path of a request without its query.
fn path_of(request: &[u8]) -> &[u8] {
    let mut words = request.splitn(3, |byte| *byte == b' ');
    let target = words.nth(1).unwrap_or(b"");
    target.split(|byte| *byte == b'?').next().unwrap_or(b"")
}

/// Whether a cookie with a path goes along to a path (section 5.1.4).
fn path_matches(path: &[u8], cookie: &[u8]) -> bool {
    path.strip_prefix(cookie)
        .is_some_and(|rest| rest.is_empty() || cookie.ends_with(b"/") || rest.starts_with(b"/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn take(jar: &mut Jar, header: &str, now_s: u64) {
        jar.take(&SetCookie::parse(header.as_bytes()).unwrap(), now_s);
    }

    fn sent(jar: &Jar, path: &str) -> String {
        let mut head = format!("GET {path} HTTP/1.1\r\n").into_bytes();
        let start = head.len();
        jar.write(false, &mut head);
        String::from_utf8(head.split_off(start)).unwrap()
    }

    #[test]
    fn cookies_go_where_their_path_leads_the_longest_first() {
        let mut jar = Jar::default();
        jar.after_request(b"GET /shop/cart?x=/y/z HTTP/1.1\r\n");
        for header in ["a=1; Path=/", "b=2", "c=3; Path=/shop/cart", "d=4; Path=/"] {
            take(&mut jar, header, 0);
        }
        assert_eq!(sent(&jar, "/shop/cart?q"), "cookie: c=3; b=2; a=1; d=4\r\n");
        assert_eq!(sent(&jar, "/shop"), "cookie: b=2; a=1; d=4\r\n");
        assert_eq!(sent(&jar, "/shopping"), "cookie: a=1; d=4\r\n");
        assert_eq!(sent(&Jar::default(), "/"), "");
        let mut head = b"GET / HTTP/1.1\r\ncookie: own=1".to_vec();
        jar.write(true, &mut head);
        assert_eq!(head, b"GET / HTTP/1.1\r\ncookie: own=1; a=1; d=4");
    }

    #[test]
    fn a_cookie_is_replaced_in_place_and_taken_away() {
        let mut jar = Jar::default();
        for header in ["a=1; Path=/", "b=2; Path=/", "a=3; Path=/; Max-Age=10"] {
            take(&mut jar, header, 100);
        }
        assert_eq!(sent(&jar, "/"), "cookie: a=3; b=2\r\n");
        jar.before_request(109);
        assert_eq!(sent(&jar, "/"), "cookie: a=3; b=2\r\n");
        jar.before_request(110);
        assert_eq!(sent(&jar, "/"), "cookie: b=2\r\n");
        take(&mut jar, "b=; Path=/other; Max-Age=0", 110);
        assert_eq!(sent(&jar, "/"), "cookie: b=2\r\n");
        take(&mut jar, "b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 110);
        assert_eq!((sent(&jar, "/").as_str(), jar.bytes), ("", 0));
    }

    proptest! {
        #[test]
        fn a_jar_is_bounded_and_keeps_the_newest(cookies in proptest::collection::vec((0u8..90, 0usize..4000, 0usize..3), 1..200)) {
            let mut jar = Jar::default();
            for (name, length, depth) in &cookies {
                take(&mut jar, &format!("c{name}={}; Path=/{}", "x".repeat(*length), "d/".repeat(*depth)), 0);
                prop_assert!(jar.cookies.len() <= MOST_COOKIES && jar.bytes <= MOST_BYTES);
                prop_assert_eq!(jar.bytes, jar.cookies.iter().map(|cookie| cookie.text.len()).sum::<usize>());
                prop_assert!(jar.cookies.is_sorted_by_key(|cookie| std::cmp::Reverse(cookie.path().len())));
            }
        }
    }
}
