package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.discover.TableReading;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.text.Counted;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether switches hold what the journal says they were told. A term that goes on with tables it
 * has not sent reads a random sample of blocks back, when paths are answered and ports are moved.
 *
 * <p>A switch that holds something else is programmed from nothing by a heavy sweep, at once: every
 * block goes to it anew, and its programmer knows from then on what it holds. And the journal's
 * word is then worth nothing: when that sweep has ended, all blocks of all switches are read. To
 * read does no harm; to send everything anew would take as long, and would hide what was wrong.
 */
final class TableAudit {
  /** Blocks were read while the sweep of this generation was the active one. */
  record TablesRead(long generation, TableReading.Result result) implements SmCommand {}

  private enum Due {
    NOTHING,
    SAMPLE,
    ALL
  }

  private final SmContext context;
  private final Situation situation;
  private final int sampleSize;
  private final LongOpenHashSet suspects = new LongOpenHashSet(); // GUIDs of switches to be mended
  private Due due = Due.NOTHING;

  TableAudit(SmContext context) {
    this.context = context;
    situation = context.situation();
    sampleSize = context.setup().settings().lftBlocksReadBack();
  }

  /** Tables of the terms before are believed until some were read. */
  void termBegins(SubnetState state) {
    suspects.clear();
    situation.blocksReadBack = 0;
    situation.blocksDiffering = 0;
    due = state.active() == null || sampleSize == 0 ? Due.NOTHING : Due.SAMPLE;
  }

  /** The subnet is up, and no sweep is under way. */
  void beginIfDue(SubnetState state) {
    if (due == Due.NOTHING) {
      return;
    }
    HeavySweep active = situation.active;
    Fabric fabric = active.found.fabric();
    ForwardingTables tables = active.routing.tables();
    int blockCount = TableReading.blockCount(fabric, tables);
    IntStream blocks =
        due == Due.ALL
            ? IntStream.range(0, blockCount)
            : IntStream.of(TableReading.sample(blockCount, sampleSize, state.term()));
    MadExchange exchange = context.setup().exchange();
    context
        .out()
        .await(
            "blocks read back",
            () -> TableReading.run(exchange, state.keys(), fabric, active.routes, tables, blocks),
            (result, failure) -> new TablesRead(active.generation, result));
  }

  /**
   * Takes in what was read. During a sweep switches are told something else: then it is read again
   * when the sweep has ended.
   *
   * @return why a heavy sweep is needed, or nothing
   */
  Optional<String> take(TablesRead tablesRead) {
    HeavySweep active = situation.active;
    if (situation.isSweeping()
        || active == null
        || active.generation != tablesRead.generation()
        || due == Due.NOTHING) {
      return Optional.empty();
    }
    TableReading.Result result = tablesRead.result();
    situation.blocksReadBack += result.read();
    situation.blocksDiffering += result.differing();
    due = due == Due.SAMPLE && result.differing() > 0 ? Due.ALL : Due.NOTHING;
    if (result.differing() == 0) {
      context
          .out()
          .info(
              "{} read back, {} not answered: switches hold what they were told",
              Counted.of(result.read(), "block"),
              result.unanswered());
      return Optional.empty();
    }
    Fabric fabric = active.found.fabric();
    result.switches().stream().forEach(node -> suspects.add(fabric.nodeGuid(node)));
    String finding =
        "%d of %d blocks read back are not what switches were told, the first of switch %s"
            .formatted(
                result.differing(),
                result.read(),
                Guid.format(fabric.nodeGuid(result.switches().nextSetBit(0))));
    context.out().warn("{}", finding);
    return Optional.of(finding);
  }

  /** The sweep programs those switches from nothing. */
  void tellSuspects(HeavySweep sweep) {
    Fabric fabric = sweep.found.fabric();
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (suspects.contains(fabric.nodeGuid(node))) {
        sweep.foreign.set(node);
        sweep.warn(
            "switch %s did not hold what it was told: it is programmed from nothing"
                .formatted(Guid.format(fabric.nodeGuid(node))));
      }
    }
  }

  void programmed(long switchGuid) {
    suspects.remove(switchGuid);
  }
}
