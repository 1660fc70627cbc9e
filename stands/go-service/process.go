package service

import (
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sys/unix"
)

var started = time.Now()

// dieWithParent asks for SIGKILL when the thread that started this process ends. The request belongs to the thread
// that makes it; the runtime ends no thread that no goroutine was locked to.
func dieWithParent() error {
	parent := os.Getppid()
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	// A parent that ended before the call above would never be noticed.
	if os.Getppid() != parent {
		return errors.New("the process that started this one has ended")
	}
	return nil
}

// processCollectors are as the ones of the Prometheus client, but the CPU time is in nanoseconds instead of ticks.
func processCollectors() []prometheus.Collector {
	return []prometheus.Collector{
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "process_cpu_seconds_total", Help: "CPU time used.",
		}, cpuSeconds),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "process_resident_memory_bytes", Help: "Resident memory.",
		}, residentBytes),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "process_start_time_seconds", Help: "Start, seconds since 1970.",
		}, func() float64 { return float64(started.UnixMilli()) / 1000 }),
	}
}

func cpuSeconds() float64 {
	var used unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &used) != nil {
		return math.NaN()
	}
	return float64(used.Nano()) / 1e9
}

func residentBytes() float64 {
	text, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return math.NaN()
	}
	pages, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return math.NaN()
	}
	return pages * float64(os.Getpagesize())
}
