//! Routes and handlers: the HTTP API of the four-stacks study.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{middleware, Router};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::metrics::{self, Metrics};
use crate::pool::{Access, Pool};
use crate::refusal::Refusal;
use crate::table::{Created, StatusRow, Table, MOST_IDS};

/// A status fits into 100 bytes; the rest is room for spaces.
const MOST_BODY_BYTES: usize = 16 * 1024;

/// What every handler shares.
#[derive(Clone)]
pub struct Service {
    pub pool: Pool,
    pub metrics: &'static Metrics,
}

#[derive(Deserialize)]
struct CreateRequest {
    id: Option<String>,
    status: i16,
}

#[derive(Deserialize)]
struct UpdateRequest {
    status: i16,
}

/// All routes, each counted.
pub fn router(service: Service) -> Router {
    Router::new()
        .route("/status", get(get_many).post(create))
        .route("/status/{id}", get(get_one).put(update))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics_text))
        .fallback(|| async { Refusal::NoRoute })
        .method_not_allowed_fallback(|| async { Refusal::WrongMethod })
        .layer(DefaultBodyLimit::max(MOST_BODY_BYTES))
        .layer(middleware::from_fn_with_state(service.metrics, metrics::observe))
        .with_state(service)
}

/// An answer with a JSON body.
pub fn json(status: StatusCode, body: &impl Serialize) -> Response {
    match serde_json::to_vec(body) {
        Ok(bytes) => (status, [(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn get_one(State(service): State<Service>, id: Result<Path<String>, PathRejection>) -> Result<Response, Refusal> {
    let id = path_id(id)?;
    let row = service
        .pool
        .run(Access::Read, move |table| table.find(id))
        .await
        .map_err(Refusal::Database)?;
    found(id, row)
}

async fn get_many(State(service): State<Service>, RawQuery(query): RawQuery) -> Result<Response, Refusal> {
    let ids = query_ids(query.as_deref().unwrap_or_default())?;
    let find = move |table: &Table| table.find_many(&ids);
    let rows = service.pool.run(Access::Read, find).await.map_err(Refusal::Database)?;
    Ok(json(StatusCode::OK, &rows))
}

async fn create(State(service): State<Service>, body: Result<Bytes, BytesRejection>) -> Result<Response, Refusal> {
    let CreateRequest { id, status } = parse_body(body)?;
    let id = id.map_or_else(|| Ok(Uuid::new_v4()), |text| parse_uuid(&text))?;
    let create = move |table: &Table| table.create(id, status);
    match service.pool.run(Access::Write, create).await.map_err(Refusal::Database)? {
        Created::Row(row) => {
            service.metrics.count_new_row();
            Ok(json(StatusCode::CREATED, &row))
        }
        Created::IdTaken => Err(Refusal::IdTaken(id)),
    }
}

async fn update(
    State(service): State<Service>,
    id: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refusal> {
    let id = path_id(id)?;
    let UpdateRequest { status } = parse_body(body)?;
    let update = move |table: &Table| table.update(id, status);
    let row = service.pool.run(Access::Write, update).await.map_err(Refusal::Database)?;
    found(id, row)
}

async fn healthz() -> Response {
    json(StatusCode::OK, &serde_json::json!({ "status": "ok" }))
}

async fn metrics_text(State(service): State<Service>) -> Response {
    match service.metrics.text(&service.pool) {
        Ok(text) => ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn found(id: Uuid, row: Option<StatusRow>) -> Result<Response, Refusal> {
    row.map(|row| json(StatusCode::OK, &row)).ok_or(Refusal::Unknown(id))
}

fn path_id(id: Result<Path<String>, PathRejection>) -> Result<Uuid, Refusal> {
    let Path(text) = id.map_err(|rejection| Refusal::BadUuid(rejection.body_text()))?;
    parse_uuid(&text)
}

/// Every `ids` of the query, split at commas; blanks between commas do not count.
fn query_ids(query: &str) -> Result<Vec<Uuid>, Refusal> {
    let mut ids = Vec::new();
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        if key != "ids" {
            continue;
        }
        if value.contains(char::REPLACEMENT_CHARACTER) {
            return Err(Refusal::BadQuery);
        }
        for text in value.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            ids.push(parse_uuid(text)?);
        }
    }
    match ids.len() {
        0 => Err(Refusal::NoIds),
        1..=MOST_IDS => Ok(ids),
        count => Err(Refusal::TooManyIds(count)),
    }
}

/// Only the form with hyphens: the `uuid` crate also reads three others.
fn parse_uuid(text: &str) -> Result<Uuid, Refusal> {
    let uuid = (text.len() == 36).then(|| Uuid::try_parse(text).ok()).flatten();
    uuid.ok_or_else(|| Refusal::BadUuid(text.chars().take(64).collect()))
}

fn parse_body<T: DeserializeOwned>(body: Result<Bytes, BytesRejection>) -> Result<T, Refusal> {
    let bytes = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::BodyTooLarge,
        _ => Refusal::BadBody(rejection.body_text()),
    })?;
    serde_json::from_slice(&bytes).map_err(|fault| Refusal::BadBody(fault.to_string()))
}

#[cfg(test)]
mod tests;
