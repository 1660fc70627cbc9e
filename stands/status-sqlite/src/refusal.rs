//! Why a request was refused, as a status and `{"error": "..."}`.

use std::io::Write;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use uuid::Uuid;

use crate::api::json;
use crate::pool::PoolFault;
use crate::table::MOST_IDS;

/// Every way in which a request is refused.
#[derive(Debug)]
pub enum Refusal {
    BadUuid(String),
    BadQuery,
    NoIds,
    TooManyIds(usize),
    BadBody(String),
    BodyTooLarge,
    Unknown(Uuid),
    IdTaken(Uuid),
    NoRoute,
    WrongMethod,
    Database(PoolFault),
}

#[derive(Serialize)]
struct ErrorBody {
    error: String,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::BadUuid(_) | Self::BadQuery | Self::NoIds | Self::TooManyIds(_) | Self::BadBody(_) => StatusCode::BAD_REQUEST,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unknown(_) | Self::NoRoute => StatusCode::NOT_FOUND,
            Self::IdTaken(_) => StatusCode::CONFLICT,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Database(PoolFault::Query(_)) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Database(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::BadUuid(text) => format!("{text:?} is not a uuid of 36 characters"),
            Self::BadQuery => "the query is not UTF-8".into(),
            Self::NoIds => "no ids: ask for ?ids=UUID,UUID,...".into(),
            Self::TooManyIds(count) => format!("{count} ids are too many: ask for at most {MOST_IDS}"),
            Self::BadBody(why) => format!("the body must be like {{\"status\": 3}}: {why}"),
            Self::BodyTooLarge => "the body is too large".into(),
            Self::Unknown(id) => format!("no status with id {id}"),
            Self::IdTaken(id) => format!("there is a status with id {id} already"),
            Self::NoRoute => "no such path".into(),
            Self::WrongMethod => "this path does not take this method".into(),
            Self::Database(PoolFault::QueueFull) => "too many requests wait for a connection".into(),
            Self::Database(PoolFault::AcquireTimeout) => "no connection came free in time".into(),
            Self::Database(PoolFault::Closed) => "the service is stopping".into(),
            Self::Database(PoolFault::Query(_)) => "the database failed".into(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        if let Self::Database(PoolFault::Query(fault)) = &self {
            // A lost line of the log must not fail the answer.
            let _ = writeln!(std::io::stderr(), "status-sqlite: query failed: {fault}");
        }
        json(self.status(), &ErrorBody { error: self.text() })
    }
}
