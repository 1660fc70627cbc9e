package service

import (
	"math"
	"runtime/debug"
	runtimemetrics "runtime/metrics"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	pausesName  = "/sched/pauses/total/gc:seconds"
	objectsName = "/memory/classes/heap/objects:bytes"
)

// collections is the histogram gc_pause_seconds: how long collections of the garbage stopped the world.
type collections struct{ description *prometheus.Desc }

func newCollections() collections {
	return collections{prometheus.NewDesc("gc_pause_seconds", "Stop-the-world pauses of the garbage collector.", nil, nil)}
}

// Describe sends the one description.
func (collections collections) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- collections.description
}

// Collect reads the runtime; nothing of it stops the world.
func (collections collections) Collect(samples chan<- prometheus.Metric) {
	reading := []runtimemetrics.Sample{{Name: pausesName}}
	runtimemetrics.Read(reading)
	if reading[0].Value.Kind() != runtimemetrics.KindFloat64Histogram {
		return
	}
	count, buckets := rebin(reading[0].Value.Float64Histogram())
	// The runtime's histogram has no sum; this one is exact.
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	samples <- prometheus.MustNewConstHistogram(collections.description, count, stats.PauseTotal.Seconds(), buckets)
}

// rebin counts the pauses up to each bound of secondsBounds. A bucket of the runtime, which is at most a quarter
// of its value wide, counts at its upper end.
func rebin(pauses *runtimemetrics.Float64Histogram) (uint64, map[float64]uint64) {
	buckets := make(map[float64]uint64, len(secondsBounds))
	var total uint64
	for _, bound := range secondsBounds {
		buckets[bound] = 0
	}
	for index, count := range pauses.Counts {
		total += count
		upper := pauses.Buckets[index+1]
		if math.IsInf(upper, 1) {
			continue
		}
		for _, bound := range secondsBounds {
			if upper <= bound {
				buckets[bound] += count
			}
		}
	}
	return total, buckets
}

// heapUsed is the memory of objects, live or not yet swept. There is no heap_max_bytes: this heap has no bound.
func heapUsed() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "heap_used_bytes", Help: "Memory of objects on the heap.",
	}, func() float64 {
		reading := []runtimemetrics.Sample{{Name: objectsName}}
		runtimemetrics.Read(reading)
		if reading[0].Value.Kind() != runtimemetrics.KindUint64 {
			return math.NaN()
		}
		return float64(reading[0].Value.Uint64())
	})
}
