package io.dateline.sm.partition;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.transport.MadExchange;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Brings the P_Key tables of a fabric's ports to what its partitions want. What is not known is
 * read. Then ports are told in two rounds, and only blocks that differ are sent:
 *
 * <pre>
 *   1. every port gives up the keys that it is not to have any more
 *   2. when all have done so, ports get the keys that are new to them
 * </pre>
 *
 * <p>So two ports that share a key at some moment share it in the old partitions or in the new
 * ones. Where a port does not give up a key, no other port gets that key in the second round: the
 * next run tries again. Counters belong to the exchange's thread.
 */
public final class PartitionRun {
  private static final int BASE_MASK = 0x7FFF;
  private static final int FULL = 0x8000;

  /**
   * How a run ended.
   *
   * @param sent Sets in both rounds
   * @param failed of them, and tables that could not be read
   * @param errors sentences about the first of them, and about keys that ports lack for that or
   *     because a table is full
   * @param told switch ports, by port of the fabric, that hold just the keys of the port they face
   */
  public record Result(int sent, int failed, List<String> errors, BitSet told) {
    /** Of a run that ended with something unexpected. */
    public static Result failure(Throwable failure) {
      return new Result(0, 1, List.of("unexpected: " + failure), new BitSet());
    }
  }

  private final MadExchange exchange;
  private final KnownPKeys tables;
  private final KeyRules rules;
  private final List<Integer> ports = new ArrayList<>(); // with a way to them
  private final short[][] wanted; // by port, null where the port is none of ours to tell
  private final List<String> errors = new ArrayList<>();
  private final Set<Integer> kept = new HashSet<>(); // bases of keys that a port did not give up
  private final List<Integer> unchecked = new ArrayList<>(); // switch ports that are too small
  private int sent;
  private int failed;

  private PartitionRun(MadExchange exchange, KnownPKeys tables, KeyRules rules) {
    this.exchange = exchange;
    this.tables = tables;
    this.rules = rules;
    wanted = new short[tables.fabric.portCount()][];
  }

  /**
   * Begins a run.
   *
   * @param attributes of the fabric; what ports say and acknowledge is written into them
   * @param mKeys that ports take Sets with
   */
  public static CompletionStage<Result> of(
      MadExchange exchange,
      Fabric fabric,
      Attributes attributes,
      RouteBook routes,
      TermKeys mKeys,
      KeyRules rules) {
    KnownPKeys tables = new KnownPKeys(fabric, attributes, routes, mKeys);
    PartitionRun run = new PartitionRun(exchange, tables, rules);
    run.choosePorts();
    run.tellUnchecked();
    return KeyTableReading.of(exchange, tables, run.unread(), rules.isDoubted())
        .thenCompose(run::giveUp)
        .thenCompose(run::give)
        .thenApply(run::result);
  }

  private void choosePorts() {
    for (int port : tables.fabric.endPorts()) {
      if (tables.route(port) == null) {
        continue;
      }
      short[] keys = rules.members().keys(port);
      choose(port, keys);
      int facing = tables.facing(port);
      if (facing != Fabric.NONE && rules.isEnforced()) {
        short[] atSwitch = PKeyTables.atSwitch(keys);
        if (atSwitch.length <= tables.capacity(facing)) {
          choose(facing, atSwitch);
        } else {
          unchecked.add(facing);
        }
      }
    }
  }

  private void tellUnchecked() {
    if (!unchecked.isEmpty()) {
      int first = unchecked.getFirst();
      errors.add(
          "%d switch ports have no room for the P_Keys of the port they face, and do not check them; the first is port %d of %s, with room for %d"
              .formatted(
                  unchecked.size(),
                  tables.fabric.portNumber(first),
                  Guid.format(tables.nodeGuid(first)),
                  tables.capacity(first)));
    }
  }

  private void choose(int port, short[] keys) {
    ports.add(port);
    wanted[port] = keys;
  }

  private List<Integer> unread() {
    return ports.stream().filter(port -> rules.isDoubted() || !tables.isKnown(port)).toList();
  }

  private CompletionStage<PortSets.Result> giveUp(List<String> unread) {
    failed += unread.size();
    errors.addAll(unread);
    ports.removeIf(port -> tables.held(port) == null);
    PortSets sets = new PortSets();
    for (int port : ports) {
      short[] held = tables.held(port);
      short[] less = Arrays.copyOf(PKeyTables.without(held, wanted[port]), held.length);
      tables.addSets(sets, port, less, () -> keep(tables.held(port), less));
    }
    return send(sets);
  }

  /** The keys of a table that another one is without. */
  private void keep(short[] held, short[] less) {
    for (int i = 0; i < held.length; i++) {
      if (held[i] != less[i]) {
        kept.add(held[i] & BASE_MASK);
      }
    }
  }

  private CompletionStage<PortSets.Result> give(PortSets.Result first) {
    take(first);
    PortSets sets = new PortSets();
    for (int port : ports) {
      short[] held = tables.held(port);
      PKeyTables.Planned next =
          PKeyTables.next(
              held,
              withoutKept(wanted[port], held),
              rules.members().index0Key(port),
              tables.capacity(port),
              rules.keepsIndexes());
      if (!next.missing().isEmpty()) {
        errors.add(
            "port %s has no room for %d P_Keys, the first of them 0x%04x"
                .formatted(
                    Guid.format(tables.nodeGuid(port)),
                    next.missing().size(),
                    next.missing().getFirst()));
      }
      tables.addSets(sets, port, next.table(), () -> {});
    }
    return send(sets);
  }

  /** Those of the wanted keys that no port has kept against the rules, or that are held already. */
  private short[] withoutKept(short[] keys, short[] held) {
    if (kept.isEmpty()) {
      return keys;
    }
    short[] allowed = new short[keys.length];
    int count = 0;
    for (short key : keys) {
      if (!kept.contains(key & BASE_MASK) || holds(held, key)) {
        allowed[count++] = key;
      }
    }
    return Arrays.copyOf(allowed, count);
  }

  private static boolean holds(short[] table, short key) {
    for (short held : table) {
      if (held == key) {
        return true;
      }
    }
    return false;
  }

  private CompletionStage<PortSets.Result> send(PortSets sets) {
    return sets.size() == 0
        ? CompletableFuture.completedStage(new PortSets.Result(0, 0, List.of()))
        : sets.send(exchange);
  }

  private void take(PortSets.Result round) {
    sent += round.sent();
    failed += round.failed();
    errors.addAll(round.failures());
  }

  private Result result(PortSets.Result second) {
    take(second);
    kept.forEach(
        base ->
            errors.add(
                "a port did not give up P_Key 0x%04x: no other port gets it before it does"
                    .formatted(base | FULL)));
    BitSet told = new BitSet();
    for (int port : ports) {
      if (tables.isExternal(port) && isTold(port)) {
        told.set(port);
      }
    }
    return new Result(sent, failed, List.copyOf(errors), told);
  }

  private boolean isTold(int port) {
    Set<Short> held = new HashSet<>();
    for (short key : tables.held(port)) {
      if ((key & BASE_MASK) != 0) {
        held.add(key);
      }
    }
    Set<Short> keys = new HashSet<>();
    for (short key : wanted[port]) {
      keys.add(key);
    }
    return held.equals(keys);
  }
}
