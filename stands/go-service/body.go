package service

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
)

// Body says what a service takes as the body of a request.
type Body struct {
	MostBytes int64
	// Example of a good one, for those who sent a bad one.
	Example string
}

// Refuse is the answer to a body that is not as the example.
func (body Body) Refuse(why string) Refusal {
	return Refusal{http.StatusBadRequest, "the body must be like " + body.Example + ": " + why}
}

// Fields are the raw values of a body by key: decoded into a struct, "Status" would be taken for "status".
type Fields map[string]json.RawMessage

// Read reads the body of a request.
func (body Body) Read(writer http.ResponseWriter, request *http.Request) (Fields, error) {
	if request.ContentLength > body.MostBytes {
		return nil, refusedSize
	}
	content, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, body.MostBytes))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, refusedSize
	}
	if err != nil {
		return nil, body.Refuse("it cannot be read")
	}
	var fields Fields
	if err := json.Unmarshal(content, &fields); err != nil {
		return nil, body.Refuse(err.Error())
	}
	return fields, nil
}

// Decode is true if the field is there, is not null and fits into the value.
func (fields Fields) Decode(key string, value any) bool {
	return fields.Has(key) && json.Unmarshal(fields[key], value) == nil
}

// Has is true if the field is there; null decodes into anything and leaves it as it is, so that it counts as absent.
func (fields Fields) Has(key string) bool {
	raw := fields[key]
	return raw != nil && !bytes.Equal(raw, []byte("null"))
}
