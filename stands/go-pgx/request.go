package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
)

const (
	// A status fits into 100 bytes; the rest is room for spaces.
	mostBodyBytes = 16 * 1024
	uuidLength    = 36
)

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
		return nil, refusedQuery
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
	fields, err := readFields(writer, request)
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
	fields, err := readFields(writer, request)
	if err != nil {
		return 0, err
	}
	return statusOf(fields)
}

// readFields keeps the values raw: decoded into a struct, "Status" would be taken for "status".
func readFields(writer http.ResponseWriter, request *http.Request) (map[string]json.RawMessage, error) {
	if request.ContentLength > mostBodyBytes {
		return nil, refusedSize
	}
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, mostBodyBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refusedSize
	}
	if err != nil {
		return nil, refuseBody("it cannot be read")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, refuseBody(err.Error())
	}
	return fields, nil
}

func statusOf(fields map[string]json.RawMessage) (int16, error) {
	var status int16
	if raw := fields["status"]; raw == nil || isNull(raw) || json.Unmarshal(raw, &status) != nil {
		return 0, refuseBody("status is no integer from -32768 to 32767")
	}
	return status, nil
}

func idOf(fields map[string]json.RawMessage) (uuid.UUID, error) {
	raw := fields["id"]
	if raw == nil || isNull(raw) {
		return uuid.New(), nil
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return uuid.UUID{}, refuseBody("id is no text")
	}
	return parseUUID(text)
}

// isNull is needed because null decodes into anything and leaves it as it is.
func isNull(raw json.RawMessage) bool { return bytes.Equal(raw, []byte("null")) }
