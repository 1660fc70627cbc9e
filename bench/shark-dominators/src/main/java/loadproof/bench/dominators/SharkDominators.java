package loadproof.bench.dominators;

import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import shark.CloseableHeapGraph;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;
import shark.internal.ObjectDominators;
import shark.internal.ObjectDominators.DominatorNode;

/**
 * Prints the objects that keep most of a heap dump, those that no other object dominates, as JSON.
 */
public final class SharkDominators {
  private static final int MOST = 20;
  private static final long ALL_ROOTS = 0L;

  private SharkDominators() {}

  /**
   * {@code own DUMP} is shark as it is, for Android; {@code hotspot DUMP HISTOGRAM} has the rules
   * of HotSpot, and sizes out of what {@code jcmd PID GC.class_histogram} printed.
   */
  public static void main(String[] arguments) throws Exception {
    File dump = new File(arguments[1]);
    EnumSet<HprofRecordTag> roots = EnumSet.copyOf(HprofRecordTag.Companion.getRootTags());
    try (CloseableHeapGraph graph = HprofHeapGraph.Companion.openHeapGraph(dump, null, roots)) {
      if (arguments[0].equals("own")) {
        print(graph, sharksOwn(graph), 1);
      } else {
        HotSpotSizes sizes = HotSpotSizes.of(graph, Path.of(arguments[2]));
        RepeatedDominators dominators = new RepeatedDominators(graph, new HotSpotReferences(graph));
        int passes = dominators.passUntilNothingChanges();
        print(graph, dominators.tree(sizes), passes);
      }
    }
  }

  /** What it shows of a dump in text; only its private method gives the tree itself. */
  @SuppressWarnings("unchecked")
  private static Map<Long, DominatorNode> sharksOwn(HeapGraph graph) throws Exception {
    Method build =
        ObjectDominators.class.getDeclaredMethod("buildDominatorTree", HeapGraph.class, List.class);
    build.setAccessible(true);
    return (Map<Long, DominatorNode>) build.invoke(new ObjectDominators(), graph, List.of());
  }

  private static void print(HeapGraph graph, Map<Long, DominatorNode> tree, int passes) {
    DominatorNode all = tree.get(ALL_ROOTS);
    String rows =
        all.getDominatedObjectIds().stream()
            .limit(MOST)
            .map(id -> row(graph.findObjectById(id), tree.get(id)))
            .collect(Collectors.joining(", "));
    System.out.printf(
        "{\"objects\": %d, \"kept_bytes\": %d, \"passes\": %d, \"dominators\": [%s]}%n",
        all.getRetainedCount(), all.getRetainedSize(), passes, rows);
  }

  private static String row(HeapObject object, DominatorNode node) {
    return String.format(
        "{\"class_name\": \"%s\", \"is_class\": %b, \"kept_bytes\": %d, \"objects\": %d}",
        nameOf(object),
        object instanceof HeapObject.HeapClass,
        node.getRetainedSize(),
        node.getRetainedCount());
  }

  private static String nameOf(HeapObject object) {
    if (object instanceof HeapObject.HeapClass one) {
      return one.getName();
    }
    if (object instanceof HeapObject.HeapInstance one) {
      return one.getInstanceClassName();
    }
    if (object instanceof HeapObject.HeapObjectArray one) {
      return one.getArrayClassName();
    }
    return ((HeapObject.HeapPrimitiveArray) object).getArrayClassName();
  }
}
