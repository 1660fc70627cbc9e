package loadproof.bench.dominators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import shark.GcRoot;
import shark.HeapField;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.ClassDumpRecord;

/**
 * What keeps what alive in HotSpot, read by shark's parser.
 *
 * <p>Shark's own readers leave out what no leak of Android goes through: from an object to its
 * class, from a class to its loader, texts to their characters, arrays of boxed numbers. They
 * follow weak references where the dominator tree is asked for.
 */
final class HotSpotReferences {
  private final HeapGraph graph;
  private final Map<Integer, Long> threads = new HashMap<>();
  private final Map<Long, List<Long>> locals = new HashMap<>();

  HotSpotReferences(HeapGraph graph) {
    this.graph = graph;
    for (GcRoot root : graph.getGcRoots()) {
      if (root instanceof GcRoot.ThreadObject thread && graph.objectExists(thread.getId())) {
        threads.put(thread.getThreadSerialNumber(), thread.getId());
      }
    }
    for (GcRoot root : graph.getGcRoots()) {
      Long thread = threadOf(root);
      if (thread != null) {
        locals.computeIfAbsent(thread, id -> new ArrayList<>()).add(root.getId());
      }
    }
  }

  /** The thread by which a root is alive that is none by itself: its local variables. */
  Long threadOf(GcRoot root) {
    if (root instanceof GcRoot.JavaFrame one) {
      return threads.get(one.getThreadSerialNumber());
    }
    if (root instanceof GcRoot.JniLocal one) {
      return threads.get(one.getThreadSerialNumber());
    }
    if (root instanceof GcRoot.NativeStack one) {
      return threads.get(one.getThreadSerialNumber());
    }
    if (root instanceof GcRoot.ThreadBlock one) {
      return threads.get(one.getThreadSerialNumber());
    }
    return null;
  }

  long[] of(HeapObject object) {
    LongStream targets = LongStream.empty();
    if (object instanceof HeapClass one) {
      targets = ofClass(one);
    } else if (object instanceof HeapInstance one) {
      targets = ofInstance(one);
    } else if (object instanceof HeapObjectArray one) {
      LongStream elements = LongStream.of(one.readRecord().getElementIds());
      targets = LongStream.concat(LongStream.of(one.getArrayClassId()), elements);
    }
    return targets.filter(id -> id != 0 && graph.objectExists(id)).distinct().toArray();
  }

  private static LongStream ofClass(HeapClass object) {
    ClassDumpRecord record = object.readRecord();
    LongStream.Builder targets = LongStream.builder();
    targets.add(record.getSuperclassId()).add(record.getClassLoaderId());
    targets.add(record.getSignersId()).add(record.getProtectionDomainId());
    addReferences(object.readStaticFields().iterator(), targets);
    return targets.build();
  }

  private LongStream ofInstance(HeapInstance object) {
    LongStream.Builder targets = LongStream.builder();
    targets.add(object.getInstanceClassId());
    addReferences(object.readFields().iterator(), targets);
    locals.getOrDefault(object.getObjectId(), List.of()).forEach(targets::add);
    return targets.build();
  }

  private static void addReferences(Iterator<HeapField> fields, LongStream.Builder targets) {
    while (fields.hasNext()) {
      HeapField field = fields.next();
      Long target = field.getValue().getAsNonNullObjectId();
      if (target != null && !isWeak(field)) {
        targets.add(target);
      }
    }
  }

  private static boolean isWeak(HeapField field) {
    return field.getName().equals("referent")
        && field.getDeclaringClass().getName().equals("java.lang.ref.Reference");
  }
}
