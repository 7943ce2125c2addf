package io.dateline.sm.link;

import io.dateline.fabric.Fabric;
import io.dateline.mad.Mad;

/** Where a directed-route SMP came from: its return path, which switches write as it passes. */
public final class ReturnPath {
  private ReturnPath() {}

  /**
   * The way back of an SMP that has arrived.
   *
   * @return numbers of the ports to leave by, the first one first, a byte each
   */
  public static byte[] of(Mad smp) {
    byte[] exits = new byte[smp.hopCount()];
    for (int i = 0; i < exits.length; i++) {
      exits[i] = (byte) smp.returnPath(exits.length - i);
    }
    return exits;
  }

  /**
   * The end port that a way back leads to, {@link Fabric#NONE} where it leads nowhere.
   *
   * @param from end port at which it begins
   */
  public static int end(Fabric fabric, int from, byte[] exits) {
    int at = from;
    for (byte exit : exits) {
      int node = fabric.nodeOf(at);
      int number = exit & 0xFF;
      if (number < 1 || number > fabric.externalPortCount(node)) {
        return Fabric.NONE;
      }
      at = fabric.peer(fabric.port(node, number));
      if (at == Fabric.NONE) {
        return Fabric.NONE;
      }
    }
    int node = fabric.nodeOf(at);
    return fabric.isSwitch(node) ? fabric.port(node, 0) : at;
  }
}
