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
  /**
   * How a run ended.
   *
   * @param sent Sets in both rounds
   * @param failed of them, and tables that could not be read
   * @param errors sentences about the first of them, and about keys that ports lack for that or
   *     because a table is full
   * @param told switch ports, by port of the fabric, that hold just the keys of the port they face
   * @param unchecked switch ports that have no room for these
   * @param strange end ports that hold a key that they are not to have, or may do so
   */
  public record Result(
      int sent, int failed, List<String> errors, BitSet told, BitSet unchecked, BitSet strange) {
    /** Of a run that ended with something unexpected. */
    public static Result failure(Throwable failure) {
      return new Result(
          0, 1, List.of("unexpected: " + failure), new BitSet(), new BitSet(), new BitSet());
    }
  }

  private final MadExchange exchange;
  private final KnownPKeys tables;
  private final KeyRules rules;
  private final List<Integer> ports = new ArrayList<>(); // with a way to them
  private final short[][] wanted; // by port, null where the port is none of ours to tell
  private final List<String> errors = new ArrayList<>();
  private final Set<Integer> kept = new HashSet<>(); // bases of keys that a port did not give up
  private final BitSet unchecked = new BitSet(); // switch ports that are too small
  private final BitSet strange = new BitSet(); // end ports
  private final short[][] expected; // by port: what it is to answer
  private boolean isAnyKeyKept; // by a port whose table is not known
  private int sent;
  private int failed;

  private PartitionRun(MadExchange exchange, KnownPKeys tables, KeyRules rules) {
    this.exchange = exchange;
    this.tables = tables;
    this.rules = rules;
    wanted = new short[tables.fabric.portCount()][];
    expected = new short[tables.fabric.portCount()][];
    kept.addAll(rules.keptElsewhere());
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
          unchecked.set(facing);
        }
      }
    }
  }

  private void tellUnchecked() {
    if (!unchecked.isEmpty()) {
      int first = unchecked.nextSetBit(0);
      errors.add(
          "%d switch ports have no room for the P_Keys of the port they face, and do not check them; the first is port %d of %s, with room for %d"
              .formatted(
                  unchecked.cardinality(),
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

  private CompletionStage<PortSets.Result> giveUp(KeyTableReading.Unread unread) {
    failed += unread.ports().cardinality();
    errors.addAll(unread.sentences());
    unread.ports().stream().filter(port -> !tables.isExternal(port)).forEach(this::suspect);
    ports.removeIf(port -> unread.ports().get(port));
    PortSets sets = new PortSets();
    for (int port : ports) {
      short[] held = tables.held(port);
      expected[port] = Arrays.copyOf(PKeyTables.without(held, wanted[port]), held.length);
      tables.addSets(sets, port, expected[port]);
    }
    return sets.send(exchange);
  }

  /** The table of an adapter or router is not known: it may hold any key. */
  private void suspect(int port) {
    if (!tables.fabric.isSwitch(tables.fabric.nodeOf(port))) {
      strange.set(port);
      isAnyKeyKept = true;
    }
  }

  /** Which keys end ports hold, by what they have answered, that they were to give up. */
  private void findKept() {
    for (int port : ports) {
      short[] held = tables.held(port);
      for (int i = 0; !tables.isExternal(port) && i < held.length; i++) {
        if (held[i] != expected[port][i] && (held[i] & Partition.DEFAULT_KEY) != 0) {
          kept.add(held[i] & Partition.DEFAULT_KEY);
          strange.set(port);
        }
      }
    }
  }

  private CompletionStage<PortSets.Result> give(PortSets.Result first) {
    take(first);
    findKept();
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
      expected[port] = Arrays.copyOf(next.table(), held.length);
      tables.addSets(sets, port, expected[port]);
    }
    return sets.send(exchange);
  }

  /** Those of the wanted keys that no port has kept against the rules, or that are held already. */
  private short[] withoutKept(short[] keys, short[] held) {
    if (kept.isEmpty() && !isAnyKeyKept) {
      return keys;
    }
    short[] allowed = new short[keys.length];
    int count = 0;
    for (short key : keys) {
      boolean isFree = !isAnyKeyKept && !kept.contains(key & Partition.DEFAULT_KEY);
      if (isFree || holds(held, key)) {
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

  private void take(PortSets.Result round) {
    sent += round.sent();
    failed += round.failed();
    errors.addAll(round.failures());
  }

  private Result result(PortSets.Result second) {
    take(second);
    findDisobedient();
    if (isAnyKeyKept) {
      errors.add(
          "%d ports may hold any P_Key, for their tables cannot be read: no port gets a new key before they can, the first with GUID %s"
              .formatted(
                  strange.cardinality(),
                  Guid.format(tables.fabric.portGuid(strange.nextSetBit(0)))));
    }
    kept.forEach(
        base ->
            errors.add(
                "a port did not give up P_Key 0x%04x: no other port gets it before it does"
                    .formatted(base | Partition.FULL_BIT)));
    BitSet told = new BitSet();
    for (int port : ports) {
      if (tables.isExternal(port) && isTold(port)) {
        told.set(port);
      }
    }
    return new Result(sent, failed, List.copyOf(errors), told, unchecked, strange);
  }

  /** Ports that have answered with another table than they were told. */
  private void findDisobedient() {
    int others = 0;
    for (int port : ports) {
      if (!Arrays.equals(tables.held(port), expected[port])) {
        others++;
        strange.set(port, strange.get(port) || !tables.isExternal(port));
      }
    }
    if (others > failed) {
      errors.add("%d ports hold other P_Keys than they were told".formatted(others));
      failed = others;
    }
  }

  private boolean isTold(int port) {
    Set<Short> held = new HashSet<>();
    for (short key : tables.held(port)) {
      if ((key & Partition.DEFAULT_KEY) != 0) {
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
