package io.dateline.sm.simulation;

import com.typesafe.config.Config;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortState;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.partition.PartitionMembers;
import io.dateline.sm.state.SubnetState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Partitions that an operator changes all the time, by file and at run time, and the rule that they
 * are there for: two hosts whose tables let them talk may do so by some of the partitions that the
 * journal has had since tables were last as they should be. It is judged from the tables alone.
 */
final class PartitionFaults {
  private static final int KEYS = 2;
  private static final Path FOLDER = Path.of("target", "simulation");

  private final World world;
  private final Random random;
  private final SimulatedFabric fabric;
  private final Supplier<SubnetState> journal;
  private final Path file;
  private final String engine;
  private final int[] hosts;
  private final List<PartitionBook> allowed = new ArrayList<>(); // the last one counts
  private String broken = "";

  /**
   * With a first file.
   *
   * @param journal what it has
   */
  PartitionFaults(
      World world,
      SimulatedFabric fabric,
      Supplier<SubnetState> journal,
      String engine,
      long seed) {
    this.world = world;
    random = world.random();
    this.fabric = fabric;
    this.journal = journal;
    this.engine = engine;
    hosts = Adapters.ports(fabric.fabric());
    file = FOLDER.resolve("partitions-%d.conf".formatted(seed));
    allowed.add(PartitionBook.EMPTY);
    write(drawn());
  }

  Config config() {
    return Settings.config(engine, "5s", file.toString());
  }

  SubnetSettings settings() {
    return SubnetSettings.of(config());
  }

  /** The first rule that was broken, or an empty string. */
  String broken() {
    return broken;
  }

  private void write(String text) {
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void end() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String drawn() {
    StringBuilder text = new StringBuilder("Default=0x7fff,ipoib:ALL=full;\n");
    for (int key = 1; key <= KEYS; key++) {
      StringBuilder members = new StringBuilder();
      for (int host : hosts) {
        if (random.nextInt(3) == 0) {
          members
              .append(members.isEmpty() ? "" : ",")
              .append(Guid.format(fabric.fabric().portGuid(host)))
              .append(random.nextBoolean() ? "=full" : "=limited");
        }
      }
      if (!members.isEmpty()) {
        text.append("p%d=0x%x:%s;%n".formatted(key, key, members));
      }
    }
    return text.toString();
  }

  /** The operator writes another file, or breaks it, and has the node read it. */
  void edit(SimulatedNode node) {
    boolean isBroken = random.nextInt(5) == 0;
    write(isBroken ? "Default=0x7fff:ALL=full\nbroken=1:0x1;" : drawn());
    world.note("another partition file%s", isBroken ? ", a broken one" : "");
    node.reload(config());
    if (isBroken) {
      write(drawn()); // the next node that starts reads a good one
    }
  }

  /** The operator gives a host to a partition, or takes one back. */
  void order(SimulatedNode node) {
    int key = 1 + random.nextInt(KEYS);
    long guid = fabric.fabric().portGuid(hosts[random.nextInt(hosts.length)]);
    byte membership = (byte) random.nextInt(3);
    node.partition(
        new RunTimePartition(
            key, "", new long[] {guid}, new byte[] {membership}, Optional.empty()));
  }

  /** The fabric has answered a Set. */
  void onSet(Mad set) {
    if (set.attributeId() == AttributeId.P_KEY_TABLE) {
      judge();
    }
  }

  private void judge() {
    PartitionBook now = journal.get().partitions();
    if (!now.equals(allowed.getLast())) {
      allowed.add(now);
    }
    List<PartitionMembers> members = allowed.stream().map(this::members).toList();
    int[] island = islands();
    boolean isSettled = true;
    int[] active =
        IntStream.of(hosts).filter(host -> fabric.portState(host) == PortState.ACTIVE).toArray();
    for (int a : active) {
      isSettled &= keys(fabric.pKeys(a)).equals(keys(members.getLast().keys(a)));
      for (int b : active) {
        for (int key = 1; a < b && key <= KEYS; key++) {
          if (island[a] == island[b]) {
            checkPair(a, b, key, members);
          }
        }
      }
    }
    if (isSettled) {
      allowed.clear();
      allowed.add(now);
    }
  }

  /** By port: equal numbers where Active links join them. */
  private int[] islands() {
    Fabric known = fabric.fabric();
    int[] island = new int[known.portCount()];
    for (int first = 0; first < island.length; first++) {
      Deque<Integer> reached = new ArrayDeque<>();
      if (island[first] == 0) {
        reached.add(first);
      }
      while (!reached.isEmpty()) {
        int port = reached.poll();
        if (island[port] != 0) {
          continue;
        }
        island[port] = first + 1;
        int peer = fabric.peer(port);
        if (peer != Fabric.NONE && fabric.portState(port) == PortState.ACTIVE) {
          reached.add(peer);
        }
        int node = known.nodeOf(port);
        for (int number = 0;
            known.isSwitch(node) && number <= known.externalPortCount(node);
            number++) {
          reached.add(known.port(node, number));
        }
      }
    }
    return island;
  }

  private void checkPair(int a, int b, int key, List<PartitionMembers> members) {
    if (talk(fabric.pKeys(a), fabric.pKeys(b), key)
        && members.stream().noneMatch(one -> talk(one.keys(a), one.keys(b), key))
        && broken.isEmpty()) {
      broken =
          "ports %d and %d talk in partition %d, which no partitions allow".formatted(a, b, key);
    }
  }

  private PartitionMembers members(PartitionBook book) {
    return PartitionMembers.of(book.inForce(), fabric.fabric(), guid -> false, false);
  }

  /** Why tables are not yet as the journal has them; empty where they are. */
  String notWell() {
    PartitionMembers wanted = members(journal.get().partitions());
    Fabric known = fabric.fabric();
    for (int host : hosts) {
      Set<Short> keys = keys(wanted.keys(host));
      if (!keys(fabric.pKeys(host)).equals(keys)) {
        return "port %d holds P_Keys %s, not %s".formatted(host, keys(fabric.pKeys(host)), keys);
      }
      int facing = known.peer(host);
      if (!keys(fabric.pKeys(facing)).equals(keys)
          || !fabric.portInfo(facing).partitionEnforcementInbound()) {
        return "switch port %d does not check for %s".formatted(facing, keys);
      }
      if (fabric.portState(host) != PortState.ACTIVE) {
        return "port %d is not active".formatted(host);
      }
    }
    return "";
  }

  private static Set<Short> keys(short[] table) {
    Set<Short> keys = new HashSet<>();
    for (short key : table) {
      if (key != 0) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static boolean talk(short[] a, short[] b, int key) {
    Set<Short> one = keys(a);
    Set<Short> other = keys(b);
    short limited = (short) key;
    short full = (short) (0x8000 | key);
    return (one.contains(full) || other.contains(full))
        && (one.contains(full) || one.contains(limited))
        && (other.contains(full) || other.contains(limited));
  }
}
