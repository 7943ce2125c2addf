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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads blocks of GUID tables that are not known; discovery reads the first one only. What is known
 * of a table has no gap: blocks before one that is asked about are read, too. Answers are put
 * together on the exchange's thread.
 */
final class GuidReading {
  private static final int FAILURES_NAMED = 20;

  /** Questions that are made ahead: of a large subnet there are hundreds of thousands. */
  private static final int AHEAD_MAX = 1024;

  /**
   * What could not be read.
   *
   * @param silent blocks of which no answer came, and those behind them
   * @param refused blocks that ports answered with no, and those behind them
   * @param sentences about the first of both
   */
  record Unread(Set<AliasRun.Block> silent, Set<AliasRun.Block> refused, List<String> sentences) {}

  private final MadExchange exchange;
  private final KnownGuids tables;
  private final List<AliasRun.Block> wanted;
  private final Map<Integer, MadOutcome[]> answers = new LinkedHashMap<>(); // by port, block
  private final List<String> failures = new ArrayList<>();
  private final CompletableFuture<Unread> done = new CompletableFuture<>();
  // The caller puts the first questions while answers already arrive on the exchange's thread.
  private final Queue<Question> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller

  private record Question(int port, int block) {}

  private GuidReading(MadExchange exchange, KnownGuids tables, List<AliasRun.Block> wanted) {
    this.exchange = exchange;
    this.tables = tables;
    this.wanted = List.copyOf(wanted);
  }

  /**
   * Reads.
   *
   * @param isWhole whether blocks that are known are read, too
   * @return blocks that are not known then
   */
  static CompletionStage<Unread> of(
      MadExchange exchange, KnownGuids tables, List<AliasRun.Block> blocks, boolean isWhole) {
    GuidReading reading = new GuidReading(exchange, tables, blocks);
    Map<Integer, Integer> ends = new LinkedHashMap<>(); // by port, behind its last block
    blocks.forEach(block -> ends.merge(block.port(), block.number() + 1, Math::max));
    ends.forEach((port, end) -> reading.answers.put(port, new MadOutcome[end]));
    ends.forEach((port, end) -> reading.addTo(port, end, isWhole));
    for (int i = 0; i < AHEAD_MAX; i++) {
      reading.askNext();
    }
    reading.finishOne();
    return reading.done;
  }

  private void addTo(int port, int end, boolean isWhole) {
    for (int block = isWhole ? 0 : tables.knownBlocks(port); block < end; block++) {
      waiting.add(new Question(port, block));
      outstanding.incrementAndGet();
    }
  }

  private void askNext() {
    Question next = waiting.poll();
    if (next != null) {
      ask(next.port(), next.block());
    }
  }

  private void ask(int port, int block) {
    MadOutcome[] ofPort = answers.get(port);
    exchange.request(
        MadRequest.of(
            MadPacket.directed(
                Smp.get(tables.route(port), AttributeId.GUID_INFO, block, tables.mKey(port))),
            tables.nodeGuid(port)),
        outcome -> {
          ofPort[block] = outcome;
          if (outcome instanceof MadOutcome.Rejected) {
            rejectWaiting(outcome);
          } else {
            askNext();
          }
          finishOne();
        });
  }

  /** The exchange is closed, and says so at once to each question: none is asked from here. */
  private void rejectWaiting(MadOutcome outcome) {
    for (Question next = waiting.poll(); next != null; next = waiting.poll()) {
      answers.get(next.port())[next.block()] = outcome;
      finishOne();
    }
  }

  private void finishOne() {
    if (outstanding.decrementAndGet() == 0) {
      done.complete(learn());
    }
  }

  /** What stands behind a block that was not read is not known either. */
  private Unread learn() {
    Map<Integer, Integer> ends = new LinkedHashMap<>(); // by port, the first block that is unread
    Set<Integer> refusing = new HashSet<>();
    answers.forEach(
        (port, outcomes) -> {
          for (int block = 0; block < outcomes.length && !ends.containsKey(port); block++) {
            if (outcomes[block] instanceof MadOutcome.Answered answered) {
              tables.learn(port, block, Smp.data(answered.reply()));
            } else if (outcomes[block] != null) {
              ends.put(port, block);
              fail(port, block);
              if (outcomes[block] instanceof MadOutcome.Refused) {
                refusing.add(port);
              }
            }
          }
        });
    Set<AliasRun.Block> silent = new HashSet<>();
    Set<AliasRun.Block> refused = new HashSet<>();
    for (AliasRun.Block block : wanted) {
      if (block.number() >= ends.getOrDefault(block.port(), Integer.MAX_VALUE)) {
        (refusing.contains(block.port()) ? refused : silent).add(block);
      }
    }
    return new Unread(silent, refused, List.copyOf(failures));
  }

  private void fail(int port, int block) {
    tables.forget(port, block);
    if (failures.size() < FAILURES_NAMED) {
      failures.add(
          "block %d of the GUIDs of port %s cannot be read"
              .formatted(block, Guid.format(tables.fabric.portGuid(port))));
    }
  }
}
