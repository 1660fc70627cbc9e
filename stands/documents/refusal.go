package main

import (
	"errors"
	"fmt"
	"net/http"

	"go-service"
)

var errNoRow = errors.New("no such row")

func refuseInput(format string, values ...any) service.Refusal {
	return service.Refusal{Status: http.StatusBadRequest, Text: fmt.Sprintf(format, values...)}
}

// refuseUnknown turns errNoRow into a refusal that names the kind of thing and its id.
func refuseUnknown(kind string, id int64, err error) error {
	if errors.Is(err, errNoRow) {
		return service.Refusal{Status: http.StatusNotFound, Text: fmt.Sprintf("no %s with id %d", kind, id)}
	}
	return err
}
