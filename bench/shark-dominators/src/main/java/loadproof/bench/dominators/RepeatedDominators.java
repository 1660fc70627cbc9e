package loadproof.bench.dominators;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import shark.GcRoot;
import shark.HeapGraph;
import shark.internal.DominatorTree;
import shark.internal.ObjectDominators.DominatorNode;
import shark.internal.hppc.LongLongScatterMap;

/**
 * Shark's dominator tree, told of every reference again until nothing changes.
 *
 * <p>Shark tells it once, while it searches. What was settled by a dominator that was raised later
 * then stays too low; with more passes the same step ends at the true tree (Cooper, Harvey,
 * Kennedy: "A Simple, Fast Dominance Algorithm", 2001).
 */
final class RepeatedDominators {
  private static final long ROOT = 0L;

  private final HeapGraph graph;
  private final DominatorTree tree;
  private final LongLongScatterMap dominatorOf;
  private final List<Long> order = new ArrayList<>();
  private final List<long[]> references = new ArrayList<>();

  RepeatedDominators(HeapGraph graph, HotSpotReferences reader)
      throws ReflectiveOperationException {
    this.graph = graph;
    tree = new DominatorTree(graph.getObjectCount());
    Field field = DominatorTree.class.getDeclaredField("dominated");
    field.setAccessible(true);
    dominatorOf = (LongLongScatterMap) field.get(tree);
    search(reader);
  }

  private void search(HotSpotReferences reader) {
    Set<Long> roots = new TreeSet<>();
    for (GcRoot root : graph.getGcRoots()) {
      if (graph.objectExists(root.getId()) && reader.threadOf(root) == null) {
        roots.add(root.getId());
      }
    }
    for (long root : roots) {
      tree.updateDominatedAsRoot(root);
      order.add(root);
    }
    for (int at = 0; at < order.size(); at++) {
      long from = order.get(at);
      long[] targets = reader.of(graph.findObjectById(from));
      references.add(targets);
      for (long target : targets) {
        if (!tree.updateDominated(target, from)) {
          order.add(target);
        }
      }
    }
  }

  /** How many passes it took, the search among them. */
  int passUntilNothingChanges() {
    int passes = 1;
    boolean changed = true;
    while (changed) {
      changed = false;
      passes++;
      for (int at = 0; at < order.size(); at++) {
        for (long target : references.get(at)) {
          long before = dominatorOf.get(target);
          if (before != ROOT) {
            tree.updateDominated(target, order.get(at));
            changed |= dominatorOf.get(target) != before;
          }
        }
      }
    }
    return passes;
  }

  /** Ends the use of this object: shark compresses its paths while it adds up. */
  Map<Long, DominatorNode> tree(HotSpotSizes sizes) {
    return tree.buildFullDominatorTree(id -> sizes.of(graph.findObjectById(id)));
  }
}
