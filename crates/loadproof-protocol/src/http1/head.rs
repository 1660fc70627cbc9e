//! The head of a reply.

use std::mem::MaybeUninit;

use super::Fault;

const MOST_HEADERS: usize = 96;

/// What a head says that matters after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) keep_alive: bool,
}

/// How a body ends.
pub(super) enum Framing {
    Length(u64),
    Chunked,
    UntilClose,
}

/// Bytes used, the head and how its body ends; None when the head is not whole yet.
#[inline]
pub(super) fn parse_head(bytes: &[u8], head_only: bool) -> Result<Option<(usize, Head, Framing)>, Fault> {
    let mut storage = [const { MaybeUninit::uninit() }; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut []);
    let parsed = httparse::ParserConfig::default().parse_response_with_uninit_headers(&mut response, bytes, &mut storage);
    let used = match parsed {
        Ok(httparse::Status::Complete(used)) => used,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Fault::TooLarge("the number of headers")),
        Err(_) => return Err(Fault::Garbage("the head cannot be read")),
    };
    let status = response.code.unwrap_or(0);
    if !(100..=999).contains(&status) {
        return Err(Fault::Garbage("the status is not a number from 100 to 999"));
    }
    let fields = Fields::of(response.headers)?;
    // Version 0 is HTTP/1.0, whose connections close unless it says otherwise (RFC 9112, section 9.3).
    let keep_alive = !fields.close && (response.version == Some(1) || fields.keep_alive);
    let framing = fields.framing(status, head_only)?;
    let keep_alive = keep_alive && !matches!(framing, Framing::UntilClose);
    Ok(Some((used, Head { status, keep_alive }, framing)))
}

/// The fields of a head that say how long the body is and whether the connection lasts.
#[derive(Default)]
struct Fields {
    length: Option<u64>,
    transfer_coding: bool,
    chunked: bool,
    close: bool,
    keep_alive: bool,
}

impl Fields {
    #[inline]
    fn of(headers: &[httparse::Header<'_>]) -> Result<Self, Fault> {
        let mut fields = Self::default();
        for header in headers {
            // The length of a name tells nearly all others apart without a comparison.
            match header.name.len() {
                14 if header.name.eq_ignore_ascii_case("content-length") => fields.add_length(header.value)?,
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    fields.transfer_coding = true;
                    fields.chunked = last_token(header.value).eq_ignore_ascii_case(b"chunked");
                }
                10 if header.name.eq_ignore_ascii_case("connection") => {
                    fields.close |= has_token(header.value, b"close");
                    fields.keep_alive |= has_token(header.value, b"keep-alive");
                }
                _ => {}
            }
        }
        Ok(fields)
    }

    fn add_length(&mut self, value: &[u8]) -> Result<(), Fault> {
        let text = std::str::from_utf8(value).map_err(|_| Fault::Garbage("content-length is not a number"))?;
        // A list of equal values is allowed (RFC 9110, section 8.6); different ones are an attack or a broken server.
        for part in text.split(',') {
            let part = part.trim();
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Fault::Garbage("content-length is not a number"));
            }
            let length = part.parse().map_err(|_| Fault::TooLarge("the body of a reply"))?;
            if self.length.is_some_and(|known| known != length) {
                return Err(Fault::Garbage("content-length is given twice, differently"));
            }
            self.length = Some(length);
        }
        Ok(())
    }

    /// RFC 9112, section 6.3.
    fn framing(&self, status: u16, head_only: bool) -> Result<Framing, Fault> {
        if head_only || (100..200).contains(&status) || status == 204 || status == 304 {
            return Ok(Framing::Length(0));
        }
        if self.transfer_coding {
            return Ok(if self.chunked { Framing::Chunked } else { Framing::UntilClose });
        }
        Ok(self.length.map_or(Framing::UntilClose, Framing::Length))
    }
}

fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii)
}

fn has_token(value: &[u8], token: &[u8]) -> bool {
    tokens(value).any(|candidate| candidate.eq_ignore_ascii_case(token))
}

fn last_token(value: &[u8]) -> &[u8] {
    tokens(value).last().unwrap_or_default()
}
