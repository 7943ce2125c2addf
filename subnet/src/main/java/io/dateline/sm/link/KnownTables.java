package io.dateline.sm.link;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * What ports have been told of lanes, P_Keys and GUIDs and have acknowledged. It is part of the
 * nodes' attributes, and so of the journal: a successor knows it, too. These tables are not read in
 * every sweep, or not all of them, so that they are believed only where nothing can have changed
 * them.
 */
public final class KnownTables {
  private KnownTables() {}

  /**
   * Carries over what is known to a newer discovery of the fabric. A port that is not Active may
   * have been without power.
   *
   * @param isOurs whether the node of a port of {@code now}, or the port itself where it is no
   *     switch's, has been in no other manager's hands since
   */
  public static void carry(
      Fabric then, Attributes known, Fabric now, Attributes attributes, IntPredicate isOurs) {
    for (int node = 0; node < now.nodeCount(); node++) {
      int before = sameNode(then, now, node);
      boolean isAtOnce = now.isSwitch(node);
      if (before == Fabric.NONE || (isAtOnce && !isOurs.test(now.port(node, 0)))) {
        continue;
      }
      for (int number = 0; number <= now.externalPortCount(node); number++) {
        int port = now.port(node, number);
        if (isUntouched(attributes, port, number) && (isAtOnce || isOurs.test(port))) {
          carry(known, then.port(before, number), attributes, port);
        }
      }
    }
  }

  private static void carry(Attributes known, int before, Attributes attributes, int port) {
    attributes.slToVl()[port] = known.slToVl()[before];
    attributes.vlArbitration()[port] = known.vlArbitration()[before];
    attributes.guidInfo()[port] = guids(known.guidInfo()[before], attributes.guidInfo()[port]);
    attributes.pKeys()[port] = pKeys(known.pKeys()[before], attributes.pKeys()[port]);
  }

  /** Discovery reads of end ports the first blocks, and of other ports none: the rest is known. */
  private static short[] pKeys(short[] known, short[] read) {
    int length = read == null ? 0 : read.length;
    boolean goesOn =
        known != null
            && known.length > length
            && (length == 0 || Arrays.equals(known, 0, length, read, 0, length));
    return goesOn ? known : read;
  }

  /** As with P_Keys: discovery reads the first block. */
  private static byte[] guids(byte[] known, byte[] read) {
    int length = read == null ? 0 : read.length;
    boolean goesOn =
        known != null
            && known.length > length
            && (length == 0 || Arrays.equals(known, 0, length, read, 0, length));
    return goesOn ? known : read;
  }

  private static int sameNode(Fabric then, Fabric now, int node) {
    int before = then.nodeByGuid(now.nodeGuid(node));
    return before == Fabric.NONE
            || then.type(before) != now.type(node)
            || then.externalPortCount(before) != now.externalPortCount(node)
        ? Fabric.NONE
        : before;
  }

  private static boolean isUntouched(Attributes attributes, int port, int number) {
    byte[] info = attributes.portInfo()[port];
    return info != null && (number == 0 || PortInfo.portState(info) == PortState.ACTIVE);
  }
}
