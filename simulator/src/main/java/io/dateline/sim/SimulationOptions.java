package io.dateline.sim;

import io.dateline.mad.attribute.Mtu;

/**
 * What the simulated nodes can do. Every node can do the same.
 *
 * @param vlCap PortInfo code of the virtual lanes: 1 VL0, 2 VL0-1, 3 VL0-3, 4 VL0-7, 5 VL0-14
 * @param mtuCap PortInfo code of the largest MTU, 1 to 5
 * @param linearFdbCap entries of a switch's linear forwarding table, up to 49,152
 * @param multicastFdbCap entries of a switch's multicast forwarding table, up to 16,383
 * @param partitionCap P_Keys a port holds
 * @param trapRepeatMs how long a trap waits for its TrapRepress before it is sent again
 * @param trapTries how often a trap is sent before it is given up
 */
public record SimulationOptions(
    int vlCap,
    int mtuCap,
    int linearFdbCap,
    int multicastFdbCap,
    int partitionCap,
    int trapRepeatMs,
    int trapTries) {

  /** 8 lanes, MTU 4096, full tables, a trap a second up to 10 times. */
  public static final SimulationOptions DEFAULT =
      new SimulationOptions(4, Mtu.MTU_4096, 49_152, 1024, 64, 1000, 10);

  public SimulationOptions {
    check("vlCap", vlCap, 1, 5);
    check("mtuCap", mtuCap, Mtu.MTU_256, Mtu.MTU_4096);
    check("linearFdbCap", linearFdbCap, 64, 49_152);
    check("multicastFdbCap", multicastFdbCap, 0, 16_383);
    check("partitionCap", partitionCap, 1, 65_535);
    check("trapRepeatMs", trapRepeatMs, 1, Integer.MAX_VALUE);
    check("trapTries", trapTries, 1, Integer.MAX_VALUE);
  }

  /** The same, with linear forwarding tables of so many entries. */
  public SimulationOptions withLinearFdbCap(int entries) {
    return new SimulationOptions(
        vlCap, mtuCap, entries, multicastFdbCap, partitionCap, trapRepeatMs, trapTries);
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be %d to %d, not %d".formatted(name, min, max, value));
    }
  }
}
