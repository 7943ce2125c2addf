package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.RouteBook;
import java.util.Arrays;
import java.util.BitSet;
import java.util.PrimitiveIterator;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Reads blocks of forwarding tables back from the switches (IBA Vol 1, 14.2.5.10), and compares
 * them with what the switches should hold. Blocks of the subnet are counted switch by switch: block
 * {@code b} of switch {@code s} has the number {@code s * blocksPerSwitch + b}.
 */
public final class TableReading {
  private static final int BLOCK = ForwardingTables.BLOCK_ENTRIES;
  private static final int NONE = -1;

  /** Questions under way: a whole large subnet has more blocks than memory should hold requests. */
  private static final int OUTSTANDING_MAX = 256;

  /**
   * What was read.
   *
   * @param read blocks that were answered
   * @param unanswered blocks that were not
   * @param differing blocks that are not as they should be
   * @param switches that such blocks are of
   */
  public record Result(int read, int unanswered, int differing, BitSet switches) {}

  private final MadExchange exchange;
  private final TermKeys keys;
  private final Fabric fabric;
  private final RouteBook routes;
  private final ForwardingTables tables;
  private final CompletableFuture<Result> result = new CompletableFuture<>();

  // Questions are put by the caller while answers already arrive on the exchange's thread.
  private final Object lock = new Object();
  private PrimitiveIterator.OfInt blocks; // still to be asked for
  private int outstanding;
  private int read;
  private int unanswered;
  private int differing;
  private final BitSet switches = new BitSet();

  private TableReading(
      MadExchange exchange,
      TermKeys keys,
      Fabric fabric,
      RouteBook routes,
      ForwardingTables tables,
      IntStream blocks) {
    this.exchange = exchange;
    this.keys = keys;
    this.fabric = fabric;
    this.routes = routes;
    this.tables = tables;
    this.blocks = blocks.iterator();
  }

  /** The number of all blocks that the switches should hold. */
  public static int blockCount(Fabric fabric, ForwardingTables tables) {
    return fabric.switchCount() * tables.blockCount();
  }

  /**
   * A random choice of blocks, ascending; the same for the same seed.
   *
   * @param blockCount blocks there are
   * @param size how many to choose; all where there are no more
   */
  public static int[] sample(int blockCount, int size, long seed) {
    return size >= blockCount
        ? IntStream.range(0, blockCount).toArray()
        : new Random(seed).ints(0, blockCount).distinct().limit(size).sorted().toArray();
  }

  /**
   * Reads.
   *
   * @param keys with which switches may be read
   * @param tables what they should hold
   * @param blocks numbers of the blocks to read
   */
  public static CompletionStage<Result> run(
      MadExchange exchange,
      TermKeys keys,
      Fabric fabric,
      RouteBook routes,
      ForwardingTables tables,
      IntStream blocks) {
    TableReading reading = new TableReading(exchange, keys, fabric, routes, tables, blocks);
    reading.begin();
    return reading.result;
  }

  private void begin() {
    for (int slot = 0; slot < OUTSTANDING_MAX; slot++) {
      askNext();
    }
    finishIfDone();
  }

  /** Asks for the next block of a switch that can be reached, if there is one. */
  private void askNext() {
    for (int number = next(); number != NONE; number = next()) {
      int node = number / tables.blockCount();
      int block = number % tables.blockCount();
      DirectedRoute route = routes.toNode(node);
      if (route != null) {
        ask(route, node, block);
        return;
      }
      ended(node, block, null);
    }
  }

  private int next() {
    synchronized (lock) {
      if (!blocks.hasNext()) {
        return NONE;
      }
      outstanding++;
      return blocks.nextInt();
    }
  }

  private void ask(DirectedRoute route, int node, int block) {
    long key = keys.of(fabric.portGuid(fabric.port(node, 0)));
    exchange.request(
        MadRequest.of(
            MadPacket.directed(Smp.get(route, AttributeId.LINEAR_FORWARDING_TABLE, block, key)),
            fabric.nodeGuid(node)),
        outcome -> {
          switch (outcome) {
            case MadOutcome.Answered answered -> ended(node, block, Smp.data(answered.reply()));
            case MadOutcome.Rejected rejected -> giveUp(node, block);
            default -> ended(node, block, null);
          }
          askNext();
          finishIfDone();
        });
  }

  /** This port takes no requests any more. */
  private void giveUp(int node, int block) {
    synchronized (lock) {
      blocks = IntStream.empty().iterator();
      ended(node, block, null);
    }
  }

  /** Takes an answer in; {@code entries} is null where there is none. */
  private void ended(int node, int block, byte[] entries) {
    synchronized (lock) {
      outstanding--;
      if (entries == null) {
        unanswered++;
        return;
      }
      read++;
      int from = block * BLOCK;
      int count = Math.min(BLOCK, tables.maxLid() + 1 - from);
      if (!Arrays.equals(tables.row(node), from, from + count, entries, 0, count)) {
        differing++;
        switches.set(node);
      }
    }
  }

  private void finishIfDone() {
    synchronized (lock) {
      if (outstanding == 0 && !blocks.hasNext()) {
        result.complete(new Result(read, unanswered, differing, switches));
      }
    }
  }
}
