package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A small fabric at random with tables at random: mostly trees to the destination, some entries
 * anywhere; some end ports have no LID, some several.
 */
public record Sample(Fabric fabric, LidMap lids, ForwardingTables tables) {
  private static final int PORTS = 6;

  public static Sample of(Random random) {
    Fabric fabric = fabric(random);
    LidMap lids = lids(fabric, random);
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    int wrongOneIn = new int[] {1, 8, 40, Integer.MAX_VALUE}[random.nextInt(4)];
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      if (lids.port(lid) == Fabric.NONE) {
        continue;
      }
      int[] towards = tree(fabric, lids.port(lid), random);
      for (int node = 0; node < fabric.switchCount(); node++) {
        boolean wrong = random.nextInt(wrongOneIn) == 0;
        tables.set(node, lid, wrong ? random.nextInt(PORTS + 2) : towards[node]);
      }
    }
    return new Sample(fabric, lids, tables);
  }

  public Routing onOneLane() {
    return Routing.singleLane("random", tables);
  }

  /** SLs by path, lanes by everything a switch knows; some lanes drop. */
  public Routing onManyLanes(Random random) {
    int salt = random.nextInt();
    int sls = 1 + random.nextInt(16);
    int vls = 1 + random.nextInt(4);
    int dropOneIn = random.nextBoolean() ? 40 : Integer.MAX_VALUE;
    PathSl pathSl = (source, destination) -> Math.floorMod(mix(salt, source, destination, 0), sls);
    SlToVl slToVl =
        (node, in, out, sl) -> {
          int hash = mix(salt + node, in, out, sl);
          return Math.floorMod(hash, dropOneIn) == 0 ? SlToVl.DROP : (hash >>> 8) % vls;
        };
    return new Routing("random", tables, slToVl, pathSl, vls);
  }

  private static int mix(int a, int b, int c, int d) {
    int hash = ((a * 31 + b) * 31 + c) * 31 + d;
    hash ^= hash >>> 15;
    hash *= 0x2c1b3c6d;
    return hash ^ hash >>> 12;
  }

  private static Fabric fabric(Random random) {
    Fabric.Builder builder = new Fabric.Builder();
    List<Fabric.NodeDraft> switches = new ArrayList<>();
    int count = 1 + random.nextInt(9);
    for (int i = 0; i < count; i++) {
      switches.add(builder.node(NodeType.SWITCH, 0x100 + i, PORTS).description("s" + i));
    }
    for (int cable = random.nextInt(3 * count); cable > 0; cable--) {
      link(
          builder,
          switches.get(random.nextInt(count)),
          switches.get(random.nextInt(count)),
          random);
    }
    for (int host = random.nextInt(3 * count); host > 0; host--) {
      Fabric.NodeDraft adapter = builder.node(NodeType.CA, 0x10000 + 16L * host, 2);
      link(builder, switches.get(random.nextInt(count)), adapter, random);
      link(builder, random.nextInt(8) == 0 ? adapter : switches.getFirst(), adapter, random);
    }
    return builder.build();
  }

  /** If both still have the port that the dice tell. */
  private static void link(
      Fabric.Builder builder, Fabric.NodeDraft a, Fabric.NodeDraft b, Random random) {
    int portA = 1 + random.nextInt(a.portCount());
    int portB = 1 + random.nextInt(b.portCount());
    if (!a.isLinked(portA) && !b.isLinked(portB)) {
      builder.link(a, portA, b, portB, LinkWidth.X4, LinkSpeed.EDR);
    }
  }

  private static LidMap lids(Fabric fabric, Random random) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int lmc = random.nextInt(3);
    int lid = 1 << lmc;
    int noneOneIn = random.nextBoolean() ? 4 : Integer.MAX_VALUE;
    for (int port : fabric.endPorts()) {
      if (random.nextInt(noneOneIn) != 0) {
        builder.assign(port, lid, fabric.isSwitch(fabric.nodeOf(port)) ? 0 : lmc);
      }
      lid += 1 << lmc;
    }
    return builder.build();
  }

  /** Port numbers of a spanning tree, not always a shortest one. */
  private static int[] tree(Fabric fabric, int destination, Random random) {
    int[] towards = new int[fabric.switchCount()];
    Arrays.fill(towards, ForwardingTables.NO_PORT);
    int end = fabric.isSwitch(fabric.nodeOf(destination)) ? destination : fabric.peer(destination);
    int root = fabric.nodeOf(end);
    if (!fabric.isSwitch(root)) {
      return towards;
    }
    towards[root] = fabric.portNumber(end);
    boolean breadthFirst = random.nextBoolean();
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      int node = breadthFirst ? open.removeFirst() : open.removeLast();
      List<Integer> numbers = new ArrayList<>();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        numbers.add(number);
      }
      Collections.shuffle(numbers, random);
      for (int number : numbers) {
        int peer = fabric.peer(fabric.port(node, number));
        if (peer != Fabric.NONE
            && fabric.isSwitch(fabric.nodeOf(peer))
            && towards[fabric.nodeOf(peer)] == ForwardingTables.NO_PORT) {
          towards[fabric.nodeOf(peer)] = fabric.portNumber(peer);
          open.addLast(fabric.nodeOf(peer));
        }
      }
    }
    return towards;
  }
}
