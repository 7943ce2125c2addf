package io.dateline.routing.actors.programmer;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.MulticastForwardingTable;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Sends the Sets of one programming to one switch, by the way that its order gives. */
public final class SwitchWriter {
  private static final int BLOCK = ForwardingTables.BLOCK_ENTRIES;

  private final MadExchange exchange;
  private final long guid;
  private final SwitchReach reach;
  private final BooleanSupplier isVoid;
  private final DirectedRoute route; // of each Set

  /**
   * A writer.
   *
   * @param exchange of the end port that the way begins at
   * @param guid the switch's node GUID
   * @param isVoid whether what it sends is of no use any more; asked by the exchange's thread
   */
  SwitchWriter(MadExchange exchange, long guid, SwitchReach reach, BooleanSupplier isVoid) {
    this.exchange = exchange;
    this.guid = guid;
    this.reach = reach;
    this.isVoid = isVoid;
    route = DirectedRoute.of(reach.path());
  }

  /** The switch as it was last seen. */
  SwitchInfo seen() {
    return SwitchInfo.of(reach.switchInfo());
  }

  /** Sets one block (IBA Vol 1, 14.2.5.10); {@code row} is indexed by LID. */
  void block(byte[] row, int block, Consumer<MadOutcome> onOutcome) {
    byte[] entries = Arrays.copyOfRange(row, block * BLOCK, (block + 1) * BLOCK);
    set(AttributeId.LINEAR_FORWARDING_TABLE, block, entries, onOutcome);
  }

  /** Sets one block of the multicast table (IBA Vol 1, 14.2.5.12), by its number. */
  void multicastBlock(MulticastRow row, int number, Consumer<MadOutcome> onOutcome) {
    int modifier =
        MulticastForwardingTable.modifier(
            number % MulticastRow.POSITIONS, number / MulticastRow.POSITIONS);
    set(AttributeId.MULTICAST_FORWARDING_TABLE, modifier, row.block(number), onOutcome);
  }

  /**
   * Sets LinearFDBTop and MulticastFDBTop (IBA Vol 1, 14.2.5.4) and leaves the rest as it was seen;
   * but for PortStateChange, which a Set of 1 would clear behind the back of the sweep. One top may
   * have been told since the switch was seen when the other is: so both are given.
   *
   * @param linearFdbTop negative to leave it as it was seen
   * @param multicastFdbTop 0 to leave it as it was seen
   */
  void tops(int linearFdbTop, int multicastFdbTop, Consumer<MadOutcome> onOutcome) {
    byte[] data = reach.switchInfo().clone();
    SwitchInfo info = SwitchInfo.of(data).portStateChange(false);
    if (linearFdbTop >= 0) {
      info.linearFdbTop(linearFdbTop);
    }
    if (multicastFdbTop != 0) {
      info.multicastFdbTop(multicastFdbTop);
    }
    set(AttributeId.SWITCH_INFO, 0, data, onOutcome);
  }

  private void set(int attributeId, int modifier, byte[] data, Consumer<MadOutcome> onOutcome) {
    Mad mad = Smp.set(route, attributeId, modifier, reach.mKey(), data);
    exchange.request(MadRequest.of(MadPacket.directed(mad), guid).until(isVoid), onOutcome);
  }
}
