//! The first few replies that were not as expected.

use loadproof_measure::ErrorKind;
use loadproof_protocol::http1::Content;

use crate::calls::Call;
use crate::FailedReply;

/// Most pairs of operation and kind of which a shard keeps replies in a trial: a hostile target makes a new kind with each status.
const MOST_KINDS: usize = 64;

/// Keeps replies until the next flush; knows how many of each kind there were in the trial.
#[derive(Debug, Default)]
pub(crate) struct FailedReplies {
    seen: Vec<(u32, ErrorKind, usize)>,
    kept: Vec<FailedReply>,
}

impl FailedReplies {
    /// Keeps the reply to a call if it is one of the first of its operation and kind.
    #[cold]
    pub(crate) fn keep(&mut self, call: &Call, kind: ErrorKind, service_ns: u64, content: Content<'_>) {
        let room = self.seen.len() < MOST_KINDS;
        let known = self
            .seen
            .iter_mut()
            .find(|(operation, seen, _)| (*operation, *seen) == (call.operation, kind));
        match known {
            Some((_, _, count)) if *count < FailedReply::MOST_ALIKE => *count += 1,
            None if room => self.seen.push((call.operation, kind, 1)),
            _ => return,
        }
        self.kept.push(FailedReply {
            operation: call.operation as usize,
            kind,
            due_ns: call.due_ns,
            service_ns,
            head: content.head[..content.head.len().min(FailedReply::MOST_BYTES)].to_vec(),
            body: content.decoded_sample(FailedReply::MOST_BYTES).into_owned(),
            body_bytes: content.body_bytes,
        });
    }

    /// Hands over what was kept since the last time.
    pub(crate) fn take(&mut self) -> Vec<FailedReply> {
        std::mem::take(&mut self.kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Calls;

    #[test]
    fn three_of_a_kind_are_kept_and_64_kinds() {
        let mut calls = Calls::new();
        let id = calls.open(4, 7, 7, 100);
        let call = *calls.get(id);
        let mut replies = FailedReplies::default();
        let body = vec![b'x'; 5_000];
        let content = Content {
            head: b"HTTP/1.1 500 No\r\n\r\n",
            body: &body,
            body_bytes: 1 << 40,
        };
        for status in 400..600 {
            for _ in 0..10 {
                replies.keep(&call, ErrorKind::Status(status), 5, content);
            }
        }
        let kept = replies.take();
        assert_eq!(kept.len(), 64 * 3);
        let first = &kept[0];
        assert_eq!(
            (first.operation, first.due_ns, first.service_ns, first.body_bytes),
            (4, 7, 5, 1 << 40)
        );
        assert_eq!(
            (first.head.as_slice(), first.body.len()),
            (content.head, FailedReply::MOST_BYTES)
        );
        replies.keep(&call, ErrorKind::Status(400), 5, content);
        assert!(replies.take().is_empty(), "a flush does not make kinds new");
    }
}
