package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.discover.TableReading;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.text.Counted;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
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
 *
 * <p>A node that was taken for dead may wake when another one has read what it was told to write,
 * and write it after all, to the journal and, for as long as ports know its key, to the switch. The
 * programmer that came after it knows nothing of that. So when a term's first sweep has ended the
 * journal is asked what switches were told, and those of which it says something else are read.
 */
final class TableAudit {
  /**
   * Blocks were read.
   *
   * @param generation of the sweep that was the active one
   * @param isOfDoubted whether they are of switches of which the journal says something else
   */
  record TablesRead(long generation, boolean isOfDoubted, TableReading.Result result)
      implements SmCommand {}

  /**
   * The journal was asked what switches were told.
   *
   * @param generation of the sweep that was the active one
   * @param doubted switches of which it says something else; empty where it could not be asked
   */
  record JournalAsked(long generation, Optional<BitSet> doubted) implements SmCommand {}

  private static final Duration JOURNAL_PATIENCE = Duration.ofSeconds(10);

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
  private boolean asksJournal; // when the next sweep has ended

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
    asksJournal = true;
  }

  /** The subnet is up after a sweep, and no other one has begun. */
  void sweepEnded(SubnetState state) {
    if (asksJournal) {
      asksJournal = false;
      HeavySweep active = situation.active;
      context
          .out()
          .await(
              "what the journal says of tables",
              () ->
                  context
                      .setup()
                      .workers()
                      .catchUp(JOURNAL_PATIENCE)
                      .thenApplyAsync(read -> doubted(active, read), context.setup().computing()),
              (doubted, failure) ->
                  new JournalAsked(
                      active.generation, failure == null ? doubted : Optional.empty()));
    }
    beginIfDue(state);
  }

  private static Optional<BitSet> doubted(HeavySweep active, SubnetReplica.CaughtUp read) {
    if (!read.isCurrent()) {
      return Optional.empty();
    }
    Fabric fabric = active.found.fabric();
    ForwardingTables tables = active.routing.tables();
    BitSet doubted = new BitSet();
    for (int node = 0; node < fabric.switchCount(); node++) {
      byte[] row = tables.row(node);
      int length = tables.maxLid() + 1;
      doubted.set(
          node,
          read.view()
              .tables()
              .told(fabric.nodeGuid(node))
              .filter(
                  told ->
                      told.row().length >= length
                          && Arrays.equals(told.row(), 0, length, row, 0, length))
              .isEmpty());
    }
    return Optional.of(doubted);
  }

  /** Takes in what the journal says; it is asked again where switches are told something else. */
  void take(SubnetState state, JournalAsked asked) {
    if (isPast(asked.generation()) || asked.doubted().isEmpty()) {
      asksJournal = true;
      return;
    }
    HeavySweep active = situation.active;
    BitSet doubted = asked.doubted().get();
    if (doubted.isEmpty()) {
      return;
    }
    Fabric fabric = active.found.fabric();
    context
        .out()
        .warn(
            "The journal has other tables of {} than they were told, the first of switch {}: they are read back",
            Counted.of(doubted.cardinality(), "switch"),
            Guid.format(fabric.nodeGuid(doubted.nextSetBit(0))));
    int ofSwitch = active.routing.tables().blockCount();
    read(
        state,
        doubted.stream().flatMap(node -> IntStream.range(node * ofSwitch, (node + 1) * ofSwitch)),
        /* areDoubted= */ true);
  }

  /** Whether switches are, or have been, told something else since the sweep of a generation. */
  private boolean isPast(long generation) {
    return situation.isSweeping()
        || situation.active == null
        || situation.active.generation != generation;
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
    read(state, blocks, /* areDoubted= */ false);
  }

  private void read(SubnetState state, IntStream blocks, boolean areDoubted) {
    HeavySweep active = situation.active;
    Fabric fabric = active.found.fabric();
    ForwardingTables tables = active.routing.tables();
    MadExchange exchange = context.exchange();
    context
        .out()
        .await(
            "blocks read back",
            () -> TableReading.run(exchange, state.keys(), fabric, active.routes, tables, blocks),
            (result, failure) -> new TablesRead(active.generation, areDoubted, result));
  }

  /**
   * Takes in what was read. During a sweep switches are told something else: then it is read again
   * when the sweep has ended.
   *
   * @return why a heavy sweep is needed, or nothing
   */
  Optional<String> take(TablesRead tablesRead) {
    if (isPast(tablesRead.generation()) || (due == Due.NOTHING && !tablesRead.isOfDoubted())) {
      asksJournal |= tablesRead.isOfDoubted();
      return Optional.empty();
    }
    TableReading.Result result = tablesRead.result();
    situation.blocksReadBack += result.read();
    situation.blocksDiffering += result.differing();
    boolean isFirst = due == Due.SAMPLE || tablesRead.isOfDoubted();
    due = isFirst && result.differing() > 0 ? Due.ALL : Due.NOTHING;
    if (result.differing() == 0) {
      context
          .out()
          .info(
              "{} read back, {} not answered: switches hold what they were told",
              Counted.of(result.read(), "block"),
              result.unanswered());
      return Optional.empty();
    }
    Fabric fabric = situation.active.found.fabric();
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
