//! Garbage: nothing panics, nothing passes the bounds, and any split gives the same end.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use loadproof_protocol::http1::{Decoder, Expectation, Fault, Keep, Limits, Reply};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

const LIMITS: Limits = Limits {
    head_bytes: 120,
    body_bytes: 40,
};
/// What garbage is most likely to be taken for.
const WORDS: [&str; 16] = [
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.0 404 x\r\n",
    "HTTP/1.1 103 x\r\n\r\n",
    "content-length: ",
    "transfer-encoding: chunked\r\n",
    "connection: close\r\n",
    "\r\n\r\n",
    "\r\n",
    "\n",
    "\r",
    " ",
    "\r\n ",
    "5",
    "0\r\n",
    ";x=1",
    "a: b\r\n",
];

/// Words and single bytes in any order, after the begin of a reply or not.
fn streams() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        4 => proptest::sample::select(&WORDS[..]).prop_map(|word| word.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    let start = prop_oneof![
        Just(""),
        Just("HTTP/1.1 200 OK\r\n"),
        Just("HTTP/1.1 500 x\r\ntransfer-encoding: chunked\r\n\r\n"),
        Just("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"),
    ];
    (start, vec(word, 0..30)).prop_map(|(start, words)| [start.as_bytes(), &words.concat()].concat())
}

/// A reply with its head and body.
type Whole = (Reply, Vec<u8>, Vec<u8>);

#[derive(Debug, PartialEq)]
struct End {
    /// None when the connection ended before any reply.
    outcome: Result<Option<Whole>, Fault>,
    /// Bytes of the stream that were fed.
    used: usize,
}

fn decode(stream: &[u8], cuts: impl Iterator<Item = usize>) -> End {
    let mut decoder = Decoder::new(LIMITS);
    decoder.expect_reply(Expectation {
        head_only: false,
        keep: Keep::Whole,
    });
    let (mut used, mut last_fed) = (0, &stream[..0]);
    let mut outcome = Ok(None);
    for cut in cuts {
        last_fed = &stream[used..cut];
        used = cut;
        outcome = decoder.feed(last_fed);
        if outcome != Ok(None) {
            break;
        }
    }
    if outcome == Ok(None) {
        outcome = decoder.end();
    }
    let content = decoder.content(last_fed);
    let outcome = outcome.map(|reply| reply.map(|reply| (reply, content.head.to_vec(), content.body.to_vec())));
    End { outcome, used }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn any_split_of_garbage_ends_alike(stream in streams(), cuts in vec(any::<Index>(), 0..5)) {
        let by_bytes = decode(&stream, 1..=stream.len());
        let whole = by_bytes.outcome.is_ok();
        if let Ok(Some((reply, head, body))) = &by_bytes.outcome {
            prop_assert!(reply.body_bytes <= LIMITS.body_bytes && head.len() <= LIMITS.head_bytes);
            prop_assert_eq!(reply.body_bytes, body.len() as u64);
        }
        // What follows a reply belongs to no call.
        let stream = if whole { &stream[..by_bytes.used] } else { &stream[..] };
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).chain([stream.len()]).collect();
        cuts.sort_unstable();
        let by_cuts = decode(stream, cuts.into_iter());
        prop_assert_eq!(&by_cuts.outcome, &by_bytes.outcome);
    }
}
