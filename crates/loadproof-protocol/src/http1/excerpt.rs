//! The reply under way, as far as it is kept.

use std::ops::Range;

use super::Keep;

/// Most bytes of a body that are kept when all of it is wanted.
pub const MOST_WHOLE_BYTES: usize = 1 << 20;
/// Bytes of a body that are kept as a sample.
const SAMPLE_BYTES: usize = 2048;

/// Head and body of a reply: places in the bytes of one feed, or copies when it took several or its body lies in pieces.
#[derive(Debug, Default)]
pub(super) struct Excerpt {
    head: Range<usize>,
    body: Range<usize>,
    /// Most bytes of the body that are copied.
    most_body_bytes: usize,
    /// Whether the head is copied when the reply takes several feeds.
    wanted: bool,
    /// The reply began in an earlier feed: places in this one mean nothing.
    spread: bool,
    copy: Option<Box<Copy>>,
}

#[derive(Debug, Default)]
struct Copy {
    head: Vec<u8>,
    body: Vec<u8>,
}

impl Excerpt {
    /// Forgets the last reply, and frees what was copied of it.
    #[inline]
    pub(super) fn clear(&mut self) {
        if self.copy.is_some() {
            self.copy = None;
        }
        self.head = 0..0;
        self.body = 0..0;
        self.spread = false;
    }

    /// Whether anything is copied; before a head is whole, the part of it that has come.
    #[inline]
    pub(super) fn is_copied(&self) -> bool {
        self.copy.is_some()
    }

    /// Keeps a head, or a part of one.
    pub(super) fn copy_head(&mut self, head: Vec<u8>) {
        self.copy.get_or_insert_default().head = head;
    }

    /// Takes the copied head back.
    pub(super) fn take_head(&mut self) -> Vec<u8> {
        self.copy.take().map_or_else(Vec::new, |copy| copy.head)
    }

    /// The head is whole: it stands at `head` in this feed, unless it has been copied.
    #[inline]
    pub(super) fn begin(&mut self, head: Range<usize>, keep: Keep, status: u16) {
        let failing = !(200..=299).contains(&status);
        self.wanted = keep >= Keep::Head || failing;
        self.most_body_bytes = match keep {
            Keep::Whole => MOST_WHOLE_BYTES,
            _ if failing => SAMPLE_BYTES,
            _ => 0,
        };
        self.head = head;
        if self.copy.is_some() && !self.wanted {
            self.copy = None;
            self.leave_feed();
        }
    }

    /// More of the body stands at `place` in this feed.
    #[inline]
    pub(super) fn add_body(&mut self, bytes: &[u8], place: Range<usize>) {
        if self.copy.is_none() {
            if self.spread {
                return;
            }
            if self.body.is_empty() {
                self.body = place;
                return;
            }
            if self.most_body_bytes == 0 {
                return;
            }
            self.copy_feed(bytes);
        }
        if let Some(copy) = &mut self.copy {
            append(&mut copy.body, &bytes[place], self.most_body_bytes);
        }
    }

    /// The feed is at its end and the reply is not: copies what will be wanted.
    pub(super) fn end_feed(&mut self, bytes: &[u8]) {
        if self.spread {
            return;
        }
        if self.wanted && self.copy.is_none() {
            self.copy_feed(bytes);
        }
        self.leave_feed();
    }

    fn copy_feed(&mut self, bytes: &[u8]) {
        let copy = self.copy.get_or_insert_default();
        copy.head.extend_from_slice(&bytes[self.head.clone()]);
        append(&mut copy.body, &bytes[self.body.clone()], self.most_body_bytes);
    }

    fn leave_feed(&mut self) {
        self.spread = true;
        self.head = 0..0;
        self.body = 0..0;
    }

    /// Head and body; `last_fed` is the feed that the places stand in.
    pub(super) fn parts<'a>(&'a self, last_fed: &'a [u8]) -> (&'a [u8], &'a [u8]) {
        let (head, body) = match &self.copy {
            Some(copy) => (copy.head.as_slice(), copy.body.as_slice()),
            None => {
                let body = last_fed.get(self.body.clone()).unwrap_or_default();
                let most = self.most_body_bytes.max(SAMPLE_BYTES);
                (
                    last_fed.get(self.head.clone()).unwrap_or_default(),
                    &body[..body.len().min(most)],
                )
            }
        };
        // Empty lines may stand before the status line.
        (head.trim_ascii_start(), body)
    }
}

fn append(kept: &mut Vec<u8>, bytes: &[u8], most: usize) {
    let room = most.saturating_sub(kept.len());
    kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
}
