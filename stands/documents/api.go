package main

import (
	"net/http"

	"go-service"
)

// api is what every handler shares.
type api struct{ records records }

func (api *api) routes() []service.Route {
	return []service.Route{
		{Method: http.MethodPost, Pattern: "/log-in", Handle: api.logIn},
		{Method: http.MethodGet, Pattern: "/application", Handle: api.application},
		{Method: http.MethodGet, Pattern: "/form/{document}", Handle: api.form},
		{Method: http.MethodPut, Pattern: "/document/{document}", Handle: api.changeDocument},
		{Method: http.MethodPost, Pattern: "/process", Handle: api.startProcess},
		{Method: http.MethodPost, Pattern: "/task/complete", Handle: api.completeTask},
		{Method: http.MethodGet, Pattern: "/report/open-tasks", Handle: api.reportOpenTasks},
		{Method: http.MethodGet, Pattern: "/report/execution", Handle: api.reportExecution},
		{Method: http.MethodGet, Pattern: "/report/year", Handle: api.reportYear},
		{Method: http.MethodPost, Pattern: "/processing/recalculate", Handle: api.recalculate},
		{Method: http.MethodPost, Pattern: "/processing/sign", Handle: api.sign},
	}
}

func (api *api) logIn(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	user, err := readOneID(userBody, "user", writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.logIn(request.Context(), user))
}

func (api *api) application(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	values, err := readQuery(request)
	if err != nil {
		return service.Answer{}, err
	}
	user, err := number(values, "user", 1)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.application(request.Context(), user))
}

func (api *api) form(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	document, err := readPathID(request, "document")
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.form(request.Context(), document))
}

func (api *api) changeDocument(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	document, err := readPathID(request, "document")
	if err != nil {
		return service.Answer{}, err
	}
	change, err := readChange(writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.change(request.Context(), document, change))
}

func (api *api) startProcess(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	launch, err := readLaunch(writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.launch(request.Context(), launch))
}

func (api *api) completeTask(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	user, err := readOneID(userBody, "user", writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.complete(request.Context(), user))
}

func (api *api) reportOpenTasks(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	values, err := readQuery(request)
	if err != nil {
		return service.Answer{}, err
	}
	department, err := number(values, "department", 1)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.report(request.Context(), openTasks, department))
}

func (api *api) reportExecution(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	values, err := readQuery(request)
	if err != nil {
		return service.Answer{}, err
	}
	department, err := number(values, "department", 1)
	if err != nil {
		return service.Answer{}, err
	}
	month, err := formed(values, "month", monthForm, "2025-03")
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.report(request.Context(), execution, department, month))
}

func (api *api) reportYear(_ http.ResponseWriter, request *http.Request) (service.Answer, error) {
	values, err := readQuery(request)
	if err != nil {
		return service.Answer{}, err
	}
	year, err := formed(values, "year", yearForm, "2025")
	if err != nil {
		return service.Answer{}, err
	}
	region, err := number(values, "region", 0)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.report(request.Context(), yearly, year, region))
}

func (api *api) recalculate(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	department, err := readOneID(departmentBody, "department", writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.recalculate(request.Context(), department))
}

func (api *api) sign(writer http.ResponseWriter, request *http.Request) (service.Answer, error) {
	user, err := readOneID(userBody, "user", writer, request)
	if err != nil {
		return service.Answer{}, err
	}
	return answered(api.records.sign(request.Context(), user))
}

func answered(made record, err error) (service.Answer, error) {
	if err != nil {
		return service.Answer{}, err
	}
	return service.JSON(http.StatusOK, made)
}
