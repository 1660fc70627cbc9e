package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/prometheus/common/expfmt"
)

const jsonType = "application/json"

// answer is a whole reply; it is small enough to be made before its first byte is sent.
type answer struct {
	status      int
	contentType string
	body        []byte
}

// handler makes the answer to a request; it writes nothing itself, and has the writer only to bound the body that it reads.
type handler func(http.ResponseWriter, *http.Request) (answer, error)

// service is what every handler shares.
type service struct {
	table      table
	metrics    *metrics
	complaints *complaints
}

// router has all routes, each counted.
func (service *service) router() http.Handler {
	router := chi.NewRouter()
	route := func(method, pattern string, handle handler) {
		router.Method(method, pattern, service.observed(method, pattern, handle))
	}
	route(http.MethodGet, "/status/{id}", service.getOne)
	route(http.MethodGet, "/status", service.getMany)
	route(http.MethodPost, "/status", service.create)
	route(http.MethodPut, "/status/{id}", service.update)
	route(http.MethodGet, "/healthz", healthz)
	route(http.MethodGet, "/metrics", service.metricsText)
	router.NotFound(service.observed("other", "other", refuseWith(refusedPath)))
	router.MethodNotAllowed(service.observed("other", "other", refuseWith(refusedMethod)))
	return router
}

// observed counts and times one request around `handle`.
func (service *service) observed(method, pattern string, handle handler) http.HandlerFunc {
	route := service.metrics.route(method, pattern)
	return func(writer http.ResponseWriter, request *http.Request) {
		flight := route.begin()
		made, err := handle(writer, request)
		if err != nil {
			// What a client that left would have been told is nobody's failure.
			if request.Context().Err() != nil {
				flight.cancelled()
				return
			}
			made = service.refuse(err)
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

func (service *service) refuse(err error) answer {
	refusal := refusalOf(err)
	if refusal.status >= http.StatusInternalServerError {
		service.complaints.say(err.Error())
	}
	made, _ := jsonAnswer(refusal.status, map[string]string{"error": refusal.text})
	return made
}

func (service *service) getOne(_ http.ResponseWriter, request *http.Request) (answer, error) {
	id, err := readPathID(request)
	if err != nil {
		return answer{}, err
	}
	row, err := service.table.find(request.Context(), id)
	if err != nil {
		return answer{}, refuseRow(id, err)
	}
	return jsonAnswer(http.StatusOK, row)
}

func (service *service) getMany(_ http.ResponseWriter, request *http.Request) (answer, error) {
	ids, err := readQueryIDs(request)
	if err != nil {
		return answer{}, err
	}
	rows, err := service.table.findMany(request.Context(), ids)
	if err != nil {
		return answer{}, err
	}
	return jsonAnswer(http.StatusOK, rows)
}

func (service *service) create(writer http.ResponseWriter, request *http.Request) (answer, error) {
	id, status, err := readCreate(writer, request)
	if err != nil {
		return answer{}, err
	}
	row, err := service.table.create(request.Context(), id, status)
	if err != nil {
		return answer{}, refuseRow(id, err)
	}
	service.metrics.rows.Add(1)
	return jsonAnswer(http.StatusCreated, row)
}

func (service *service) update(writer http.ResponseWriter, request *http.Request) (answer, error) {
	id, err := readPathID(request)
	if err != nil {
		return answer{}, err
	}
	status, err := readUpdate(writer, request)
	if err != nil {
		return answer{}, err
	}
	row, err := service.table.update(request.Context(), id, status)
	if err != nil {
		return answer{}, refuseRow(id, err)
	}
	return jsonAnswer(http.StatusOK, row)
}

func healthz(http.ResponseWriter, *http.Request) (answer, error) {
	return jsonAnswer(http.StatusOK, map[string]string{"status": "ok"})
}

func (service *service) metricsText(http.ResponseWriter, *http.Request) (answer, error) {
	families, err := service.metrics.registry.Gather()
	if err != nil {
		return answer{}, err
	}
	format := expfmt.NewFormat(expfmt.TypeTextPlain)
	var text bytes.Buffer
	encoder := expfmt.NewEncoder(&text, format)
	for _, family := range families {
		if err := encoder.Encode(family); err != nil {
			return answer{}, err
		}
	}
	return answer{http.StatusOK, string(format), text.Bytes()}, nil
}

func refuseWith(refusal refusal) handler {
	return func(http.ResponseWriter, *http.Request) (answer, error) { return answer{}, refusal }
}

func jsonAnswer(status int, value any) (answer, error) {
	body, err := json.Marshal(value)
	return answer{status, jsonType, body}, err
}
