//! What is kept of a reply: where it costs a copy, how much at most, and for how long.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use loadproof_protocol::http1::{Content, Decoder, Expectation, Keep, Limits};

fn begun(keep: Keep) -> Decoder {
    let mut decoder = Decoder::new(Limits::default());
    decoder.expect_reply(Expectation { head_only: false, keep });
    decoder
}

fn with_length(status: u16, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status} x\r\nSet-Cookie: a=1\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn in_chunks(status: u16, chunks: &[&[u8]]) -> Vec<u8> {
    let mut stream = format!("HTTP/1.1 {status} x\r\ntransfer-encoding: chunked\r\n\r\n").into_bytes();
    for chunk in chunks {
        stream.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
        stream.extend(*chunk);
        stream.extend(b"\r\n");
    }
    stream.extend(b"0\r\n\r\n");
    stream
}

fn is_within(part: &[u8], stream: &[u8]) -> bool {
    stream.as_ptr_range().contains(&part.as_ptr())
}

/// Feeds all but the last byte, then that.
fn feed_in_two(decoder: &mut Decoder, stream: &[u8]) {
    let (start, last) = stream.split_at(stream.len() - 1);
    assert_eq!(decoder.feed(start), Ok(None));
    assert!(decoder.feed(last).unwrap().is_some());
}

#[test]
fn a_reply_in_one_feed_is_not_copied() {
    for stream in [
        with_length(200, b"hello"),
        in_chunks(200, &[b"hello"]),
        with_length(500, b"hello"),
    ] {
        for keep in [Keep::Nothing, Keep::Head, Keep::Whole] {
            let mut decoder = begun(keep);
            assert!(decoder.feed(&stream).unwrap().is_some());
            let content = decoder.content(&stream);
            assert!(
                is_within(content.head, &stream) && is_within(content.body, &stream),
                "{keep:?}"
            );
            assert_eq!((content.body, content.is_whole()), (b"hello".as_slice(), true));
            assert!(content.head.ends_with(b"\r\n\r\n"));
        }
    }
}

#[test]
fn the_head_starts_with_its_status_line() {
    let stream = [
        b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n",
        with_length(200, b"").as_slice(),
    ]
    .concat();
    for step in [1, stream.len()] {
        let mut decoder = begun(Keep::Head);
        let mut last_fed: &[u8] = &[];
        for part in stream.chunks(step) {
            last_fed = part;
            decoder.feed(part).unwrap();
        }
        let content = decoder.content(last_fed);
        assert!(content.head.starts_with(b"HTTP/1.1 200 x\r\n"), "{content:?}");
        assert_eq!(content.header("set-cookie").collect::<Vec<_>>(), [b"a=1"]);
        assert_eq!(content.header("link").count(), 0);
    }
}

#[test]
fn a_line_that_goes_on_in_the_next_is_given_as_one() {
    let stream = b"HTTP/1.1 200 OK\r\nX-Note: a\r\n b\n\tc\r\ncontent-length: 2\r\n\r\nok";
    for step in [1, 30, stream.len()] {
        let mut decoder = begun(Keep::Whole);
        let mut last_fed: &[u8] = &[];
        for part in stream.chunks(step) {
            last_fed = part;
            decoder.feed(part).unwrap();
        }
        let content = decoder.content(last_fed);
        assert_eq!(content.header("x-note").collect::<Vec<_>>(), [b"a   b \tc"]);
        assert_eq!(content.body, b"ok");
    }
}

#[test]
fn nothing_is_kept_of_what_nobody_wants() {
    for stream in [with_length(200, b"hello"), in_chunks(206, &[b"hel", b"lo"])] {
        let mut decoder = begun(Keep::Nothing);
        feed_in_two(&mut decoder, &stream);
        let expected = Content {
            body_bytes: 5,
            ..Content::default()
        };
        assert_eq!(decoder.content(&stream), expected);
    }
}

#[test]
fn of_a_failing_reply_a_sample_is_kept() {
    let body = b"x".repeat(5_000);
    for (status, stream) in [
        (302, in_chunks(302, &[&body])),
        (404, with_length(404, &body)),
        (500, in_chunks(500, &[&body[..1_000], &body[1_000..]])),
        (503, in_chunks(503, &[&body])),
    ] {
        for keep in [Keep::Nothing, Keep::Head] {
            let mut decoder = begun(keep);
            feed_in_two(&mut decoder, &stream);
            let content = decoder.content(&stream);
            assert!(content.head.starts_with(format!("HTTP/1.1 {status}").as_bytes()));
            assert_eq!((content.body, content.body_bytes), (&body[..2_048], 5_000));
            decoder.expect_reply(Expectation { head_only: false, keep });
            decoder.feed(&stream).unwrap();
            let content = decoder.content(&stream);
            assert_eq!((content.body, content.is_whole()), (&body[..2_048], false));
        }
    }
}

#[test]
fn a_head_is_kept_without_its_body() {
    let mut decoder = begun(Keep::Head);
    let stream = with_length(200, b"hello");
    feed_in_two(&mut decoder, &stream);
    let content = decoder.content(&stream);
    assert_eq!(content.header("set-cookie").count(), 1);
    assert_eq!((content.body, content.body_bytes), (b"".as_slice(), 5));
}

#[test]
fn a_whole_body_is_kept_up_to_a_mebibyte() {
    let body: Vec<u8> = (0..3 << 20).map(|position: u32| position as u8).collect();
    let streams = [
        with_length(200, &body),
        in_chunks(200, &body.chunks(100_000).collect::<Vec<_>>()),
        [b"HTTP/1.0 200 OK\r\n\r\n".as_slice(), &body].concat(),
    ];
    for stream in streams {
        for step in [64 * 1024, stream.len()] {
            let mut decoder = begun(Keep::Whole);
            let replies: Vec<_> = stream.chunks(step).filter_map(|part| decoder.feed(part).unwrap()).collect();
            if replies.is_empty() {
                decoder.end().unwrap().unwrap();
            }
            let content = decoder.content(&stream);
            assert_eq!((content.body.len(), content.body_bytes), (1 << 20, 3 << 20));
            assert!(body.starts_with(content.body));
        }
    }
}

#[test]
fn content_is_there_until_it_is_released_or_the_next_reply_expected() {
    let stream = with_length(404, b"gone");
    for one_feed in [true, false] {
        let mut decoder = begun(Keep::Whole);
        let feed = |decoder: &mut Decoder| {
            if one_feed {
                decoder.feed(&stream).unwrap();
            } else {
                feed_in_two(decoder, &stream);
            }
        };
        feed(&mut decoder);
        assert_eq!(decoder.content(&stream).body, b"gone");
        decoder.release_content();
        assert_eq!(
            (decoder.content(&stream).head, decoder.content(&stream).body),
            (&b""[..], &b""[..])
        );
        decoder.expect_reply(Expectation::default());
        feed(&mut decoder);
        decoder.expect_reply(Expectation::default());
        assert_eq!(decoder.content(&stream).body, b"");
    }
}

#[test]
fn bytes_that_are_not_those_of_the_last_feed_are_no_panic() {
    let mut decoder = begun(Keep::Whole);
    decoder.feed(&with_length(200, b"hello")).unwrap();
    assert_eq!(decoder.content(b"short").body, b"");
}

#[test]
fn ten_thousand_decoders_are_small() {
    assert!(size_of::<Decoder>() <= 192, "{}", size_of::<Decoder>());
}
