package main

import (
	"errors"
	"fmt"
	"net/http"

	"go-service"

	"github.com/google/uuid"
)

var refusedNoIDs = service.Refusal{Status: http.StatusBadRequest, Text: "no ids: ask for ?ids=UUID,UUID,..."}

func refuseUUID(text string) service.Refusal {
	return service.Refusal{
		Status: http.StatusBadRequest,
		Text:   fmt.Sprintf("%q is not a uuid of 36 characters", service.Shortened(text)),
	}
}

func refuseIDs(count int) service.Refusal {
	return service.Refusal{
		Status: http.StatusBadRequest,
		Text:   fmt.Sprintf("%d ids are too many: ask for at most %d", count, mostIDs),
	}
}

// refuseRow turns the error of a query about one id into a refusal where it is one.
func refuseRow(id uuid.UUID, err error) error {
	switch {
	case errors.Is(err, errNoRow):
		return service.Refusal{Status: http.StatusNotFound, Text: fmt.Sprintf("no status with id %s", id)}
	case errors.Is(err, errIDTaken):
		return service.Refusal{Status: http.StatusConflict, Text: fmt.Sprintf("there is a status with id %s already", id)}
	}
	return err
}
