package service

import (
	"strings"
	"testing"
	"time"
)

func TestOneLineASecondAndACountOfTheRest(t *testing.T) {
	var output strings.Builder
	now := time.Unix(1_700_000_000, 0)
	complaints := newComplaints("go-pgx", &output)
	complaints.now = func() time.Time { return now }
	for range 1000 {
		complaints.say("the database\nfailed")
		now = now.Add(2 * time.Millisecond)
	}
	want := "go-pgx: the database failed\ngo-pgx: the database failed (and 499 more since the last line)\n"
	if output.String() != want {
		t.Errorf("got %q", output.String())
	}
}
