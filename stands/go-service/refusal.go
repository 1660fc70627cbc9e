package service

import (
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5/pgconn"
)

// Refusal is why a request is not answered as it asks: a status and its text.
type Refusal struct {
	Status int
	Text   string
}

func (refusal Refusal) Error() string { return refusal.Text }

const mostQuoted = 64

var (
	refusedPath   = Refusal{http.StatusNotFound, "no such path"}
	refusedMethod = Refusal{http.StatusMethodNotAllowed, "this path does not take this method"}
	// RefusedQuery is for a query string that cannot be read.
	RefusedQuery = Refusal{http.StatusBadRequest, "the query is not well-formed"}
	refusedSize  = Refusal{http.StatusRequestEntityTooLarge, "the body is too large"}
)

// Shortened is a text of a request as an answer may repeat it.
func Shortened(text string) string { return text[:min(len(text), mostQuoted)] }

// refusalOf is what the client is told of any error; the cause of a failed query stays here.
func refusalOf(err error) Refusal {
	var known Refusal
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errAcquireTimeout):
		return Refusal{http.StatusServiceUnavailable, errAcquireTimeout.Error()}
	case errors.Is(err, errNoConnection):
		return Refusal{http.StatusServiceUnavailable, errNoConnection.Error()}
	}
	return Refusal{http.StatusInternalServerError, "the database failed"}
}

// sqlState is the code with which PostgreSQL refused a statement; empty if it has refused none.
func sqlState(err error) string {
	var fault *pgconn.PgError
	if errors.As(err, &fault) {
		return fault.Code
	}
	return ""
}
