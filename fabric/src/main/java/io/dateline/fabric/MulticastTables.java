package io.dateline.fabric;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Multicast forwarding tables, one row a switch. Immutable.
 *
 * @param rows by switch
 */
public record MulticastTables(List<MulticastRow> rows) {
  public MulticastTables {
    rows = List.copyOf(rows);
  }

  /** Tables without entries. */
  public static MulticastTables empty(Fabric fabric) {
    return new Builder(fabric).build();
  }

  public MulticastRow row(int node) {
    return rows.get(node);
  }

  /** Whether a switch sends packets to a multicast LID out by one of its ports. */
  public boolean leaves(Fabric fabric, int port, int mlid) {
    return rows.get(fabric.nodeOf(port)).ports(mlid).get(fabric.portNumber(port));
  }

  /** Collects entries. */
  public static final class Builder {
    private final Fabric fabric;
    private final List<MulticastRow.Builder> rows = new ArrayList<>();

    public Builder(Fabric fabric) {
      this.fabric = fabric;
      for (int node = 0; node < fabric.switchCount(); node++) {
        rows.add(new MulticastRow.Builder());
      }
    }

    /** Packets to a multicast LID leave by these ports, as indices, of switches, too. */
    public Builder add(int mlid, BitSet ports) {
      for (int port = ports.nextSetBit(0); port >= 0; port = ports.nextSetBit(port + 1)) {
        rows.get(fabric.nodeOf(port)).set(mlid, fabric.portNumber(port));
      }
      return this;
    }

    public MulticastTables build() {
      return new MulticastTables(rows.stream().map(MulticastRow.Builder::build).toList());
    }
  }
}
