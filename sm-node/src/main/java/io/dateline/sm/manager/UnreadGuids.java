package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.AliasFinds;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * End ports whose alias GUIDs another subnet manager may have told, and that were not looked at
 * since: those that a sweep has found with none of this subnet's keys, and all where a sweep of the
 * last term may have given them keys without a look. A port that was this subnet's, has no key and
 * whose link is new has restarted: the journal knows what it is to hold. Owned by the manager.
 */
final class UnreadGuids {
  /**
   * A port that was not looked at.
   *
   * @param isForeign whether it was found with none of this subnet's keys
   * @param survey the last one that found it so
   */
  private record Mark(boolean isForeign, long survey) {}

  private final Map<Long, Mark> ports = new TreeMap<>(Long::compareUnsigned); // by own GUID
  private long surveys; // a look that began before the last one may not know what that found

  void clear() {
    ports.clear();
  }

  /** How many surveys there were. */
  long surveys() {
    return surveys;
  }

  /**
   * A sweep has found the subnet.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   * @param isFirst whether none has brought the subnet up before, in this term and reign
   * @param followsAnother whether another subnet manager may have had ports since
   */
  void survey(
      SubnetState state,
      HeavySweep sweep,
      Int2LongMap shown,
      boolean isFirst,
      boolean followsAnother) {
    surveys++;
    Fabric fabric = sweep.found.fabric();
    boolean isUnfinished = isFirst && state.unfinished() != 0;
    for (int port : fabric.endPorts()) {
      boolean isOurs = DoubtfulSwitches.holdsOurKey(state, sweep.found, shown, port);
      boolean isKeyless = !followsAnother && isKeyless(state, sweep.found, shown, port);
      if (isOurs ? isUnfinished : !isKeyless || !isLinkNew(sweep.found, port)) {
        mark(fabric.portGuid(port), !isOurs && (!isKeyless || isFirst));
      }
    }
  }

  private void mark(long portGuid, boolean isForeign) {
    ports.merge(
        portGuid,
        new Mark(isForeign, surveys),
        (before, now) -> new Mark(before.isForeign() || now.isForeign(), now.survey()));
  }

  /**
   * Whether a port that the subnet had has no key any more. Where no other manager was met its host
   * has restarted, or its adapter was reset: then its table is empty, or is what the host wrote.
   */
  private static boolean isKeyless(
      SubnetState state, Discovered found, Int2LongMap shown, int port) {
    byte[] info = found.attributes().portInfo()[port];
    return info != null
        && shown.getOrDefault(port, PortInfo.of(info).mKey()) == 0
        && state.nodes().holds(found.fabric().nodeGuid(found.fabric().nodeOf(port)));
  }

  private static boolean isLinkNew(Discovered found, int port) {
    byte[] info = found.attributes().portInfo()[port];
    return info != null && PortInfo.portState(info) <= PortState.INIT;
  }

  boolean contains(long portGuid) {
    return ports.containsKey(portGuid);
  }

  /** Own GUIDs of all, be they there or not. */
  LongSet all() {
    return new LongOpenHashSet(ports.keySet());
  }

  /** Own GUIDs of those that a sweep has found, but of some that are not to be asked. */
  Set<Long> in(HeavySweep sweep, LongSet unasked) {
    Set<Long> there = new TreeSet<>(Long::compareUnsigned);
    ports.keySet().stream().filter(guid -> isIn(sweep, unasked, guid)).forEach(there::add);
    return there;
  }

  boolean isAnyIn(HeavySweep sweep, LongSet unasked) {
    return ports.keySet().stream().anyMatch(guid -> isIn(sweep, unasked, guid));
  }

  private static boolean isIn(HeavySweep sweep, LongSet unasked, long guid) {
    int port = sweep.found.fabric().endPortByGuid(guid);
    return port != Fabric.NONE
        && sweep.found.attributes().portInfo()[port] != null
        && !unasked.contains(guid);
  }

  /**
   * Ports were looked at. Those that did not answer for all of their blocks stay unread.
   *
   * @param found with what they hold
   * @param looked own GUIDs
   * @param silent those of them that did not answer for all
   * @param survey the last one before the look began; what a later one has marked stays unread
   */
  List<AliasFinds.Table> take(Discovered found, Set<Long> looked, Set<Long> silent, long survey) {
    List<AliasFinds.Table> tables = new ArrayList<>();
    for (long guid : looked) {
      Mark mark = ports.get(guid);
      if (mark == null || mark.survey() > survey) {
        continue;
      }
      boolean isWhole = !silent.contains(guid);
      if (isWhole) {
        ports.remove(guid);
      }
      byte[] table = found.attributes().guidInfo()[found.fabric().endPortByGuid(guid)];
      if (table != null) {
        tables.add(new AliasFinds.Table(guid, mark.isForeign(), isWhole, guids(table)));
      }
    }
    return tables;
  }

  private static long[] guids(byte[] table) {
    long[] guids = new long[table.length / GuidInfo.BYTES * AliasBook.BLOCK];
    for (int i = 0; i < guids.length; i++) {
      guids[i] =
          GuidInfo.in(table, i / AliasBook.BLOCK * GuidInfo.BYTES).guidBlock(i % AliasBook.BLOCK);
    }
    return guids;
  }
}
