package loadproof.bench.gc;

import com.microsoft.gctoolkit.aggregator.Aggregates;
import com.microsoft.gctoolkit.aggregator.Aggregator;
import com.microsoft.gctoolkit.aggregator.EventSource;
import com.microsoft.gctoolkit.event.GCEvent;
import com.microsoft.gctoolkit.event.MemoryPoolSummary;
import com.microsoft.gctoolkit.event.g1gc.G1FullGC;
import com.microsoft.gctoolkit.event.g1gc.G1GCPauseEvent;
import com.microsoft.gctoolkit.event.generational.FullGC;
import com.microsoft.gctoolkit.event.generational.GenerationalGCPauseEvent;
import com.microsoft.gctoolkit.event.jvm.JVMEvent;
import com.microsoft.gctoolkit.event.shenandoah.ShenandoahCycle;
import com.microsoft.gctoolkit.event.zgc.FullZGCCycle;
import com.microsoft.gctoolkit.event.zgc.MajorZGCCycle;
import com.microsoft.gctoolkit.event.zgc.MinorZGCCycle;
import com.microsoft.gctoolkit.event.zgc.ZGCCycle;
import com.microsoft.gctoolkit.event.zgc.ZGCLiveSummary;

/** Takes the pauses out of the events of all collectors. */
@Aggregates({
  EventSource.G1GC,
  EventSource.GENERATIONAL,
  EventSource.ZGC,
  EventSource.SHENANDOAH,
})
public final class PauseAggregator extends Aggregator<PauseFigures> {
  /** Called by GCToolkit. */
  public PauseAggregator(PauseFigures figures) {
    super(figures);
    register(G1GCPauseEvent.class, this::ofG1);
    register(GenerationalGCPauseEvent.class, this::ofGenerations);
    register(FullZGCCycle.class, this::ofZ);
    register(MinorZGCCycle.class, cycle -> ofZ("Young: ", cycle.getYoungCycle()));
    register(MajorZGCCycle.class, this::ofMajorZ);
    register(ShenandoahCycle.class, cycle -> pause(cycle));
  }

  @Override
  public void receive(JVMEvent event) {
    if (event instanceof GCEvent) {
      aggregation().event();
    }
    super.receive(event);
  }

  private void pause(GCEvent event) {
    aggregation().pauseOfSeconds(event.getClass().getSimpleName(), event.getDuration());
  }

  private void ofG1(G1GCPauseEvent event) {
    pause(event);
    if (event instanceof G1FullGC) {
      alive(event.getHeap());
    }
  }

  private void ofGenerations(GenerationalGCPauseEvent event) {
    pause(event);
    if (event instanceof FullGC) {
      alive(event.getHeap());
    }
  }

  private void alive(MemoryPoolSummary heap) {
    if (heap != null) {
      aggregation().alive(heap.getOccupancyAfterCollection());
    }
  }

  private void ofZ(FullZGCCycle cycle) {
    aggregation().pause("Mark Start", cycle.getPauseMarkStartDuration());
    aggregation().pause("Mark End", cycle.getPauseMarkEndDuration());
    aggregation().pause("Relocate Start", cycle.getPauseRelocateStartDuration());
    alive(cycle.getLive());
  }

  private void ofMajorZ(MajorZGCCycle cycle) {
    ofZ("Young: ", cycle.getYoungCycle());
    ofZ("Old: ", cycle.getOldCycle());
    if (cycle.getOldCycle() != null) {
      alive(cycle.getOldCycle().getLiveSummary());
    }
  }

  private void ofZ(String generation, ZGCCycle cycle) {
    if (cycle == null) {
      return;
    }
    // The old generation has no such pause of its own: a pause that is not there has no time.
    if (cycle.getPauseMarkStartTimeStamp() != null) {
      aggregation().pause(generation + "Mark Start", cycle.getPauseMarkStartDuration());
    }
    if (cycle.getPauseMarkEndTimeStamp() != null) {
      aggregation().pause(generation + "Mark End", cycle.getPauseMarkEndDuration());
    }
    if (cycle.getPauseRelocateStartTimeStamp() != null) {
      aggregation().pause(generation + "Relocate Start", cycle.getPauseRelocateStartDuration());
    }
  }

  private void alive(ZGCLiveSummary live) {
    if (live != null) {
      aggregation().alive(live.getMarkEnd());
    }
  }
}
