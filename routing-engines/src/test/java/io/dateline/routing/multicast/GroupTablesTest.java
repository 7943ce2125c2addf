package io.dateline.routing.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastTables;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.judge.Bench;
import io.dateline.fabric.judge.GroupJudge;
import io.dateline.fabric.judge.RandomBench;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class GroupTablesTest {
  private static final int MLID = 0xC000;

  private static int[] room(Fabric fabric, int entries) {
    int[] room = new int[fabric.switchCount()];
    Arrays.fill(room, entries);
    return room;
  }

  private static HopTrees trees(Fabric fabric) {
    return new HopTrees(fabric, room(fabric, 64));
  }

  private static GroupTables tables(Bench bench, List<MulticastMembers> groups) {
    return GroupTables.of(
        bench.fabric(),
        bench.routing(SlToVl.IDENTITY, PathSl.ZERO),
        trees(bench.fabric()),
        groups,
        room(bench.fabric(), 64));
  }

  /** Whoever cables join to the first member's switch is served, and nobody twice. */
  @Property(tries = 300)
  void shouldReachEveryMemberOnceFromEveryOther(@ForAll long seed) {
    Random random = new Random(seed);
    Bench bench = RandomBench.of(random, 0);
    Fabric fabric = bench.fabric();
    List<MulticastMembers> groups = new ArrayList<>();
    for (int mlid = MLID; mlid < MLID + 40; mlid++) {
      groups.add(randomGroup(fabric, mlid, random));
    }
    MulticastTables tables = tables(bench, groups).tables();
    for (MulticastMembers group : groups) {
      MulticastMembers served = joined(fabric, group);
      assertThat(GroupJudge.problems(fabric, tables, List.of(served), 1)).isEmpty();
      for (int sender : served.ports()) {
        List<Integer> expected = new ArrayList<>(served.receivers().stream().boxed().toList());
        expected.remove(Integer.valueOf(sender));
        if (served.hasPackets()) {
          assertThat(arrivals(fabric, tables, sender, group.mlid()))
              .containsExactlyInAnyOrderElementsOf(expected);
        }
      }
    }
  }

  private static MulticastMembers randomGroup(Fabric fabric, int mlid, Random random) {
    BitSet receivers = new BitSet();
    int[] ports =
        Arrays.stream(fabric.endPorts())
            .filter(port -> random.nextInt(3) > 0)
            .peek(port -> receivers.set(port, random.nextInt(4) > 0))
            .toArray();
    return new MulticastMembers(mlid, ports, receivers);
  }

  /** Without those that cables do not join to the group's first switch. */
  private static MulticastMembers joined(Fabric fabric, MulticastMembers group) {
    int[] atSwitch =
        Arrays.stream(group.ports()).filter(port -> fabric.switchAt(port) != Fabric.NONE).toArray();
    BitSet near = new BitSet();
    int first = Arrays.stream(atSwitch).map(fabric::switchAt).min().orElse(Fabric.NONE);
    ArrayDeque<Integer> open = new ArrayDeque<>();
    if (first != Fabric.NONE) {
      open.add(first);
    }
    while (!open.isEmpty()) {
      int node = open.remove();
      if (!near.get(node)) {
        near.set(node);
        for (int number = 1; number <= fabric.externalPortCount(node); number++) {
          int peer = fabric.peer(fabric.port(node, number));
          if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
            open.add(fabric.nodeOf(peer));
          }
        }
      }
    }
    int[] ports = Arrays.stream(atSwitch).filter(port -> near.get(fabric.switchAt(port))).toArray();
    BitSet receivers = new BitSet();
    Arrays.stream(ports).forEach(port -> receivers.set(port, group.receivers().get(port)));
    return new MulticastMembers(group.mlid(), ports, receivers);
  }

  /** What a packet does, hop by hop: the end ports that it comes to, as often as it does. */
  private static List<Integer> arrivals(
      Fabric fabric, MulticastTables tables, int sender, int mlid) {
    List<Integer> arrivals = new ArrayList<>();
    ArrayDeque<Integer> open = new ArrayDeque<>(); // ports that copies come in by
    boolean isSwitch = fabric.isSwitch(fabric.nodeOf(sender));
    open.add(isSwitch ? sender : fabric.peer(sender));
    for (int steps = 0; !open.isEmpty(); steps++) {
      assertThat(steps).as("copies").isLessThan(1000);
      int in = open.remove();
      int node = fabric.nodeOf(in);
      BitSet numbers = tables.row(node).ports(mlid);
      numbers.clear(fabric.portNumber(in));
      for (int number : numbers.stream().toArray()) {
        int out = fabric.port(node, number);
        int to = number == 0 ? out : fabric.peer(out);
        if (number > 0 && fabric.isSwitch(fabric.nodeOf(to))) {
          open.add(to);
        } else {
          arrivals.add(to);
        }
      }
    }
    return arrivals;
  }

  /** A star of switches: the middle one is node 3. */
  private static Bench star() {
    return new Bench()
        .switches(4, 4)
        .cable(3, 1, 0, 1)
        .cable(3, 2, 1, 1)
        .cable(3, 3, 2, 1)
        .host(0, 4)
        .host(1, 4)
        .host(2, 4)
        .build(0);
  }

  @Test
  void shouldRootTreeWhereTheFarthestMemberIsNearest() {
    Bench bench = star();
    MulticastTables tables =
        tables(
                bench,
                List.of(
                    MulticastMembers.receiving(MLID, bench.adapterPort(0), bench.adapterPort(2))))
            .tables();

    assertThat(tables.row(3).ports(MLID).stream()).containsExactly(1, 3);
    assertThat(tables.row(0).ports(MLID).stream()).containsExactly(1, 4);
    assertThat(tables.row(1).isEmpty()).isTrue();
  }

  @Test
  void shouldHaveNoEntriesOfGroupWithoutPackets() {
    Bench bench = star();
    int[] two = {bench.adapterPort(0), bench.adapterPort(1)};
    List<MulticastMembers> groups =
        List.of(
            MulticastMembers.receiving(MLID, bench.adapterPort(1)),
            new MulticastMembers(MLID + 1, two, new BitSet()),
            new MulticastMembers(MLID + 2, new int[0], new BitSet()));

    assertThat(tables(bench, groups).tables()).isEqualTo(MulticastTables.empty(bench.fabric()));
  }

  @Test
  void shouldTakeTurnsOnParallelCables() {
    Bench bench =
        new Bench()
            .switches(2, 4)
            .cable(0, 1, 1, 2)
            .cable(0, 2, 1, 1)
            .host(0, 4)
            .host(1, 4)
            .build(0);
    int[] members = {bench.adapterPort(0), bench.adapterPort(1)};
    MulticastTables tables =
        tables(
                bench,
                List.of(
                    MulticastMembers.receiving(MLID, members),
                    MulticastMembers.receiving(MLID + 1, members)))
            .tables();

    assertThat(tables.row(1).ports(MLID).stream()).containsExactly(1, 4);
    assertThat(tables.row(1).ports(MLID + 1).stream()).containsExactly(2, 4);
    assertThat(tables.row(0).ports(MLID + 1).stream()).containsExactly(1, 4);
  }

  @Test
  void shouldNameGroupsThatSwitchHasNoRoomFor() {
    Bench bench = star();
    int[] room = room(bench.fabric(), 64);
    room[0] = 1;
    int[] all = {bench.adapterPort(0), bench.adapterPort(1), bench.adapterPort(2)};
    GroupTables tables =
        GroupTables.of(
            bench.fabric(),
            bench.routing(SlToVl.IDENTITY, PathSl.ZERO),
            trees(bench.fabric()),
            List.of(
                MulticastMembers.receiving(MLID, all), MulticastMembers.receiving(MLID + 1, all)),
            room);

    assertThat(tables.tables().row(0).topMlid()).isEqualTo(MLID);
    assertThat(tables.tables().row(1).topMlid()).isEqualTo(MLID + 1);
    assertThat(tables.tables().row(3).ports(MLID + 1).stream()).containsExactly(2, 3);
    assertThat(tables.problems())
        .containsExactly(
            "group 0xC001 is not served at 1 switches, such as 0x0000000000000100 with room for 1"
                + " groups");
  }

  /** A ring of four: the way over a switch without room would be as short as the other one. */
  @Test
  void shouldGoRoundSwitchesThatHaveNoRoomAtAll() {
    Bench bench =
        new Bench()
            .switches(4, 4)
            .cable(0, 1, 1, 2)
            .cable(1, 1, 2, 2)
            .cable(2, 1, 3, 2)
            .cable(3, 1, 0, 2)
            .host(0, 4)
            .host(1, 4)
            .host(2, 4)
            .build(0);
    Fabric fabric = bench.fabric();
    int[] room = room(fabric, 64);
    room[1] = 0;
    MulticastMembers all =
        MulticastMembers.receiving(
            MLID, bench.adapterPort(0), bench.adapterPort(1), bench.adapterPort(2));
    GroupTables tables =
        GroupTables.of(
            fabric,
            bench.routing(SlToVl.IDENTITY, PathSl.ZERO),
            new HopTrees(fabric, room),
            List.of(all),
            room);

    assertThat(tables.problems())
        .containsExactly(
            "group 0xC000 is not served at 1 switches, such as 0x0000000000000101 with room for 0"
                + " groups");
    assertThat(tables.tables().row(1).isEmpty()).isTrue();
    MulticastMembers served =
        MulticastMembers.receiving(MLID, bench.adapterPort(0), bench.adapterPort(2));
    assertThat(GroupJudge.problems(fabric, tables.tables(), List.of(served), 9)).isEmpty();
  }

  @Test
  void shouldMakeGroupsPartsOfTheRoutingsTree() {
    Bench bench = star();
    Fabric fabric = bench.fabric();
    int[][] uplinks = {{}, {fabric.port(1, 1)}, {fabric.port(2, 1)}, {fabric.port(3, 1)}};
    MulticastTree tree = new MulticastTree(0, uplinks, List.of(0));
    Routing routing = bench.routing(SlToVl.IDENTITY, PathSl.ZERO).withMulticast(tree);
    MulticastMembers group =
        MulticastMembers.receiving(MLID, bench.adapterPort(1), bench.adapterPort(2));

    MulticastTables tables =
        GroupTables.of(fabric, routing, trees(fabric), List.of(group), room(fabric, 64)).tables();

    BitSet expected = tree.ports(fabric, group.ports(), MLID);
    assertThat(tables).isEqualTo(new MulticastTables.Builder(fabric).add(MLID, expected).build());
    assertThat(tables.row(0).ports(MLID).stream()).as("the root").containsExactly(1);
  }
}
