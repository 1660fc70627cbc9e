package loadproof.bench.dominators;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import shark.GcRoot;
import shark.HeapGraph;
import shark.internal.DominatorTree;
import shark.internal.ObjectDominators.DominatorNode;
import shark.internal.hppc.LongLongScatterMap;
import shark.internal.hppc.LongScatterSet;

/**
 * Shark's dominator tree, told of every reference again until nothing changes.
 *
 * <p>Shark tells it once, while it searches in breadth. What was settled by a dominator that was
 * raised later then stays too low; with more passes the same step ends at the true tree (Cooper,
 * Harvey, Kennedy: "A Simple, Fast Dominance Algorithm", 2001). Told forwards and backwards by
 * turns it takes few: a list that refers both ways would take a pass for each of its nodes.
 */
final class RepeatedDominators {
  private static final long ROOT = 0L;

  /** An object that is searched, and how many of its references were followed. */
  private static final class Visit {
    private final long object;
    private final long[] targets;
    private int next;

    private Visit(long object, long[] targets) {
      this.object = object;
      this.targets = targets;
    }
  }

  private final HeapGraph graph;
  private final HotSpotReferences reader;
  private final DominatorTree tree;
  private final LongLongScatterMap dominatorOf;
  private final List<Visit> order = new ArrayList<>();

  RepeatedDominators(HeapGraph graph, HotSpotReferences reader)
      throws ReflectiveOperationException {
    this.graph = graph;
    this.reader = reader;
    tree = new DominatorTree(graph.getObjectCount());
    Field field = DominatorTree.class.getDeclaredField("dominated");
    field.setAccessible(true);
    dominatorOf = (LongLongScatterMap) field.get(tree);
    search();
  }

  private void search() {
    LongScatterSet seen = new LongScatterSet();
    ArrayDeque<Visit> open = new ArrayDeque<>();
    for (long root : roots()) {
      tree.updateDominatedAsRoot(root);
      if (seen.add(root)) {
        open.push(visit(root));
      }
      while (!open.isEmpty()) {
        Visit visit = open.peek();
        if (visit.next == visit.targets.length) {
          order.add(open.pop());
        } else if (seen.add(visit.targets[visit.next++])) {
          open.push(visit(visit.targets[visit.next - 1]));
        }
      }
    }
    Collections.reverse(order);
  }

  private Set<Long> roots() {
    Set<Long> roots = new TreeSet<>();
    for (GcRoot root : graph.getGcRoots()) {
      if (graph.objectExists(root.getId()) && reader.threadOf(root) == null) {
        roots.add(root.getId());
      }
    }
    return roots;
  }

  private Visit visit(long object) {
    return new Visit(object, reader.of(graph.findObjectById(object)));
  }

  /** How many passes it took. */
  int passUntilNothingChanges() {
    int passes = 0;
    boolean changed = true;
    while (changed) {
      changed = false;
      passes++;
      for (Visit visit : order) {
        for (long target : visit.targets) {
          changed |= tell(target, visit.object);
        }
      }
      Collections.reverse(order);
    }
    return passes;
  }

  private boolean tell(long target, long from) {
    int slot = dominatorOf.getSlot(target);
    long before = slot == -1 ? -1 : dominatorOf.getSlotValue(slot);
    // What a root holds stays there, and what holds itself tells nothing new.
    if (before == ROOT || before == from) {
      return false;
    }
    tree.updateDominated(target, from);
    return dominatorOf.get(target) != before;
  }

  /** Ends the use of this object: shark compresses its paths while it adds up. */
  Map<Long, DominatorNode> tree(HotSpotSizes sizes) {
    return tree.buildFullDominatorTree(id -> sizes.of(graph.findObjectById(id)));
  }
}
