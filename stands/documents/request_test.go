package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"go-service"
)

func sent(body string) (http.ResponseWriter, *http.Request) {
	return httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/process", strings.NewReader(body))
}

// refusedWith fails the test unless the error is a refusal with this status.
func refusedWith(t *testing.T, input string, status int, err error) {
	t.Helper()
	var refusal service.Refusal
	if !errors.As(err, &refusal) || refusal.Status != status || len(refusal.Text) > 400 {
		t.Errorf("%.60q: %v", input, err)
	}
}

func TestPerformersAreReadEachOnce(t *testing.T) {
	got, err := readLaunch(sent(`{"user": 7, "document": 9000000000, "performers": [4, 2, 4], "other": null}`))
	if err != nil || got.user != 7 || got.document != 9_000_000_000 || !slices.Equal(got.performers, []int64{4, 2}) {
		t.Errorf("%+v %v", got, err)
	}
}

func TestABadLaunchIsRefused(t *testing.T) {
	for _, body := range []string{
		"", "null", "[]", "7", `{"user": 7, "document": 9}`, `{"user": 7, "performers": [1]}`, `{"document": 9, "performers": [1]}`,
		`{"user": 0, "document": 9, "performers": [1]}`, `{"user": 7.5, "document": 9, "performers": [1]}`,
		`{"user": "7", "document": 9, "performers": [1]}`, `{"user": 2147483648, "document": 9, "performers": [1]}`,
		`{"user": 7, "document": 9223372036854775808, "performers": [1]}`, `{"user": 7, "document": -1, "performers": [1]}`,
		`{"user": 7, "document": 9, "performers": []}`, `{"user": 7, "document": 9, "performers": [1,2,3,4,5,6]}`,
		`{"user": 7, "document": 9, "performers": [1, null]}`, `{"user": 7, "document": 9, "performers": 1}`,
		`{"User": 7, "document": 9, "performers": [1]}`,
	} {
		_, err := readLaunch(sent(body))
		refusedWith(t, body, http.StatusBadRequest, err)
	}
}

func TestASubjectIsOneLine(t *testing.T) {
	body := func(subject string) string {
		text, _ := json.Marshal(subject)
		return fmt.Sprintf(`{"user": 7, "subject": %s}`, text)
	}
	for _, subject := range []string{"Договор", "a", strings.Repeat("я", mostSubjectLetters), `"; DROP TABLE document; --`} {
		got, err := readChange(sent(body(subject)))
		if err != nil || got.subject != subject || got.user != 7 {
			t.Errorf("%.40q: %+v %v", subject, got, err)
		}
	}
	for _, subject := range []string{"", "  ", "a\nb", "a\x00b", "\x1b[2J", strings.Repeat("я", mostSubjectLetters+1)} {
		_, err := readChange(sent(body(subject)))
		refusedWith(t, subject, http.StatusBadRequest, err)
	}
}

func TestABodyHasABound(t *testing.T) {
	large := `{"user": 7, "filler": "` + strings.Repeat("x", mostBodyBytes) + `"}`
	_, err := readOneID(userBody, "user", httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/log-in", strings.NewReader(large)))
	refusedWith(t, large, http.StatusRequestEntityTooLarge, err)
	// Of a length that is not said before.
	chunked := httptest.NewRequest(http.MethodPost, "/log-in", io.MultiReader(strings.NewReader(large)))
	chunked.ContentLength = -1
	_, err = readOneID(userBody, "user", httptest.NewRecorder(), chunked)
	refusedWith(t, large, http.StatusRequestEntityTooLarge, err)
}

func TestNumbersOfAQueryFitTheDatabase(t *testing.T) {
	for text, good := range map[string]bool{
		"1": true, "2147483647": true, "2147483648": false, "0": false, "-1": false, "": false, "1.0": false, "one": false, "1 or 1": false,
	} {
		value, err := number(url.Values{"user": {text}}, "user", 1)
		if good != (err == nil) || (good && fmt.Sprint(value) != text) {
			t.Errorf("%q: %d %v", text, value, err)
		}
		if !good {
			refusedWith(t, text, http.StatusBadRequest, err)
		}
	}
	if value, err := number(url.Values{"region": {"0"}}, "region", 0); value != 0 || err != nil {
		t.Errorf("%d %v", value, err)
	}
}

func TestMonthsAndYearsHaveOneForm(t *testing.T) {
	for text, good := range map[string]bool{"2025-03": true, "2025-12": true, "2025-13": false, "2025-00": false, "2025-3": false, "2025-03-01": false, "0025-03": false, "": false} {
		if _, err := formed(url.Values{"month": {text}}, "month", monthForm, "2025-03"); good != (err == nil) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, good := range map[string]bool{"2025": true, "1999": true, "25": false, "0025": false, "20255": false, "2025\n": false} {
		if _, err := formed(url.Values{"year": {text}}, "year", yearForm, "2025"); good != (err == nil) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAnUnknownThingIsNamed(t *testing.T) {
	refusedWith(t, "document 7", http.StatusNotFound, refuseUnknown("document", 7, fmt.Errorf("form: %w", errNoRow)))
	other := errors.New("another")
	if err := refuseUnknown("document", 7, other); err != other {
		t.Error(err)
	}
}
