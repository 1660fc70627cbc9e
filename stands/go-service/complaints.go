package service

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

const complaintPause = time.Second

// complaints writes at most one line a second, whatever fails and how often: a log that grows with the load would be load itself.
type complaints struct {
	service string
	output  io.Writer
	now     func() time.Time

	lock   sync.Mutex
	last   time.Time
	unsaid int
}

func newComplaints(service string, output io.Writer) *complaints {
	return &complaints{service: service, output: output, now: time.Now}
}

// say writes the text as one line, or counts it towards the next one that is written.
func (complaints *complaints) say(text string) {
	complaints.lock.Lock()
	defer complaints.lock.Unlock()
	now := complaints.now()
	if !complaints.last.IsZero() && now.Sub(complaints.last) < complaintPause {
		complaints.unsaid++
		return
	}
	line := complaints.service + ": " + strings.Join(strings.Fields(text), " ")
	if complaints.unsaid > 0 {
		line += fmt.Sprintf(" (and %d more since the last line)", complaints.unsaid)
	}
	complaints.last, complaints.unsaid = now, 0
	// With standard error gone there is nobody left to tell.
	_, _ = fmt.Fprintln(complaints.output, line)
}

// Write takes what net/http logs.
func (complaints *complaints) Write(text []byte) (int, error) {
	complaints.say(string(text))
	return len(text), nil
}
