package service

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/common/expfmt"
)

const jsonType = "application/json"

// Answer is a whole reply; it is small enough to be made before its first byte is sent.
type Answer struct {
	status      int
	contentType string
	body        []byte
}

// JSON makes an answer of a value.
func JSON(status int, value any) (Answer, error) {
	body, err := json.Marshal(value)
	return Answer{status, jsonType, body}, err
}

// Handler makes the answer to a request; it writes nothing itself, and has the writer only to bound the body that it reads.
type Handler func(http.ResponseWriter, *http.Request) (Answer, error)

// Route is one row of the service's API.
type Route struct {
	Method  string
	Pattern string
	Handle  Handler
}

// answers is what every request needs to be answered.
type answers struct {
	metrics       *metrics
	complaints    *complaints
	showsSQLState bool
}

// router has the routes of the service, /healthz and /metrics, each counted.
func (answers answers) router(routes []Route) http.Handler {
	router := chi.NewRouter()
	every := append([]Route{
		{http.MethodGet, "/healthz", healthz},
		{http.MethodGet, "/metrics", answers.metricsText},
	}, routes...)
	for _, route := range every {
		router.Method(route.Method, route.Pattern, answers.observed(route.Method, route.Pattern, route.Handle))
	}
	router.NotFound(answers.observed("other", "other", refuseWith(refusedPath)))
	router.MethodNotAllowed(answers.observed("other", "other", refuseWith(refusedMethod)))
	return router
}

// observed counts and times one request around `handle`.
func (answers answers) observed(method, pattern string, handle Handler) http.HandlerFunc {
	route := answers.metrics.route(method, pattern)
	return func(writer http.ResponseWriter, request *http.Request) {
		flight := route.begin()
		made, err := handle(writer, request)
		if err != nil {
			// What a client that left would have been told is nobody's failure.
			if request.Context().Err() != nil {
				flight.cancelled()
				// One whose request is cut by a stop is still there: net/http would answer it with 200 and nothing.
				panic(http.ErrAbortHandler)
			}
			made = answers.refuse(err)
		}
		flight.answered(made.status)
		header := writer.Header()
		header.Set("Content-Type", made.contentType)
		header.Set("Content-Length", strconv.Itoa(len(made.body)))
		writer.WriteHeader(made.status)
		// A client that left while its answer was written needs none.
		_, _ = writer.Write(made.body)
	}
}

func (answers answers) refuse(err error) Answer {
	refusal := refusalOf(err)
	if refusal.Status >= http.StatusInternalServerError {
		answers.complaints.say(err.Error())
	}
	body := map[string]string{"error": refusal.Text}
	if state := sqlState(err); answers.showsSQLState && state != "" {
		body["sqlstate"] = state
	}
	made, _ := JSON(refusal.Status, body)
	return made
}

func healthz(http.ResponseWriter, *http.Request) (Answer, error) {
	return JSON(http.StatusOK, map[string]string{"status": "ok"})
}

func (answers answers) metricsText(http.ResponseWriter, *http.Request) (Answer, error) {
	families, err := answers.metrics.registry.Gather()
	if err != nil {
		return Answer{}, err
	}
	format := expfmt.NewFormat(expfmt.TypeTextPlain)
	var text bytes.Buffer
	encoder := expfmt.NewEncoder(&text, format)
	for _, family := range families {
		if err := encoder.Encode(family); err != nil {
			return Answer{}, err
		}
	}
	return Answer{http.StatusOK, string(format), text.Bytes()}, nil
}

func refuseWith(refusal Refusal) Handler {
	return func(http.ResponseWriter, *http.Request) (Answer, error) { return Answer{}, refusal }
}
