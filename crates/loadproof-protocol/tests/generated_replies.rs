//! Replies of every framing, generated: any split of their bytes gives the same reply and the same content.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use loadproof_protocol::http1::{Content, Decoder, Expectation, Fault, Keep, Limits, Reply};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

#[derive(Clone, Debug)]
enum Framing {
    Length {
        list: bool,
    },
    Chunked {
        sizes: Vec<usize>,
        extension: &'static str,
        trailer: &'static str,
    },
    UntilClose,
}

#[derive(Clone, Debug)]
struct Spec {
    interim: Vec<u16>,
    version: &'static str,
    status: u16,
    connection: Option<&'static str>,
    keep_alive_s: Option<u16>,
    line_end: &'static str,
    header: String,
    framing: Framing,
    body: Vec<u8>,
    expectation: Expectation,
}

impl Spec {
    fn has_body(&self) -> bool {
        !self.expectation.head_only && self.status != 204 && self.status != 304
    }

    fn lasts_until_close(&self) -> bool {
        self.has_body() && matches!(self.framing, Framing::UntilClose)
    }

    fn head(&self) -> Vec<u8> {
        let end = self.line_end;
        let mut head = format!(
            "HTTP/{} {} Reason{end}X-Generated: {}{end}",
            self.version, self.status, self.header
        );
        if let Some(connection) = self.connection {
            head += &format!("Connection: {connection}{end}");
        }
        if let Some(seconds) = self.keep_alive_s {
            head += &format!("Keep-Alive: timeout={seconds}, max=100{end}");
        }
        let length = self.body.len();
        head += &match &self.framing {
            Framing::Length { list: false } => format!("Content-Length: {length}{end}"),
            Framing::Length { list: true } => format!("content-length: {length}, {length}{end}"),
            Framing::Chunked { .. } => format!("Transfer-Encoding: chunked{end}"),
            Framing::UntilClose => String::new(),
        };
        (head + end).into_bytes()
    }

    fn framed_body(&self) -> Vec<u8> {
        if !self.has_body() {
            return Vec::new();
        }
        let Framing::Chunked {
            sizes,
            extension,
            trailer,
        } = &self.framing
        else {
            return self.body.clone();
        };
        let mut framed = Vec::new();
        let mut rest = self.body.as_slice();
        for size in sizes.iter().copied().chain([usize::MAX]) {
            let (chunk, after) = rest.split_at(size.min(rest.len()));
            rest = after;
            if !chunk.is_empty() {
                framed.extend(format!("{:X}{extension}\r\n", chunk.len()).into_bytes());
                framed.extend(chunk);
                framed.extend(b"\r\n");
            }
        }
        framed.extend(format!("0{extension}\r\n{trailer}\r\n").into_bytes());
        framed
    }

    fn stream(&self) -> Vec<u8> {
        let interim = self
            .interim
            .iter()
            .flat_map(|status| format!("HTTP/1.1 {status} Wait\r\nlink: x\r\n\r\n").into_bytes());
        interim.chain(self.head()).chain(self.framed_body()).collect()
    }

    /// What the decoder has to say, worked out from the parts and not from the bytes.
    fn reply(&self) -> Reply {
        let is_1_1 = self.version == "1.1";
        let coded = self.lasts_until_close() || (!is_1_1 && matches!(self.framing, Framing::Chunked { .. }));
        let lasts = match self.connection {
            Some("close") => false,
            Some(_) => true,
            None => is_1_1,
        };
        Reply {
            status: self.status,
            body_bytes: if self.has_body() { self.body.len() as u64 } else { 0 },
            keep_alive: lasts && !coded,
            keep_alive_s: self.keep_alive_s,
        }
    }
}

fn framings() -> impl Strategy<Value = Framing> {
    let extension = prop_oneof![Just(""), Just(";a"), Just(" ; a=\"b c\""), Just("\t")];
    let trailer = prop_oneof![Just(""), Just("Digest: x\r\n"), Just("a:\r\nb: c\n d\r\n")];
    prop_oneof![
        any::<bool>().prop_map(|list| Framing::Length { list }),
        (vec(1usize..900, 0..5), extension, trailer).prop_map(|(sizes, extension, trailer)| Framing::Chunked {
            sizes,
            extension,
            trailer
        }),
        Just(Framing::UntilClose),
    ]
}

fn expectations() -> impl Strategy<Value = Expectation> {
    let keep = prop_oneof![Just(Keep::Nothing), Just(Keep::Head), Just(Keep::Whole)];
    (proptest::bool::weighted(0.1), keep).prop_map(|(head_only, keep)| Expectation { head_only, keep })
}

