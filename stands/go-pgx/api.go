package main

import (
	"net/http"

	"go-service"

	"github.com/prometheus/client_golang/prometheus"
)

// api is what every handler shares.
type api struct {
	table table
	rows  prometheus.Gauge
}

func (api *api) routes() []service.Route {
	return []service.Route{
		{Method: http.MethodGet, Pattern: "/status/{id}", Handle: api.getOne},
		{Method: http.MethodGet, Pattern: "/status", Handle: api.getMany},
		{Method: http.MethodPost, Pattern: "/status", Handle: api.create},
		{Method: http.MethodPut, Pattern: "/status/{id}", Handle: api.update},
	}
}

func (api *api) getOne(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	id, err := readPathID(request)
	if err != nil {
		return service.Answer{}, err
	}
	row, err := api.table.find(request.Context(), id)
	if err != nil {
		return service.Answer{}, refuseRow(id, err)
	}
	return service.JSON(http.StatusOK, row)
}

func (api *api) getMany(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	ids, err := readQueryIDs(request)
	if err != nil {
		return service.Answer{}, err
	}
	rows, err := api.table.findMany(request.Context(), ids)
	if err != nil {
		return service.Answer{}, err
	}
	return service.JSON(http.StatusOK, rows)
}

func (api *api) create(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	id, status, err := readCreate(writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	row, err := api.table.create(request.Context(), id, status)
	if err != nil {
		return service.Answer{}, refuseRow(id, err)
	}
	api.rows.Add(1)
	return service.JSON(http.StatusCreated, row)
}

func (api *api) update(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	id, err := readPathID(request)
	if err != nil {
		return service.Answer{}, err
	}
	status, err := readUpdate(writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	row, err := api.table.update(request.Context(), id, status)
	if err != nil {
		return service.Answer{}, refuseRow(id, err)
	}
	return service.JSON(http.StatusOK, row)
}
