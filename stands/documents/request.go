package main

import (
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go-service"

	"github.com/go-chi/chi/v5"
)

const (
	mostBodyBytes      = 64 * 1024
	mostSubjectLetters = 500
	mostPerformers     = 5
)

func bodyLike(example string) service.Body {
	return service.Body{MostBytes: mostBodyBytes, Example: example}
}

var (
	userBody       = bodyLike(`{"user": 17}`)
	departmentBody = bodyLike(`{"department": 3}`)
	subjectBody    = bodyLike(`{"user": 17, "subject": "Contract of supply"}`)
	processBody    = bodyLike(`{"user": 17, "document": 1234, "performers": [18, 19]}`)

	monthForm = regexp.MustCompile(`^[12][0-9]{3}-(0[1-9]|1[0-2])$`)
	yearForm  = regexp.MustCompile(`^[12][0-9]{3}$`)
)

// readPathID is the {name} of the path.
func readPathID(request *http.Request, name string) (int64, error) {
	text := chi.URLParam(request, name)
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, refuseInput("%s %q of the path is no positive integer", name, service.Shortened(text))
	}
	return id, nil
}

// readQuery is the query string, of which a report takes its parameters.
func readQuery(request *http.Request) (url.Values, error) {
	values, err := url.ParseQuery(request.URL.RawQuery)
	if err != nil {
		return nil, service.RefusedQuery
	}
	return values, nil
}

// number is a number of the query string that fits into an int of PostgreSQL.
func number(values url.Values, name string, least int64) (int64, error) {
	text := values.Get(name)
	value, err := strconv.ParseInt(text, 10, 32)
	if err != nil || value < least {
		return 0, refuseInput("%s %q of the query is no integer from %d to %d",
			name, service.Shortened(text), least, math.MaxInt32)
	}
	return value, nil
}

// formed is a text of the query string in a known form.
func formed(values url.Values, name string, form *regexp.Regexp, example string) (string, error) {
	text := values.Get(name)
	if !form.MatchString(text) {
		return "", refuseInput("%s %q of the query is not as %s", name, service.Shortened(text), example)
	}
	return text, nil
}

// idOf is an id in a body, at most `most`.
func idOf(body service.Body, fields service.Fields, key string, most int64) (int64, error) {
	var id int64
	if !fields.Decode(key, &id) || id < 1 || id > most {
		return 0, body.Refuse(key + " is no integer from 1 to " + strconv.FormatInt(most, 10))
	}
	return id, nil
}

// readOneID is the body of a request that names one thing.
func readOneID(body service.Body, key string, writer http.ResponseWriter, request *http.Request) (int64, error) {
	fields, err := body.Read(writer, request)
	if err != nil {
		return 0, err
	}
	return idOf(body, fields, key, math.MaxInt32)
}

// change is the body of a request that changes a document.
type change struct {
	user    int64
	subject string
}

func readChange(writer http.ResponseWriter, request *http.Request) (change, error) {
	fields, err := subjectBody.Read(writer, request)
	if err != nil {
		return change{}, err
	}
	user, err := idOf(subjectBody, fields, "user", math.MaxInt32)
	if err != nil {
		return change{}, err
	}
	var subject string
	// PostgreSQL takes every letter but NUL; no subject has a line break or another control character.
	if !fields.Decode("subject", &subject) || strings.TrimSpace(subject) == "" ||
		utf8.RuneCountInString(subject) > mostSubjectLetters || strings.ContainsFunc(subject, unicode.IsControl) {
		return change{}, subjectBody.Refuse("subject is no line of 1 to " + strconv.Itoa(mostSubjectLetters) + " letters")
	}
	return change{user, subject}, nil
}

// launch is the body of a request that starts a process.
type launch struct {
	user     int64
	document int64
	// Each once, in the order of the request.
	performers []int64
}

func readLaunch(writer http.ResponseWriter, request *http.Request) (launch, error) {
	fields, err := processBody.Read(writer, request)
	if err != nil {
		return launch{}, err
	}
	user, err := idOf(processBody, fields, "user", math.MaxInt32)
	if err != nil {
		return launch{}, err
	}
	document, err := idOf(processBody, fields, "document", math.MaxInt64)
	if err != nil {
		return launch{}, err
	}
	var given []int64
	if !fields.Decode("performers", &given) || len(given) < 1 || len(given) > mostPerformers {
		return launch{}, processBody.Refuse("performers is no list of 1 to " + strconv.Itoa(mostPerformers) + " ids")
	}
	var performers []int64
	seen := map[int64]bool{}
	for _, performer := range given {
		if performer < 1 || performer > math.MaxInt32 {
			return launch{}, processBody.Refuse("a performer is no integer from 1 to " + strconv.Itoa(math.MaxInt32))
		}
		if !seen[performer] {
			seen[performer] = true
			performers = append(performers, performer)
		}
	}
	return launch{user, document, performers}, nil
}
