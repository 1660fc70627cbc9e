package main

import (
	"slices"
	"strings"
	"testing"
)

func TestAReportIsSplitAtItsMarks(t *testing.T) {
	text := "-- A comment with $9.\nCREATE TEMPORARY TABLE one ON COMMIT DROP AS SELECT $1::int AS a;\n" +
		"-- next\nANALYZE one;\n-- next  \n\n-- next\r\nSELECT a, '-- next of kin' FROM one WHERE a < $2 -- and not $3\n;\n"
	got := splitReport(strings.ReplaceAll(text, "\r\n", "\n"))
	if len(got) != 3 {
		t.Fatalf("%d statements: %+v", len(got), got)
	}
	for index, want := range []statement{
		{"CREATE TEMPORARY TABLE one ON COMMIT DROP AS SELECT $1::int AS a", []int{0}},
		{"ANALYZE one", nil},
		{"SELECT a, '-- next of kin' FROM one WHERE a < $1 -- and not $3", []int{1}},
	} {
		if !strings.HasSuffix(got[index].text, want.text) || !slices.Equal(got[index].parameters, want.parameters) {
			t.Errorf("%d: %+v", index, got[index])
		}
	}
}

func TestAStatementTakesWhatItNames(t *testing.T) {
	got := numberAnew("SELECT $3, $1, $3", "SELECT $3, $1, $3")
	if got.text != "SELECT $2, $1, $2" || !slices.Equal(got.arguments([]any{"a", "b", "c"}), []any{"a", "c"}) {
		t.Errorf("%+v", got)
	}
}

func TestEveryReportHasStatementsForItsParameters(t *testing.T) {
	for _, row := range []struct {
		report     report
		parameters int
	}{{openTasks, 1}, {execution, 2}, {yearly, 2}} {
		named := map[int]bool{}
		for _, statement := range row.report.statements {
			for _, parameter := range statement.parameters {
				named[parameter] = true
			}
		}
		for parameter := range row.parameters {
			if !named[parameter] {
				t.Errorf("%s does not name $%d", row.report.name, parameter+1)
			}
		}
		if len(named) != row.parameters {
			t.Errorf("%s names %v, its route has %d", row.report.name, named, row.parameters)
		}
		last := row.report.statements[len(row.report.statements)-1].text
		bare := strings.ToUpper(strings.TrimSpace(commentOrText.ReplaceAllString(last, " ")))
		if !strings.HasPrefix(bare, "SELECT") && !strings.HasPrefix(bare, "WITH") {
			t.Errorf("%s ends with %q", row.report.name, last)
		}
	}
}
