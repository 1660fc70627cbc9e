package main

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
)

// refusal is why a request is not answered as it asks: a status and its text.
type refusal struct {
	status int
	text   string
}

func (refusal refusal) Error() string { return refusal.text }

const mostQuoted = 64

var (
	refusedPath   = refusal{http.StatusNotFound, "no such path"}
	refusedMethod = refusal{http.StatusMethodNotAllowed, "this path does not take this method"}
	refusedQuery  = refusal{http.StatusBadRequest, "the query is not well-formed"}
	refusedNoIDs  = refusal{http.StatusBadRequest, "no ids: ask for ?ids=UUID,UUID,..."}
	refusedSize   = refusal{http.StatusRequestEntityTooLarge, "the body is too large"}
)

func refuseUUID(text string) refusal {
	if len(text) > mostQuoted {
		text = text[:mostQuoted]
	}
	return refusal{http.StatusBadRequest, fmt.Sprintf("%q is not a uuid of 36 characters", text)}
}

func refuseBody(why string) refusal {
	return refusal{http.StatusBadRequest, `the body must be like {"status": 3}: ` + why}
}

func refuseIDs(count int) refusal {
	return refusal{http.StatusBadRequest, fmt.Sprintf("%d ids are too many: ask for at most %d", count, mostIDs)}
}

// refuseRow turns the error of a query about one id into a refusal where it is one.
func refuseRow(id uuid.UUID, err error) error {
	switch {
	case errors.Is(err, errNoRow):
		return refusal{http.StatusNotFound, fmt.Sprintf("no status with id %s", id)}
	case errors.Is(err, errIDTaken):
		return refusal{http.StatusConflict, fmt.Sprintf("there is a status with id %s already", id)}
	}
	return err
}

// refusalOf is what the client is told of any error; the cause of a failed query stays here.
func refusalOf(err error) refusal {
	var known refusal
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, errAcquireTimeout):
		return refusal{http.StatusServiceUnavailable, errAcquireTimeout.Error()}
	case errors.Is(err, errNoConnection):
		return refusal{http.StatusServiceUnavailable, errNoConnection.Error()}
	}
	return refusal{http.StatusInternalServerError, "the database failed"}
}
