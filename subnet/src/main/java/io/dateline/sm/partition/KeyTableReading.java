package io.dateline.sm.partition;

import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads what is not known of P_Key tables: those of switch ports, and the blocks of end ports
 * behind the last one that discovery has read. Answers are put together on the exchange's thread.
 */
final class KeyTableReading {
  private static final int FAILURES_NAMED = 20;

  /**
   * What could not be read.
   *
   * @param ports of the fabric
   * @param sentences about the first of them
   */
  record Unread(BitSet ports, List<String> sentences) {}

  private final MadExchange exchange;
  private final KnownPKeys tables;
  private final List<String> failures = new ArrayList<>();
  private final BitSet unread = new BitSet();
  private final CompletableFuture<Unread> done = new CompletableFuture<>();
  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final AtomicInteger outstanding = new AtomicInteger(1); // 1 for the caller

  private KeyTableReading(MadExchange exchange, KnownPKeys tables) {
    this.exchange = exchange;
    this.tables = tables;
  }

  /**
   * Reads.
   *
   * @param isWhole whether blocks that are known are read, too
   * @return ports that did not answer; their tables are not known then
   */
  static CompletionStage<Unread> of(
      MadExchange exchange, KnownPKeys tables, List<Integer> ports, boolean isWhole) {
    KeyTableReading reading = new KeyTableReading(exchange, tables);
    for (int port : ports) {
      reading.read(port, isWhole);
    }
    reading.finishOne();
    return reading.done;
  }

  private void read(int port, boolean isWhole) {
    short[] known = tables.held(port);
    int begun = known == null || isWhole ? 0 : known.length;
    new Port(port, Arrays.copyOf(known == null ? new short[0] : known, tables.capacity(port)))
        .ask(begun / PKeyTable.ENTRIES);
  }

  private void finishOne() {
    if (outstanding.decrementAndGet() == 0) {
      done.complete(new Unread(unread, List.copyOf(failures)));
    }
  }

  /** A table whose blocks are asked for at once; it is known when all are there. */
  private final class Port {
    private final int port;
    private final short[] table;
    private int missing;

    Port(int port, short[] table) {
      this.port = port;
      this.table = table;
    }

    void ask(int first) {
      int blocks = Math.ceilDiv(table.length, PKeyTable.ENTRIES);
      missing = blocks - first;
      for (int block = first; block < blocks; block++) {
        int from = block * PKeyTable.ENTRIES;
        outstanding.incrementAndGet();
        exchange.request(
            MadRequest.of(
                MadPacket.directed(
                    Smp.get(
                        tables.route(port),
                        AttributeId.P_KEY_TABLE,
                        tables.modifier(port, block),
                        tables.mKey(port))),
                tables.nodeGuid(port)),
            outcome -> take(from, outcome));
      }
    }

    private void take(int from, MadOutcome outcome) {
      if (outcome instanceof MadOutcome.Answered answered) {
        PKeyTable block = PKeyTable.of(Smp.data(answered.reply()));
        for (int i = from; i < Math.min(table.length, from + PKeyTable.ENTRIES); i++) {
          table[i] = (short) block.pKeyBlock(i - from);
        }
        missing--;
        if (missing == 0) {
          tables.learn(port, table);
        }
      } else {
        fail();
      }
      finishOne();
    }

    private void fail() {
      boolean isNew = !unread.get(port);
      unread.set(port);
      if (isNew && failures.size() < FAILURES_NAMED) {
        failures.add(
            "the P_Key table of port %d at %s cannot be read"
                .formatted(tables.fabric.portNumber(port), Guid.format(tables.nodeGuid(port))));
      }
    }
  }
}
