package main

import (
	"time"

	"github.com/google/uuid"
)

// statusRow is one row of the table, as it is answered.
type statusRow struct {
	ID        uuid.UUID `json:"id"`
	Status    int16     `json:"status"`
	UpdatedAt instant   `json:"updated_at"`
}

// instant is a time in UTC with all six digits of the microseconds that PostgreSQL keeps.
type instant struct{ time.Time }

// MarshalJSON writes "2025-12-19T00:00:00.000000Z".
func (instant instant) MarshalJSON() ([]byte, error) {
	const layout = `"2006-01-02T15:04:05.000000Z"`
	return instant.UTC().AppendFormat(make([]byte, 0, len(layout)), layout), nil
}
