//! Any bytes, at any split, are the same replies with the same content, or the same fault; nothing passes the bounds.
//!
//! Input: a byte of settings (1: the method is HEAD; 2, 4: what is kept; 8: small bounds), a byte that the splits are drawn from, the stream.

use loadproof_protocol::http1::{Decoder, Expectation, Fault, Keep, Limits, Reply};

/// Most bytes that a body is decoded to.
const MOST_DECODED: usize = 1 << 16;

/// What became of one reply, and how many bytes of the stream it took.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Replied {
        reply: Reply,
        head: Vec<u8>,
        body: Vec<u8>,
        used: usize,
    },
    Nothing,
    Failed(Fault),
}

struct Settings {
    expectation: Expectation,
    limits: Limits,
}

impl Settings {
    fn of(byte: u8) -> Self {
        let keep = match byte >> 1 & 3 {
            0 => Keep::Nothing,
            1 => Keep::Head,
            _ => Keep::Whole,
        };
        let small = Limits {
            head_bytes: 100,
            body_bytes: 50,
        };
        Self {
            expectation: Expectation {
                head_only: byte & 1 == 1,
                keep,
            },
            limits: if byte & 8 == 8 { small } else { Limits::default() },
        }
    }
}

/// Feeds pieces of the lengths that `length` gives, until there is a reply or a fault; then the connection ends.
fn decode(decoder: &mut Decoder, settings: &Settings, stream: &[u8], mut length: impl FnMut() -> usize) -> Outcome {
    decoder.expect_reply(settings.expectation);
    let mut used = 0;
    let mut last_fed: &[u8] = &[];
    let decoded = loop {
        if used == stream.len() {
            break decoder.end();
        }
        let step = length().clamp(1, stream.len() - used);
        last_fed = &stream[used..used + step];
        used += step;
        match decoder.feed(last_fed) {
            Ok(None) => {}
            decoded => break decoded,
        }
    };
    match decoded {
        Err(fault) => Outcome::Failed(fault),
        Ok(None) => Outcome::Nothing,
        Ok(Some(reply)) => {
            let content = decoder.content(last_fed);
            assert_eq!(content.body_bytes, reply.body_bytes);
            check_bounds(settings, &reply, content.head, content.body);
            if let Ok(decoded) = content.decoded_body(MOST_DECODED) {
                assert!(decoded.len() <= MOST_DECODED.max(content.body.len()));
            }
            assert!(content.decoded_sample(MOST_DECODED).len() <= MOST_DECODED);
            let (head, body) = (content.head.to_vec(), content.body.to_vec());
            Outcome::Replied { reply, head, body, used }
        }
    }
}

fn is_failing(reply: &Reply) -> bool {
    !(200..=299).contains(&reply.status)
}

fn check_bounds(settings: &Settings, reply: &Reply, head: &[u8], body: &[u8]) {
    assert!((200..=999).contains(&reply.status));
    assert!(reply.body_bytes <= settings.limits.body_bytes);
    assert!(!settings.expectation.head_only || reply.body_bytes == 0);
    assert!(head.len() <= settings.limits.head_bytes);
    let kept = body.len() as u64;
    assert!(kept <= reply.body_bytes);
    match settings.expectation.keep {
        Keep::Whole => assert_eq!(kept, reply.body_bytes.min(1 << 20)),
        _ if is_failing(reply) => assert_eq!(kept, reply.body_bytes.min(2048)),
        _ => assert!(kept <= 2048),
    }
}

/// What has to be the same at any split: without a wish for it, content is given only where it costs nothing.
fn comparable(outcome: Outcome, keep: Keep) -> Outcome {
    match outcome {
        Outcome::Replied { reply, head, body, used } => {
            let wants_head = keep >= Keep::Head || is_failing(&reply);
            let wants_body = keep == Keep::Whole || is_failing(&reply);
            Outcome::Replied {
                reply,
                head: if wants_head { head } else { Vec::new() },
                body: if wants_body { body } else { Vec::new() },
                used,
            }
        }
        other => other,
    }
}

/// What must hold of this input; panics where it does not.
pub fn check(input: &[u8]) {
    let [settings, seed, stream @ ..] = input else { return };
    let settings = Settings::of(*settings);
    let keep = settings.expectation.keep;
    let mut rest = stream;
    let mut state = u32::from(*seed) | 1 << 16;
    let mut by_bytes = Decoder::new(settings.limits);
    let mut by_pieces = Decoder::new(settings.limits);
    let mut at_once = Decoder::new(settings.limits);
    loop {
        let expected = comparable(decode(&mut by_bytes, &settings, rest, || 1), keep);
        // What follows a reply belongs to no call: pieces end where the reply does.
        let end = match &expected {
            Outcome::Replied { used, .. } => *used,
            _ => rest.len(),
        };
        let random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            1 + (state >> 16) as usize % (1 + usize::from(*seed))
        };
        let pieces = decode(&mut by_pieces, &settings, &rest[..end], random);
        assert_eq!(comparable(pieces, keep), expected);
        let once = decode(&mut at_once, &settings, &rest[..end], || usize::MAX);
        assert_eq!(comparable(once, keep), expected);
        if end == rest.len() {
            return;
        }
        let overlong = decode(&mut at_once, &settings, rest, || usize::MAX);
        assert!(matches!(overlong, Outcome::Failed(Fault::Garbage(_))), "{overlong:?}");
        rest = &rest[end..];
    }
}
