package io.dateline.sm.history;

import akka.util.ByteString;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.LftDumpWriter;
import io.dateline.routing.actors.programmer.ReplicatedTables.Told;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.history.Sought.Found;
import io.dateline.sm.history.Sought.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which tables of the past are wanted, and how they are written. */
final class PastTables {
  private final Fabric fabric;
  private final LidMap lids;
  private final LftDumpWriter writer;
  private final List<Integer> switches;

  private PastTables(Fabric fabric, LidMap lids, List<Integer> switches) throws IOException {
    this.fabric = fabric;
    this.lids = lids;
    this.switches = switches;
    writer = new LftDumpWriter(fabric, lids);
  }

  static Sought<PastTables> of(Past past, Optional<String> guid) {
    Optional<Fabric> known = past.subnet().nodes().fabric();
    if (known.isEmpty()) {
      return new Refused<>(
          "no switch was known at event %d: no routing was active"
              .formatted(past.moment().number()));
    }
    Fabric fabric = known.get();
    LidMap lids = lids(fabric, past.subnet().lids());
    try {
      if (guid.isEmpty()) {
        return new Found<>(
            new PastTables(
                fabric, lids, IntStream.range(0, fabric.switchCount()).boxed().toList()));
      }
      int node = fabric.nodeByGuid(Guid.parse(guid.get()));
      return node == Fabric.NONE || !fabric.isSwitch(node)
          ? new Refused<>(
              "there was no switch %s at event %d".formatted(guid.get(), past.moment().number()))
          : new Found<>(new PastTables(fabric, lids, List.of(node)));
    } catch (NumberFormatException e) {
      return new Refused<>("'%s' is no GUID such as 0x0002c90300abcdef".formatted(guid.get()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those that had been given: a port may not have had its own yet when it was found. */
  private static LidMap lids(Fabric fabric, LidBook given) {
    LidMap.Builder lids = new LidMap.Builder(fabric);
    for (int port : fabric.endPorts()) {
      int base = given.baseLid(fabric.portGuid(port));
      if (base != Lid.NONE) {
        lids.assign(port, base, given.lmc(fabric.portGuid(port)));
      }
    }
    return lids.build();
  }

  Fabric fabric() {
    return fabric;
  }

  LidMap lids() {
    return lids;
  }

  /** By index, ascending. */
  List<Integer> switches() {
    return switches;
  }

  long guid(int node) {
    return fabric.nodeGuid(node);
  }

  ByteString text(int node, Told told) {
    StringBuilder text = new StringBuilder();
    try {
      writer.write(node, told.row(), told.linearFdbTop(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteString.fromString(text.toString());
  }
}
