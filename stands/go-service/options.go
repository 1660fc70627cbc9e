package service

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/pflag"
)

const (
	mostConnections      = 1024
	mostProcessors       = 1024
	mostAcquireTimeoutMs = 3_600_000
)

// settings is what the command line and the environment ask for.
type settings struct {
	listen         netip.AddrPort
	database       *pgxpool.Config
	connections    int32
	acquireTimeout time.Duration
	// 0 leaves the number to the runtime, which keeps to the quota of its cgroup.
	processors    int
	dieWithParent bool
}

type flags struct {
	set              *pflag.FlagSet
	listen           *string
	database         *string
	connections      *string
	acquireTimeoutMs *string
	dieWithParent    *bool
}

func newFlags(name string) flags {
	set := pflag.NewFlagSet(name, pflag.ContinueOnError)
	set.SortFlags = false
	set.Usage = func() {}
	return flags{
		set:              set,
		database:         set.String("database", "", "postgresql://USER:PASSWORD@HOST:PORT/NAME"),
		listen:           set.String("listen", "127.0.0.1:0", "ADDRESS:PORT; port 0 takes a free one, printed as JSON when ready"),
		connections:      set.String("pool", "64", "database connections"),
		acquireTimeoutMs: set.String("acquire-timeout-ms", "5000", "longest wait for a connection, then 503"),
		dieWithParent: set.Bool("die-with-parent", false,
			"be killed when the thread that started this process ends (Linux)"),
	}
}

// usage is the text of --help.
func usage(name, summary string) string {
	return name + ": " + summary + ", a system under test\n\n" +
		name + " --database URL [options]\n" + newFlags(name).set.FlagUsages() +
		"Environment: STAND_PROCESSORS, the processors of the Go runtime (GOMAXPROCS).\n"
}

// parseOptions reads the options and STAND_PROCESSORS; every error but that of --help is an inputFault.
func parseOptions(name string, arguments []string, environment func(string) string) (settings, error) {
	flags := newFlags(name)
	if err := flags.set.Parse(arguments); err != nil {
		if err == pflag.ErrHelp {
			return settings{}, err
		}
		return settings{}, inputFault{err.Error() + ". Cure: see --help"}
	}
	if rest := flags.set.Args(); len(rest) > 0 {
		return settings{}, inputFault{fmt.Sprintf("%q is no option. Cure: see --help", rest[0])}
	}
	database, err := parseDatabase(*flags.database)
	if err != nil {
		return settings{}, err
	}
	listen, err := netip.ParseAddrPort(*flags.listen)
	if err != nil {
		return settings{}, inputFault{fmt.Sprintf("--listen %q is no ADDRESS:PORT. Cure: one as 127.0.0.1:8080", *flags.listen)}
	}
	connections, err := parseNumber("--pool", *flags.connections, mostConnections)
	if err != nil {
		return settings{}, err
	}
	acquireTimeoutMs, err := parseNumber("--acquire-timeout-ms", *flags.acquireTimeoutMs, mostAcquireTimeoutMs)
	if err != nil {
		return settings{}, err
	}
	processors := 0
	if text := environment("STAND_PROCESSORS"); text != "" {
		if processors, err = parseNumber("STAND_PROCESSORS", text, mostProcessors); err != nil {
			return settings{}, err
		}
	}
	return settings{
		listen:         listen,
		database:       database,
		connections:    int32(connections),
		acquireTimeout: time.Duration(acquireTimeoutMs) * time.Millisecond,
		processors:     processors,
		dieWithParent:  *flags.dieWithParent,
	}, nil
}

// parseDatabase never repeats the URL in its errors: it has a password.
func parseDatabase(text string) (*pgxpool.Config, error) {
	const cure = "Cure: one as postgresql://USER:PASSWORD@HOST:PORT/NAME"
	if text == "" {
		return nil, inputFault{"--database is missing. " + cure}
	}
	place, err := url.Parse(text)
	if err != nil || (place.Scheme != "postgresql" && place.Scheme != "postgres") || place.Hostname() == "" {
		return nil, inputFault{"--database is no URL of PostgreSQL. " + cure}
	}
	config, err := pgxpool.ParseConfig(text)
	if err != nil {
		return nil, inputFault{"--database has parts that are not understood. " + cure}
	}
	return config, nil
}

func parseNumber(option, text string, most int) (int, error) {
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > most {
		return 0, inputFault{fmt.Sprintf("%s %s is out of range. Cure: give 1 to %d", option, text, most)}
	}
	return number, nil
}
