package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.AliasFinds;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * End ports whose alias GUIDs another subnet manager may have told, and that were not looked at
 * since: those that a sweep has found with none of this subnet's keys, and all where a sweep of the
 * last term may have given them keys without a look. Owned by the manager.
 */
final class UnreadGuids {
  // By own GUID: whether the port was found with none of this subnet's keys.
  private final Map<Long, Boolean> ports = new TreeMap<>(Long::compareUnsigned);

  void clear() {
    ports.clear();
  }

  /**
   * A sweep has found the subnet.
   *
   * @param shown M_Keys by end port, of ports that showed theirs only to the right key
   */
  void survey(SubnetState state, HeavySweep sweep, Int2LongMap shown, boolean isFirstOfTerm) {
    Fabric fabric = sweep.found.fabric();
    boolean isUnfinished = isFirstOfTerm && state.unfinished() != 0;
    for (int port : fabric.endPorts()) {
      boolean isForeign = !DoubtfulSwitches.holdsOurKey(state, sweep.found, shown, port);
      if (isForeign || isUnfinished) {
        ports.merge(fabric.portGuid(port), isForeign, Boolean::logicalOr);
      }
    }
  }

  /** Own GUIDs of those that a sweep has found, without ports that do not answer. */
  Set<Long> in(HeavySweep sweep, GuidlessPorts silent) {
    Set<Long> there = new TreeSet<>(Long::compareUnsigned);
    ports.keySet().stream().filter(guid -> isIn(sweep, silent, guid)).forEach(there::add);
    return there;
  }

  boolean isAnyIn(HeavySweep sweep, GuidlessPorts silent) {
    return ports.keySet().stream().anyMatch(guid -> isIn(sweep, silent, guid));
  }

  private static boolean isIn(HeavySweep sweep, GuidlessPorts silent, long guid) {
    int port = sweep.found.fabric().endPortByGuid(guid);
    return port != Fabric.NONE
        && sweep.found.attributes().portInfo()[port] != null
        && !silent.contains(guid);
  }

  /**
   * Ports were looked at.
   *
   * @param found with what they hold
   * @param looked own GUIDs
   */
  List<AliasFinds.Table> take(Discovered found, Set<Long> looked) {
    List<AliasFinds.Table> tables = new ArrayList<>();
    for (long guid : looked) {
      Boolean isForeign = ports.remove(guid);
      byte[] table = found.attributes().guidInfo()[found.fabric().endPortByGuid(guid)];
      if (isForeign != null && table != null) {
        tables.add(new AliasFinds.Table(guid, isForeign, guids(table)));
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
