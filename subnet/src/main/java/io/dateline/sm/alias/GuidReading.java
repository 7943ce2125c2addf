package io.dateline.sm.alias;

import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads blocks of GUID tables that are not known; discovery reads the first one only. Answers are
 * put together on the exchange's thread.
 */
final class GuidReading {
  private static final int FAILURES_NAMED = 20;

  /**
   * What could not be read.
   *
   * @param silent blocks of which no answer came
   * @param refused blocks of ports that answered with no
   * @param sentences about the first of both
   */
  record Unread(Set<AliasRun.Block> silent, Set<AliasRun.Block> refused, List<String> sentences) {}

  private final MadExchange exchange;
  private final KnownGuids tables;
  private final Set<AliasRun.Block> silent = new HashSet<>();
  private final Set<AliasRun.Block> refused = new HashSet<>();
  private final List<String> failures = new ArrayList<>();
  private final CompletableFuture<Unread> done = new CompletableFuture<>();
  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller

  private GuidReading(MadExchange exchange, KnownGuids tables) {
    this.exchange = exchange;
    this.tables = tables;
  }

  /**
   * Reads.
   *
   * @param isWhole whether blocks that are known are read, too
   * @return blocks that are not known then
   */
  static CompletionStage<Unread> of(
      MadExchange exchange, KnownGuids tables, List<AliasRun.Block> blocks, boolean isWhole) {
    GuidReading reading = new GuidReading(exchange, tables);
    List<AliasRun.Block> asked =
        blocks.stream()
            .filter(block -> isWhole || block.number() >= tables.knownBlocks(block.port()))
            .toList();
    asked.forEach(reading::read);
    reading.finishOne();
    return reading.done;
  }

  private void read(AliasRun.Block block) {
    outstanding.incrementAndGet();
    exchange.request(
        MadRequest.of(
            MadPacket.directed(
                Smp.get(
                    tables.route(block.port()),
                    AttributeId.GUID_INFO,
                    block.number(),
                    tables.mKey(block.port()))),
            tables.nodeGuid(block.port())),
        outcome -> take(block, outcome));
  }

  private void take(AliasRun.Block block, MadOutcome outcome) {
    if (outcome instanceof MadOutcome.Answered answered) {
      tables.learn(block.port(), block.number(), Smp.data(answered.reply()));
    } else {
      (outcome instanceof MadOutcome.Refused ? refused : silent).add(block);
      if (failures.size() < FAILURES_NAMED) {
        failures.add(
            "block %d of the GUIDs of port %s cannot be read"
                .formatted(block.number(), Guid.format(tables.fabric.portGuid(block.port()))));
      }
    }
    finishOne();
  }

  private void finishOne() {
    if (outstanding.decrementAndGet() == 0) {
      done.complete(new Unread(silent, refused, List.copyOf(failures)));
    }
  }
}
