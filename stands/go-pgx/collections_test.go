package main

import (
	"math"
	"runtime"
	runtimemetrics "runtime/metrics"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
)

func TestPausesAreCountedAtTheirUpperEnd(t *testing.T) {
	pauses := &runtimemetrics.Float64Histogram{
		Counts:  []uint64{1, 2, 4, 8},
		Buckets: []float64{0, 0.0001, 0.0011, 0.01, math.Inf(1)},
	}
	count, buckets := rebin(pauses)
	if count != 15 || buckets[0.0001] != 1 || buckets[0.001] != 1 || buckets[0.0025] != 3 || buckets[0.01] != 7 || buckets[10] != 7 {
		t.Errorf("%d %v", count, buckets)
	}
}

func TestACollectionIsAPause(t *testing.T) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(newCollections())
	count := func() uint64 {
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		return families[0].GetMetric()[0].GetHistogram().GetSampleCount()
	}
	before := count()
	runtime.GC()
	if after := count(); after <= before {
		t.Errorf("%d pauses, then %d", before, after)
	}
	if used := testutil.ToFloat64(heapUsed()); used < 1e4 || used > 1e9 {
		t.Errorf("heap of %v bytes", used)
	}
}
