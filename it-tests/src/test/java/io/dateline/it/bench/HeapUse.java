package io.dateline.it.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** How much of the heap is used from a moment on, less what was in use then. */
final class HeapUse {
  private final long before;

  private HeapUse(long before) {
    this.before = before;
  }

  /** From now on. */
  static HeapUse begin() {
    long before = usedAfterCollection();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    return new HeapUse(before);
  }

  /** Bytes at most, what is collected later included. */
  long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum()
        - before;
  }

  /** Bytes that cannot be collected now. */
  long kept() {
    return usedAfterCollection() - before;
  }

  private static long usedAfterCollection() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
