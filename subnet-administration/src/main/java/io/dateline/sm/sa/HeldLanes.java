package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SlToVl;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.sm.subnet.SubnetView;

/**
 * The SL2VL maps that ports have acknowledged, which options may have made others than the
 * routing's; the routing's where a port was told none, as without {@code qos}. Immutable.
 */
final class HeldLanes implements SlToVl {
  private final Fabric fabric;
  private final byte[][] rows; // by output port: 8 bytes an input port, or one row; null if none
  private final SlToVl routing;

  HeldLanes(SubnetView view) {
    fabric = view.fabric();
    rows = view.attributes().slToVl();
    routing = view.routing().slToVl();
  }

  @Override
  public int vl(int node, int inputNumber, int outputNumber, int sl) {
    byte[] maps = rows[fabric.port(node, outputNumber)];
    int row = inputNumber * SlToVlMappingTable.BYTES;
    return maps == null || row >= maps.length
        ? routing.vl(node, inputNumber, outputNumber, sl)
        : SlToVlMappingTable.SL_TO_VL.getInt(maps, row, sl);
  }
}
