package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	dto "github.com/prometheus/client_model/go"
)

// answering serves the route on a real socket, over a pool that never opens a connection.
func answering(t *testing.T, base context.Context, showsSQLState bool, handle Handler) (*httptest.Server, *metrics) {
	t.Helper()
	config, err := pgxpool.ParseConfig(anyDatabase)
	if err != nil {
		t.Fatal(err)
	}
	connections, err := pgxpool.NewWithConfig(base, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connections.Close)
	metrics := newMetrics(newPool(connections, time.Second), "things", 7)
	answers := answers{metrics, newComplaints("tested", io.Discard), showsSQLState}
	server := httptest.NewUnstartedServer(answers.router([]Route{{http.MethodGet, "/things/{id}", handle}}))
	server.Config.BaseContext = func(net.Listener) context.Context { return base }
	server.Start()
	t.Cleanup(server.Close)
	return server, metrics
}

func TestARequestThatIsCutIsNotAnsweredAsGood(t *testing.T) {
	base, cut := context.WithCancel(context.Background())
	server, metrics := answering(t, base, false, func(_ http.ResponseWriter, request *http.Request) (Answer, error) {
		cut()
		<-request.Context().Done()
		return Answer{}, request.Context().Err()
	})
	if answer, err := http.Get(server.URL + "/things/1"); err == nil {
		t.Errorf("answered with %s", answer.Status)
	}
	var cancelled dto.Metric
	if err := metrics.cancelled.Write(&cancelled); err != nil || cancelled.GetCounter().GetValue() != 1 {
		t.Errorf("%v are counted as cancelled: %v", cancelled.GetCounter(), err)
	}
}

func TestTheStateOfAFailedQueryIsShownWhereAsked(t *testing.T) {
	failed := func(http.ResponseWriter, *http.Request) (Answer, error) {
		return Answer{}, fmt.Errorf("query: %w", &pgconn.PgError{Code: "53100", Message: "could not extend file: hunter2"})
	}
	for shown, want := range map[bool]string{
		true: `{"error":"the database failed","sqlstate":"53100"}`, false: `{"error":"the database failed"}`,
	} {
		server, _ := answering(t, context.Background(), shown, failed)
		answer, err := http.Get(server.URL + "/things/1")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusInternalServerError || string(body) != want {
			t.Errorf("%s %s %v", answer.Status, body, err)
		}
	}
}

func TestRefusalsKeepTheirStatus(t *testing.T) {
	for err, want := range map[error]int{
		Refusal{http.StatusNotFound, "no thing"}:         http.StatusNotFound,
		errAcquireTimeout:                                http.StatusServiceUnavailable,
		fmt.Errorf("%w (refused)", errNoConnection):      http.StatusServiceUnavailable,
		errors.New("the password is hunter2"):            http.StatusInternalServerError,
		error(&pgconn.PgError{Code: "40P01"}):            http.StatusInternalServerError,
		fmt.Errorf("more: %w", Refusal{Status: 400}):     http.StatusBadRequest,
		fmt.Errorf("pool: %w", error(errAcquireTimeout)): http.StatusServiceUnavailable,
	} {
		if got := refusalOf(err); got.Status != want || strings.Contains(got.Text, "hunter2") {
			t.Errorf("%v: %+v", err, got)
		}
	}
}
