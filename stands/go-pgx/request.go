package main

import (
	"net/http"
	"net/url"
	"strings"

	"go-service"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
)

const uuidLength = 36

// A status fits into 100 bytes; the rest is room for spaces.
var statusBody = service.Body{MostBytes: 16 * 1024, Example: `{"status": 3}`}

// readPathID is the {id} of the path.
func readPathID(request *http.Request) (uuid.UUID, error) {
	text := chi.URLParam(request, "id")
	// chi routes by the path as it was sent where that differs from the usual spelling.
	if request.URL.RawPath != "" {
		decoded, err := url.PathUnescape(text)
		if err != nil {
			return uuid.UUID{}, refuseUUID(text)
		}
		text = decoded
	}
	return parseUUID(text)
}

// readQueryIDs is every `ids` of the query, split at commas; blanks between commas do not count.
func readQueryIDs(request *http.Request) ([]uuid.UUID, error) {
	values, err := url.ParseQuery(request.URL.RawQuery)
	if err != nil {
		return nil, service.RefusedQuery
	}
	var ids []uuid.UUID
	for _, value := range values["ids"] {
		for text := range strings.SplitSeq(value, ",") {
			text = strings.TrimSpace(text)
			if text == "" {
				continue
			}
			id, err := parseUUID(text)
			if err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
	}
	switch {
	case len(ids) == 0:
		return nil, refusedNoIDs
	case len(ids) > mostIDs:
		return nil, refuseIDs(len(ids))
	}
	return ids, nil
}

// parseUUID takes only the form with hyphens: the package also reads three others.
func parseUUID(text string) (uuid.UUID, error) {
	if len(text) != uuidLength {
		return uuid.UUID{}, refuseUUID(text)
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.UUID{}, refuseUUID(text)
	}
	return id, nil
}

// readCreate is the id, a random one where none is given, and the status of a body.
func readCreate(writer http.ResponseWriter, request *http.Request) (uuid.UUID, int16, error) {
	fields, err := statusBody.Read(writer, request)
	if err != nil {
		return uuid.UUID{}, 0, err
	}
	status, err := statusOf(fields)
	if err != nil {
		return uuid.UUID{}, 0, err
	}
	id, err := idOf(fields)
	return id, status, err
}

// readUpdate is the status of a body.
func readUpdate(writer http.ResponseWriter, request *http.Request) (int16, error) {
	fields, err := statusBody.Read(writer, request)
	if err != nil {
		return 0, err
	}
	return statusOf(fields)
}

func statusOf(fields service.Fields) (int16, error) {
	var status int16
	if !fields.Decode("status", &status) {
		return 0, statusBody.Refuse("status is no integer from -32768 to 32767")
	}
	return status, nil
}

func idOf(fields service.Fields) (uuid.UUID, error) {
	if !fields.Has("id") {
		return uuid.New(), nil
	}
	var text string
	if !fields.Decode("id", &text) {
		return uuid.UUID{}, statusBody.Refuse("id is no text")
	}
	return parseUUID(text)
}
