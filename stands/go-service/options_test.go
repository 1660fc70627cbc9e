package service

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

const anyDatabase = "postgresql://bench:secret@127.0.0.1:5433/bench"

func nothing(string) string { return "" }

func TestEveryOptionReachesTheSettings(t *testing.T) {
	line := "--database " + anyDatabase + " --listen 127.0.0.1:81 --pool 3 --acquire-timeout-ms 40 --die-with-parent"
	processors := func(name string) string { return map[string]string{"STAND_PROCESSORS": "7"}[name] }
	got, err := parseOptions("go-pgx", strings.Fields(line), processors)
	if err != nil {
		t.Fatal(err)
	}
	if got.listen.String() != "127.0.0.1:81" || got.connections != 3 || got.acquireTimeout != 40*time.Millisecond ||
		!got.dieWithParent || got.processors != 7 || placeOf(got.database) != "127.0.0.1:5433" {
		t.Errorf("%+v", got)
	}
}

func TestDefaultsAreThoseOfTheContract(t *testing.T) {
	got, err := parseOptions("go-pgx", []string{"--database=" + anyDatabase}, nothing)
	if err != nil {
		t.Fatal(err)
	}
	if got.listen.String() != "127.0.0.1:0" || got.connections != 64 || got.acquireTimeout != 5*time.Second ||
		got.dieWithParent || got.processors != 0 {
		t.Errorf("%+v", got)
	}
}

func TestABadOptionIsNamedWithItsCure(t *testing.T) {
	for line, word := range map[string]string{
		"":                                  "--database",
		"--database /tmp/status.db":         "--database",
		"--database mysql://a@b/c":          "--database",
		"--pool 0":                          "--pool 0",
		"--pool 1025":                       "--pool 1025",
		"--pool many":                       "many",
		"--acquire-timeout-ms 0":            "--acquire-timeout-ms 0",
		"--listen localhost":                "localhost",
		"--colour":                          "--colour",
		"serve":                             "serve",
		"--database postgresql://a:secret@": "--database",
	} {
		arguments := strings.Fields(line)
		if line != "" && !strings.Contains(line, "--database") {
			arguments = append(arguments, "--database", anyDatabase)
		}
		_, err := parseOptions("go-pgx", arguments, nothing)
		var fault inputFault
		if !errors.As(err, &fault) || !strings.Contains(fault.text, word) || !strings.Contains(fault.text, "Cure: ") {
			t.Errorf("%q: %v", line, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the password is told: %v", line, err)
		}
	}
}

func TestABadNumberOfProcessorsIsRefused(t *testing.T) {
	for _, text := range []string{"0", "-1", "two", "1.5", "1025"} {
		_, err := parseOptions("go-pgx", []string{"--database", anyDatabase}, func(string) string { return text })
		if err == nil || !strings.Contains(err.Error(), "STAND_PROCESSORS") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestHelpNamesEveryOption(t *testing.T) {
	if _, err := parseOptions("go-pgx", []string{"--help"}, nothing); !errors.Is(err, pflag.ErrHelp) {
		t.Fatal(err)
	}
	for _, word := range []string{"--database", "--listen", "--pool", "--acquire-timeout-ms", "--die-with-parent", "STAND_PROCESSORS"} {
		if text := usage("go-pgx", "the status service"); !strings.Contains(text, word) {
			t.Errorf("%s is not in\n%s", word, text)
		}
	}
}
