package main

import (
	"context"
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

//go:embed sql/report_open_tasks.sql
var openTasksText string

//go:embed sql/report_execution.sql
var executionText string

//go:embed sql/report_year.sql
var yearText string

// mostRows is how many rows of a report are answered; all are read and counted.
const mostRows = 1000

// report is a file of statements, of which the last one gives the rows.
type report struct {
	name       string
	statements []statement
	// ofDepartment is true if the first parameter is a department.
	ofDepartment bool
}

// statement is one statement of a report.
type statement struct {
	// Its own parameters are numbered from 1.
	text string
	// parameters of the report, from 0, in the order of those of the text: PostgreSQL cannot tell the type of one that a
	// statement does not name.
	parameters []int
}

var (
	openTasks = report{"open-tasks", splitReport(openTasksText), true}
	execution = report{"execution", splitReport(executionText), true}
	yearly    = report{"year", splitReport(yearText), false}

	between = regexp.MustCompile(`(?m)^-- next[ \t]*$`)
	// Parts of a statement that name no parameter.
	commentOrText = regexp.MustCompile(`--[^\n]*|'[^']*'`)
	parameter     = regexp.MustCompile(`\$([0-9]+)`)
)

// splitReport parts a file at its lines `-- next`.
func splitReport(text string) []statement {
	var statements []statement
	for _, text := range between.Split(text, -1) {
		text = strings.TrimRight(strings.TrimSpace(text), "; \n\t")
		bare := commentOrText.ReplaceAllString(text, " ")
		if strings.TrimSpace(bare) == "" {
			continue
		}
		statements = append(statements, numberAnew(text, bare))
	}
	return statements
}

// numberAnew is the statement with the parameters that it names outside of comments and texts.
func numberAnew(text, bare string) statement {
	var named []int
	for _, found := range parameter.FindAllStringSubmatch(bare, -1) {
		if number, err := strconv.Atoi(found[1]); err == nil && !slices.Contains(named, number-1) {
			named = append(named, number-1)
		}
	}
	slices.Sort(named)
	renumbered := parameter.ReplaceAllStringFunc(text, func(name string) string {
		number, err := strconv.Atoi(name[1:])
		if place := slices.Index(named, number-1); err == nil && place >= 0 {
			return "$" + strconv.Itoa(place+1)
		}
		return name
	})
	return statement{renumbered, named}
}

// arguments are those of the report's that the statement takes.
func (statement statement) arguments(ofReport []any) []any {
	taken := make([]any, len(statement.parameters))
	for index, parameter := range statement.parameters {
		taken[index] = ofReport[parameter]
	}
	return taken
}

// report runs the statements one after the other in one transaction, so that temporary tables last from one to the next
// and no longer.
func (records records) report(ctx context.Context, report report, parameters ...any) (record, error) {
	answer := record{"report": report.name}
	err := records.transaction(ctx, func(session session) error {
		if report.ofDepartment {
			department := parameters[0].(int64)
			if _, err := session.row(findDepartment, department); err != nil {
				return refuseUnknown("department", department, err)
			}
		}
		temporary := session.unprepared()
		last := len(report.statements) - 1
		for _, statement := range report.statements[:last] {
			if _, err := temporary.do(statement.text, statement.arguments(parameters)...); err != nil {
				return err
			}
		}
		return temporary.table(answer, report.statements[last].text, report.statements[last].arguments(parameters))
	})
	return answer, err
}

// table adds the rows of a statement to the answer, in the order of their columns.
func (session session) table(answer record, statement string, parameters []any) error {
	found, err := session.Query(session.ctx, statement, append(session.leading, parameters...)...)
	if err != nil {
		return err
	}
	defer found.Close()
	total := 0
	rows := [][]any{}
	for found.Next() {
		total++
		if total > mostRows {
			continue
		}
		row, err := found.Values()
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if err := found.Err(); err != nil {
		return err
	}
	answer["columns"], answer["rows"], answer["total"] = columns(found), rows, total
	return nil
}

func columns(found pgx.Rows) []string {
	names := []string{}
	for _, field := range found.FieldDescriptions() {
		names = append(names, field.Name)
	}
	return names
}
