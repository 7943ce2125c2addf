package io.dateline.sm.fair;

import io.dateline.fabric.Fabric;
import io.dateline.sm.subnet.SubnetView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ports that this node has disabled because they babbled, each until a sweep finds it again: then
 * an operator has enabled it. Any thread may ask.
 */
public final class DisabledPorts {
  /** More are not disabled: it is not the hosts that are broken then. */
  static final int PORTS_MAX = 256;

  private record Entry(DisabledPort port, long generation) {}

  private final Map<Long, Entry> entries = new LinkedHashMap<>(); // by GUID of the host's port

  /**
   * A port was disabled.
   *
   * @param generation of the newest view
   */
  public synchronized void add(DisabledPort port, long generation) {
    entries.put(port.portGuid(), new Entry(port, generation));
  }

  /** The subnet is like this from now on. */
  public synchronized void know(SubnetView view) {
    entries.values().removeIf(entry -> isBack(entry, view));
  }

  /** The sweep after the one that was known may have seen the port before it was disabled. */
  private static boolean isBack(Entry entry, SubnetView view) {
    return view.generation() > entry.generation + 1
        && view.fabric().endPortByGuid(entry.port.portGuid()) != Fabric.NONE;
  }

  /** Whether a port was disabled, and was not found again. */
  public synchronized boolean contains(long portGuid) {
    return entries.containsKey(portGuid);
  }

  public synchronized boolean isFull() {
    return entries.size() >= PORTS_MAX;
  }

  /** In the order in which they were disabled. */
  public synchronized List<DisabledPort> all() {
    return entries.values().stream().map(Entry::port).toList();
  }
}
