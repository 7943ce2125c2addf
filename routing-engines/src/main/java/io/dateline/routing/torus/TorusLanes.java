package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.TorusShape;
import io.dateline.routing.layers.DataVls;
import java.util.Arrays;

/**
 * The virtual lanes of torus-2QoS. On a cable between switches bit 0 of the VL is the SL's bit of
 * the dimension that the cable is of: packets that cross the dateline have a lane of their own in
 * every ring. With 4 data VLs bit 1 is set right after a turn that dimension order forbids, from z
 * to y or x, or from y to x; with 8, bit 2 is the level of quality of service, the SL's bit 3. At
 * end ports that is bit 0, and so it is at ports that are no part of the torus, which no path uses.
 *
 * <p>Any thread may ask.
 */
public final class TorusLanes implements SlToVl {
  /** Data VLs between switches that keep rings and datelines apart; fewer are of no use. */
  static final int RINGS = 2;

  /** Enough to keep turns apart that dimension order forbids, too. */
  static final int TURNS = 4;

  /** Enough for two levels of quality of service, too. */
  static final int QOS = 8;

  private static final int QOS_BIT = TorusShape.DIMENSIONS; // of an SL
  private static final byte OUTSIDE = TorusShape.DIMENSIONS; // instead of a dimension

  private final Fabric fabric;
  private final DataVls dataVls;
  private final byte[] dimensions; // by port: of its cable, or OUTSIDE

  /**
   * The lanes of a torus.
   *
   * @param dataVls of its fabric
   */
  TorusLanes(Torus torus, DataVls dataVls) {
    fabric = torus.fabric();
    this.dataVls = dataVls;
    dimensions = new byte[fabric.portCount()];
    Arrays.fill(dimensions, OUTSIDE);
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
        for (int port : torus.ports(node, direction)) {
          dimensions[port] = (byte) TorusShape.dimension(direction);
        }
      }
    }
  }

  @Override
  public int vl(int node, int inputNumber, int outputNumber, int sl) {
    int qos = sl >>> QOS_BIT & 1;
    int out = dimensions[fabric.port(node, outputNumber)];
    if (out == OUTSIDE) {
      int available = fabric.isSwitch(node) ? dataVls.betweenSwitches() : dataVls.atEndPorts();
      return available >= RINGS ? qos : 0;
    }
    int in = dimensions[fabric.port(node, inputNumber)];
    int vl = sl >>> out & 1;
    if (dataVls.betweenSwitches() >= TURNS && in != OUTSIDE && in > out) {
      vl |= 2;
    }
    if (dataVls.betweenSwitches() >= QOS) {
      vl |= qos << 2;
    }
    return vl;
  }

  /** None of them is on a ring. */
  @Override
  public boolean areEndPortsAlike() {
    return true;
  }

  /** The data VLs that torus-2QoS makes use of. */
  static int used(DataVls dataVls) {
    int most = dataVls.betweenSwitches();
    return most >= QOS ? QOS : most >= TURNS ? TURNS : RINGS;
  }
}
