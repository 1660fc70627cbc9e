package loadproof.bench.dominators;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;
import shark.HeapObject.HeapPrimitiveArray;
import shark.HprofRecord.HeapDumpRecord.ObjectRecord.ClassDumpRecord.FieldRecord;
import shark.PrimitiveType;

/**
 * Own sizes of objects as the VM has them, out of its histogram of classes: its bytes over its
 * objects. Arrays by their length; references of four bytes, as in each heap below 32 GB.
 */
final class HotSpotSizes {
  private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");
  private static final int ARRAY_HEAD_BYTES = 16;
  private static final int OBJECT_HEAD_BYTES = 12;
  private static final int REFERENCE_BYTES = 4;

  private final Map<String, Integer> bytesByName = new HashMap<>();
  private final Map<Long, Integer> bytesByClass = new HashMap<>();

  private HotSpotSizes() {}

  static HotSpotSizes of(HeapGraph graph, Path histogram) throws IOException {
    HotSpotSizes sizes = new HotSpotSizes();
    for (String line : Files.readAllLines(histogram)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        // Objects of java.lang.Class differ in their static fields: of them it is the mean.
        long bytes = Long.parseLong(row.group(2)) / Long.parseLong(row.group(1));
        sizes.bytesByName.put(row.group(3), Math.toIntExact(bytes));
      }
    }
    graph.getClasses().iterator().forEachRemaining(sizes::add);
    return sizes;
  }

  private void add(HeapClass one) {
    Integer told = bytesByName.get(one.getName());
    bytesByClass.put(one.getObjectId(), told == null ? byFields(one) : told);
  }

  int of(HeapObject object) {
    if (object instanceof HeapInstance one) {
      return bytesByClass.get(one.getInstanceClassId());
    }
    if (object instanceof HeapObjectArray one) {
      return aligned(ARRAY_HEAD_BYTES + one.readRecord().getElementIds().length * REFERENCE_BYTES);
    }
    if (object instanceof HeapPrimitiveArray one) {
      return aligned(ARRAY_HEAD_BYTES + one.getByteSize());
    }
    return bytesByName.get("java.lang.Class");
  }

  /** Of classes that the histogram does not name alike: hidden ones. */
  private static int byFields(HeapClass lowest) {
    int bytes = OBJECT_HEAD_BYTES;
    for (HeapClass one = lowest; one != null; one = one.getSuperclass()) {
      for (FieldRecord field : one.readRecord().getFields()) {
        Integer size = PrimitiveType.Companion.getByteSizeByHprofType().get(field.getType());
        bytes += size == null ? REFERENCE_BYTES : size;
      }
    }
    return aligned(bytes);
  }

  private static int aligned(int bytes) {
    return (bytes + 7) / 8 * 8;
  }
}
