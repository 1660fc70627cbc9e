package service

import (
	"math"
	"runtime"
	runtimemetrics "runtime/metrics"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
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
	registry.MustRegister(newCollections(), heapUsed())
	gather := func() map[string]*dto.Metric {
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		metrics := map[string]*dto.Metric{}
		for _, family := range families {
			metrics[family.GetName()] = family.GetMetric()[0]
		}
		return metrics
	}
	count := func() uint64 { return gather()["gc_pause_seconds"].GetHistogram().GetSampleCount() }
	before := count()
	runtime.GC()
	if after := count(); after <= before {
		t.Errorf("%d pauses, then %d", before, after)
	}
	if used := gather()["heap_used_bytes"].GetGauge().GetValue(); used < 1e4 || used > 1e9 {
		t.Errorf("heap of %v bytes", used)
	}
}