fn specs() -> impl Strategy<Value = Spec> {
    let start = (
        vec(prop_oneof![Just(100u16), Just(103)], 0..3),
        prop_oneof![4 => Just("1.1"), 1 => Just("1.0")],
        prop_oneof![Just(200u16), Just(204), Just(304), Just(404), Just(503), Just(999)],
        prop_oneof![4 => Just("\r\n"), 1 => Just("\n")],
    );
    let fields = (
        proptest::option::of(prop_oneof![Just("close"), Just("Keep-Alive")]),
        proptest::option::of(any::<u16>()),
        "[ -~\u{e9}]{0,40}",
    );
    let bodies = prop_oneof![vec(any::<u8>(), 0..60), vec(any::<u8>(), 1900..2300)];
    (start, fields, framings(), bodies, expectations()).prop_map(|(start, fields, framing, body, expectation)| Spec {
        interim: start.0,
        version: start.1,
        status: start.2,
        line_end: start.3,
        connection: fields.0,
        keep_alive_s: fields.1,
        header: fields.2,
        framing,
        body,
        expectation,
    })
}

fn split<'a>(stream: &'a [u8], cuts: &[Index]) -> Vec<&'a [u8]> {
    let inner = cuts.iter().map(|cut| cut.index(stream.len()));
    let mut cuts: Vec<usize> = inner.chain([0, stream.len()]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2).map(|pair| &stream[pair[0]..pair[1]]).collect()
}

/// The reply with its head and body.
fn decode(decoder: &mut Decoder, spec: &Spec, parts: &[&[u8]]) -> (Reply, Vec<u8>, Vec<u8>) {
    decoder.expect_reply(spec.expectation);
    let mut reply = None;
    for part in parts {
        assert_eq!(reply, None, "a reply before its last byte");
        reply = decoder.feed(part).unwrap();
    }
    if spec.lasts_until_close() {
        assert_eq!(reply, None, "a reply before the connection closed");
        reply = decoder.end().unwrap();
    }
    let content = decoder.content(parts[parts.len() - 1]);
    let reply = reply.expect("the reply is whole");
    assert_eq!(content.body_bytes, reply.body_bytes);
    (reply, content.head.to_vec(), content.body.to_vec())
}

fn check(decoder: &mut Decoder, spec: &Spec, parts: &[&[u8]]) -> Result<(), TestCaseError> {
    let (reply, head, body) = decode(decoder, spec, parts);
    let failing = !(200..400).contains(&spec.status);
    let sent: &[u8] = if spec.has_body() { &spec.body } else { &[] };
    prop_assert_eq!(reply, spec.reply());
    if failing || spec.expectation.keep >= Keep::Head || !head.is_empty() {
        prop_assert_eq!(head, spec.head());
    }
    let spread = spec.interim.is_empty() && parts.len() > 1;
    match spec.expectation.keep {
        Keep::Whole => prop_assert_eq!(body, sent),
        _ if failing => prop_assert_eq!(body, &sent[..sent.len().min(2048)]),
        // Not asked for: given only where that costs no copy.
        _ if spread => prop_assert_eq!(body.len(), 0),
        _ => prop_assert!(sent.starts_with(&body)),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_split_gives_the_same_reply_and_content(spec in specs(), cuts in vec(any::<Index>(), 0..6)) {
        let stream = spec.stream();
        check(&mut Decoder::new(Limits::default()), &spec, &split(&stream, &cuts))?;
    }

    #[test]
    fn one_decoder_serves_a_connection(specs in vec((specs(), vec(any::<Index>(), 0..3)), 1..5)) {
        let mut decoder = Decoder::new(Limits::default());
        for (spec, cuts) in specs {
            check(&mut decoder, &spec, &split(&spec.stream(), &cuts))?;
        }
    }

    #[test]
    fn a_reply_cut_off_is_a_fault(spec in specs(), cut in any::<Index>()) {
        let stream = spec.stream();
        let end = stream.len() - spec.framed_body().len();
        let cut = cut.index(if spec.lasts_until_close() { end } else { stream.len() });
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(spec.expectation);
        prop_assert_eq!(decoder.feed(&stream[..cut]), Ok(None));
        prop_assert_eq!(decoder.end(), Err(Fault::Closed));
        prop_assert_eq!(decoder.content(&stream[..cut]), Content::default());
    }

    #[test]
    fn a_byte_too_many_is_a_fault(spec in specs(), extra in any::<u8>()) {
        prop_assume!(!spec.lasts_until_close());
        let mut stream = spec.stream();
        stream.push(extra);
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(spec.expectation);
        prop_assert!(decoder.feed(&stream).is_err());
        prop_assert_eq!(decoder.content(&stream), Content::default());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_byte_alone_gives_the_same_reply_and_content(spec in specs()) {
        let stream = spec.stream();
        let parts: Vec<&[u8]> = stream.chunks(1).collect();
        check(&mut Decoder::new(Limits::default()), &spec, &parts)?;
    }
}
