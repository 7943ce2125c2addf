package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PKeyTable;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.RouteBook;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** P_Keys of a simulated torus of nine switches with a host each. */
class PartitionRunTest {
  private static final ExchangeSettings HASTY = ExchangeSettings.DEFAULT.withPatience(100, 3);

  private final Fabric wired = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(wired));
  private final List<Mad> sets = new CopyOnWriteArrayList<>(); // of P_Key tables, as they were sent
  private IntSet kept = IntSet.of(); // by ports that are not found
  private Predicate<Mad> isLost = mad -> false;
  private Predicate<Mad> isAnswerLost = mad -> false;
  private Predicate<Mad> isIgnored = mad -> false; // the port answers a Set with what it holds
  private final MadExchange exchange =
      Transactor.open(new Tapped(simulator.attach(wired.port(wired.switchCount(), 1))), HASTY);
  private final Discovered found = now(Discovery.run(exchange, DiscoveryKeys.NONE));
  private final Fabric fabric = found.fabric();

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  /** The own port; what is sent through it is seen, and may be lost. */
  private final class Tapped implements MadTransport {
    private final MadTransport inner;

    Tapped(MadTransport inner) {
      this.inner = inner;
    }

    @Override
    public PortIdentity port() {
      return inner.port();
    }

    @Override
    public void start(Consumer<MadPacket> receiver) {
      inner.start(
          packet -> {
            if (!isAnswerLost.test(packet.mad())) {
              receiver.accept(packet);
            }
          });
    }

    @Override
    public void send(MadPacket packet) {
      Mad mad = packet.mad();
      if (mad.attributeId() == AttributeId.P_KEY_TABLE && mad.method() == Mad.SET) {
        sets.add(mad.copy());
      }
      if (isIgnored.test(mad)) {
        inner.send(MadPacket.directed(mad.copy().method(Mad.GET)));
      } else if (!isLost.test(mad)) {
        inner.send(packet);
      }
    }

    @Override
    public void setSubnetManager(boolean isSm) {
      inner.setSubnetManager(isSm);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private static <T> T now(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Partitions partitions(String... definitions) {
    return PartitionFile.read(String.join("\n", definitions)).partitions();
  }

  private PartitionMembers members(Partitions partitions) {
    long own = fabric.portGuid(found.localPort());
    return PartitionMembers.of(partitions, fabric, guid -> guid == own, false);
  }

  private PartitionRun.Result run(Partitions partitions) {
    return run(partitions, false);
  }

  private PartitionRun.Result run(Partitions partitions, boolean isDoubted) {
    return now(
        PartitionRun.of(
            exchange,
            fabric,
            found.attributes(),
            new RouteBook(fabric, found.localPort()),
            TermKeys.NONE,
            new KeyRules(members(partitions), true, true, isDoubted, kept)));
  }

  private String host(int index) {
    return Guid.format(fabric.portGuid(port(index)));
  }

  /** The port of a host; the own one is the first. */
  private int port(int index) {
    int[] hosts =
        Arrays.stream(fabric.endPorts())
            .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
            .filter(port -> port != found.localPort())
            .toArray();
    return index == 0 ? found.localPort() : hosts[index - 1];
  }

  private static List<String> words(short[] table) {
    List<String> words = new ArrayList<>();
    for (short key : table) {
      words.add("%04x".formatted(key));
    }
    return words.subList(0, words.lastIndexOf(lastKey(words)) + 1);
  }

  private static String lastKey(List<String> words) {
    return words.reversed().stream().filter(word -> !word.equals("0000")).findFirst().orElse("");
  }

  private List<String> held(int port) {
    return words(found.attributes().pKeys()[port]);
  }

  @Test
  void shouldTellEndPortsAndTheSwitchPortsThatFaceThem() {
    PartitionRun.Result result =
        run(
            partitions(
                "Default=0x7fff:ALL=limited,SELF=full;",
                "Storage=0x10:%s=full,%s=limited;".formatted(host(1), host(2))));

    assertThat(result.errors()).isEmpty();
    assertThat(held(port(0))).containsExactly("ffff");
    assertThat(held(port(1))).containsExactly("7fff", "8010");
    assertThat(held(port(2))).containsExactly("7fff", "0010");
    assertThat(held(port(3))).containsExactly("7fff");
    assertThat(held(fabric.peer(port(1)))).containsExactlyInAnyOrder("7fff", "8010");
    assertThat(result.told().get(fabric.peer(port(1)))).isTrue();
    assertThat(now(Discovery.run(exchange, DiscoveryKeys.NONE)).attributes().pKeys()[port(2)])
        .startsWith(0x7FFF, 0x10);
  }

  @Test
  void shouldSendNothingThatPortsHold() {
    Partitions some = partitions("Default=0x7fff:ALL=full;", "a=0x1:%s=full;".formatted(host(1)));
    assertThat(run(some).sent()).isEqualTo(2); // the host, and the switch port

    assertThat(run(some).sent()).isZero();
    assertThat(
            run(partitions(
                    "Default=0x7fff:ALL=full;",
                    "a=0x1:%s=full,%s=full;".formatted(host(1), host(2))))
                .sent())
        .isEqualTo(2);
  }

  @Test
  void shouldKeepTheIndexOfAKeyThatStays() {
    run(partitions("Default=0x7fff:ALL=full;", "a=1:ALL=full;", "b=2:ALL=full;"));
    List<String> before = held(port(1));
    String second = before.get(2);

    run(partitions("Default=0x7fff:ALL=full;", "b=2:ALL=full;", "a=1:ALL=full;", "c=3:ALL=full;"));
    assertThat(held(port(1)).subList(0, 3)).isEqualTo(before);
    run(
        partitions(
            "Default=0x7fff:ALL=full;",
            "x=%s:ALL=full;".formatted("0x" + second.substring(1)),
            "c=3:ALL=full;"));
    assertThat(held(port(1)).get(2)).isEqualTo(second);
  }

  /** A host that has left a partition without knowing it would talk to those that come in. */
  @Test
  void shouldGiveNoKeyAwayThatAPortHasNotGivenUp() {
    String all = "Default=0x7fff:ALL=full;";
    run(partitions(all, "a=0x1:%s=full;".formatted(host(1))));
    long silent = fabric.portGuid(port(1));
    isLost =
        mad ->
            mad.method() == Mad.SET
                && mad.attributeId() == AttributeId.P_KEY_TABLE
                && destination(mad) == port(1);

    PartitionRun.Result result =
        run(
            partitions(
                all, "a=0x1:%s=full;".formatted(host(2)), "b=0x2:%s=full;".formatted(host(3))));

    assertThat(result.errors()).anyMatch(error -> error.contains("did not give up P_Key 0x8001"));
    assertThat(held(port(2))).containsExactly("ffff");
    assertThat(held(port(3))).containsExactly("ffff", "8002");
    isLost = mad -> false;
    assertThat(run(partitions(all, "a=0x1:%s=full;".formatted(host(2)))).errors()).isEmpty();
    assertThat(held(port(2))).containsExactly("ffff", "8001");
    assertThat(silent).isNotZero();
  }

  private boolean isTableOf(Mad mad, int port) {
    return mad.attributeId() == AttributeId.P_KEY_TABLE && destination(mad) == port;
  }

  private Partitions ofHost(int host) {
    return partitions("Default=0x7fff:ALL=full;", "a=0x1:%s=full;".formatted(host(host)));
  }

  @Test
  void shouldGiveNoNewKeyWhileATableCannotBeRead() {
    run(ofHost(1));
    isLost = mad -> isTableOf(mad, port(1));
    PartitionRun.Result result = run(ofHost(2), true);

    assertThat(result.errors()).anyMatch(error -> error.contains("may hold any P_Key"));
    assertThat(result.strange().get(port(1))).isTrue();
    assertThat(held(port(2))).containsExactly("ffff");
  }

  /** What was not answered may have been done. */
  @Test
  void shouldFindAKeyThatWasGivenAndNotAnswered() {
    run(partitions("Default=0x7fff:ALL=full;"));
    isAnswerLost = mad -> isTableOf(mad, port(1));
    assertThat(run(ofHost(1)).failed()).isPositive();
    isAnswerLost = mad -> false;

    assertThat(run(ofHost(2), true).errors()).isEmpty();
    assertThat(simulator.call(now -> now.pKeys(port(1)))[1]).isZero();
    assertThat(held(port(2))).containsExactly("ffff", "8001");
  }

  @Test
  void shouldGiveNoKeyThatAPortKeepsWhichIsNotFound() {
    kept = IntSet.of(1);
    assertThat(run(ofHost(2)).errors()).anyMatch(error -> error.contains("0x8001"));
    assertThat(held(port(2))).containsExactly("ffff");
  }

  @Test
  void shouldNoticeAPortThatAnswersAndKeepsItsKey() {
    run(ofHost(1));
    isIgnored = mad -> mad.method() == Mad.SET && isTableOf(mad, port(1));
    PartitionRun.Result result = run(ofHost(2));

    assertThat(result.failed()).isPositive();
    assertThat(result.strange().get(port(1))).isTrue();
    assertThat(held(port(2))).containsExactly("ffff");
  }

  /** The end port at which a directed route ends, or the switch port that a modifier names. */
  private int destination(Mad mad) {
    int at = found.localPort();
    for (int hop = 1; hop <= mad.hopCount(); hop++) {
      int node = fabric.nodeOf(at);
      at = fabric.peer(fabric.port(node, mad.initialPath(hop)));
    }
    int node = fabric.nodeOf(at);
    return fabric.isSwitch(node) ? fabric.port(node, mad.attributeModifier() >>> 16) : at;
  }

  /** Whatever is sent, at every moment, from one file to the next. */
  @Test
  void shouldLetNoPairTalkThatMayNeitherBeforeNorAfter() {
    long seed = Long.getLong("partitions.seed", new Random().nextLong());
    System.out.println("partitions: -Dpartitions.seed=" + seed);
    Random random = new Random(seed);
    run(drawn(random));
    for (int round = 0; round < 30; round++) {
      short[][] before = tables();
      Partitions next = drawn(random);
      PartitionMembers wanted = members(next);
      sets.clear();
      assertThat(run(next).errors()).isEmpty();

      short[][] at = tables(before);
      for (Mad set : sets) {
        apply(at, set);
        assertNoStrangersTalk(at, before, wanted);
      }
      for (int port : hosts()) {
        assertThat(words(at[port])).isEqualTo(held(port));
        assertThat(keys(at[port])).isEqualTo(keys(wanted.keys(port)));
      }
    }
  }

  private int[] hosts() {
    int[] ports = new int[9];
    Arrays.setAll(ports, this::port);
    return ports;
  }

  private Partitions drawn(Random random) {
    List<String> lines = new ArrayList<>(List.of("Default=0x7fff:ALL=limited,SELF=full;"));
    for (int key = 1; key <= 4; key++) {
      List<String> members = new ArrayList<>();
      for (int host = 0; host < 9; host++) {
        if (random.nextInt(3) == 0) {
          members.add(host(host) + (random.nextBoolean() ? "=full" : "=limited"));
        }
      }
      if (!members.isEmpty()) {
        lines.add("p%d=%d:%s;".formatted(key, key, String.join(",", members)));
      }
    }
    return partitions(lines.toArray(String[]::new));
  }

  private short[][] tables() {
    return tables(found.attributes().pKeys());
  }

  private static short[][] tables(short[][] from) {
    short[][] copy = new short[from.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = from[i] == null ? null : from[i].clone();
    }
    return copy;
  }

  private void apply(short[][] tables, Mad set) {
    int port = destination(set);
    PKeyTable block = PKeyTable.of(Smp.data(set));
    int from = (set.attributeModifier() & 0xFFFF) * PKeyTable.ENTRIES;
    for (int i = from; i < Math.min(tables[port].length, from + PKeyTable.ENTRIES); i++) {
      tables[port][i] = (short) block.pKeyBlock(i - from);
    }
  }

  private void assertNoStrangersTalk(short[][] now, short[][] before, PartitionMembers wanted) {
    for (int a : hosts()) {
      for (int b : hosts()) {
        for (int base = 1; a != b && base <= 4; base++) {
          if (talk(now[a], now[b], base)) {
            assertThat(
                    talk(before[a], before[b], base) || talk(wanted.keys(a), wanted.keys(b), base))
                .as("%s and %s in partition %d", words(now[a]), words(now[b]), base)
                .isTrue();
          }
        }
      }
    }
  }

  private static boolean talk(short[] a, short[] b, int base) {
    short full = (short) (0x8000 | base);
    boolean isFull = contains(a, full) || contains(b, full);
    return isFull
        && (contains(a, full) || contains(a, (short) base))
        && (contains(b, full) || contains(b, (short) base));
  }

  private static boolean contains(short[] table, short key) {
    for (short held : table) {
      if (held == key) {
        return true;
      }
    }
    return false;
  }

  private static List<String> keys(short[] table) {
    return words(table).stream().filter(word -> !word.equals("0000")).sorted().toList();
  }
}
