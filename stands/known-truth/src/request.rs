//! As much of HTTP/1.1 as tells where a request ends.

/// The longest head and the longest body that are taken.
pub const MOST_BYTES: usize = 1024 * 1024;

/// What the beginning of the input is.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Incomplete,
    /// Not HTTP/1, a chunked body, or too long.
    Bad,
    Request(Request),
}

/// A path by which a server may tell of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    Health,
    Metrics,
}

/// What the mode that burns is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Each request is to cost so many microseconds more.
    CostMore(u64),
    /// Nothing that it knows.
    Unknown,
}

/// The most that a request may be asked to cost more.
const MOST_MORE_US: u64 = 10_000_000;

/// One whole request at the beginning of the input.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// Bytes of head and body.
    pub length: usize,
    pub keep_alive: bool,
    /// The number that ends the path, if one does.
    pub call: Option<u64>,
    /// Place of the operation that the first segment of the path names; None: an unknown operation.
    pub operation: Option<usize>,
    pub page: Option<Page>,
    pub order: Option<Order>,
    /// A HEAD request: the answer has no body.
    pub head_only: bool,
}

/// Looks for one request at the beginning of `input`.
pub fn parse(input: &[u8], operation_names: &[String]) -> Parsed {
    let Some(head_length) = input.windows(4).position(|bytes| bytes == b"\r\n\r\n").map(|at| at + 4) else {
        return if input.len() > MOST_BYTES {
            Parsed::Bad
        } else {
            Parsed::Incomplete
        };
    };
    let Ok(head) = std::str::from_utf8(&input[..head_length]) else {
        return Parsed::Bad;
    };
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let mut keep_alive = first.ends_with(" HTTP/1.1");
    if !keep_alive && !first.ends_with(" HTTP/1.0") {
        return Parsed::Bad;
    }
    let mut body_length = 0;
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        if name.eq_ignore_ascii_case("content-length") {
            match value.trim().parse() {
                Ok(length) if length <= MOST_BYTES => body_length = length,
                _ => return Parsed::Bad,
            }
        } else if name.eq_ignore_ascii_case("connection") {
            keep_alive = keep_alive && !value.trim().eq_ignore_ascii_case("close");
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            return Parsed::Bad;
        }
    }
    let length = head_length + body_length;
    if input.len() < length {
        return Parsed::Incomplete;
    }
    Parsed::Request(Request {
        length,
        keep_alive,
        call: call_of(first),
        operation: operation_of(first, operation_names),
        page: page_of(first),
        order: order_of(first),
        head_only: first.starts_with("HEAD "),
    })
}

fn page_of(request_line: &str) -> Option<Page> {
    match request_line.split(' ').nth(1)? {
        "/healthz" => Some(Page::Health),
        "/metrics" => Some(Page::Metrics),
        _ => None,
    }
}

fn order_of(request_line: &str) -> Option<Order> {
    let query = request_line.strip_prefix("POST /burn?")?.split(' ').next()?;
    let more_us: Option<u64> = query.strip_prefix("more_us=").and_then(|number| number.parse().ok());
    let known = more_us.filter(|more_us| *more_us <= MOST_MORE_US);
    Some(known.map_or(Order::Unknown, Order::CostMore))
}

fn call_of(request_line: &str) -> Option<u64> {
    let path = request_line.split(' ').nth(1)?;
    path.rsplit('/').next()?.parse().ok()
}

fn operation_of(request_line: &str, operation_names: &[String]) -> Option<usize> {
    let path = request_line.split(' ').nth(1)?.strip_prefix('/')?;
    let segment = path.split(['/', '?']).next()?;
    operation_names.iter().position(|name| name == segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_ends_after_its_body() {
        let input = b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET";
        let expected = Request {
            length: input.len() - 3,
            keep_alive: true,
            call: None,
            operation: None,
            page: None,
            order: None,
            head_only: false,
        };
        assert_eq!(parse(input, &[]), Parsed::Request(expected));
        for end in 0..input.len() - 3 {
            assert_eq!(parse(&input[..end], &[]), Parsed::Incomplete, "{end}");
        }
    }

    #[test]
    fn a_path_may_end_with_the_number_of_the_call() {
        let calls = ["/", "/12", "/any/7", "/any", "/7?a=1"].map(|path| call_of(&format!("GET {path} HTTP/1.1")));
        assert_eq!(calls, [None, Some(12), Some(7), None, None]);
    }

    #[test]
    fn the_first_segment_of_the_path_names_the_operation() {
        let names = ["form", "login"].map(str::to_owned);
        let places = ["/form/17", "/login", "/login?next=/form", "/form-2/17", "/any/form", "/", "*"]
            .map(|path| operation_of(&format!("POST {path} HTTP/1.1"), &names));
        assert_eq!(places, [Some(0), Some(1), Some(1), None, None, None, None]);
    }

    #[test]
    fn a_page_is_its_whole_path() {
        let pages =
            ["/healthz", "/metrics", "/", "/metrics/7", "/healthz?a=1"].map(|path| page_of(&format!("GET {path} HTTP/1.1")));
        assert_eq!(pages, [Some(Page::Health), Some(Page::Metrics), None, None, None]);
    }

    #[test]
    fn an_order_is_a_post_with_a_number() {
        let orders = [
            "POST /burn?more_us=80",
            "POST /burn?more_us=0",
            "POST /burn?more_us=10000001",
            "POST /burn?more_us=-1",
            "POST /burn?less_us=1",
            "GET /burn?more_us=80",
            "POST /burn",
        ]
        .map(|line| order_of(&format!("{line} HTTP/1.1")));
        let unknown = Some(Order::Unknown);
        let expected = [
            Some(Order::CostMore(80)),
            Some(Order::CostMore(0)),
            unknown,
            unknown,
            unknown,
            None,
            None,
        ];
        assert_eq!(orders, expected);
    }

    #[test]
    fn close_is_heard() {
        for text in ["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nconnection: Close\r\n\r\n"] {
            let expected = Request {
                length: text.len(),
                keep_alive: false,
                call: None,
                operation: None,
                page: None,
                order: None,
                head_only: false,
            };
            assert_eq!(parse(text.as_bytes(), &[]), Parsed::Request(expected));
        }
    }

    #[test]
    fn what_cannot_be_read_is_bad() {
        for text in [
            "hello\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            assert_eq!(parse(text.as_bytes(), &[]), Parsed::Bad, "{text}");
        }
    }
}
