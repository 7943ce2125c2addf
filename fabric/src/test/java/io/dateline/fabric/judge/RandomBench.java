package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random small fabrics with tables of which some are wrong. */
public final class RandomBench {
  private RandomBench() {}

  /** One with LMC 0 to 2. */
  public static Bench of(Random random) {
    return of(random, random.nextInt(3));
  }

  /** Switches with random cables and adapters; tables mostly towards the destination, some not. */
  public static Bench of(Random random, int lmc) {
    int switches = 1 + random.nextInt(8);
    int ports = 6;
    Bench bench = new Bench().switches(switches, ports);
    for (int cable = random.nextInt(2 * switches + 1); cable > 0; cable--) {
      int a = random.nextInt(switches);
      int b = random.nextInt(switches);
      int portA = 1 + random.nextInt(ports);
      int portB = 1 + random.nextInt(ports);
      if (bench.isFree(a, portA) && bench.isFree(b, portB)) {
        bench.cable(a, portA, b, portB);
      }
    }
    for (int host = random.nextInt(2 * switches + 1); host > 0; host--) {
      int node = random.nextInt(switches);
      int port = 1 + random.nextInt(ports);
      if (bench.isFree(node, port)) {
        bench.host(node, port);
      }
    }
    if (random.nextInt(4) == 0) {
      bench.backToBack();
    }
    bench.build(lmc);
    int wrongOneIn = new int[] {1, 8, 40, Integer.MAX_VALUE}[random.nextInt(4)];
    fill(bench, random, wrongOneIn);
    return bench;
  }

  private static void fill(Bench bench, Random random, int wrongOneIn) {
    Fabric fabric = bench.fabric();
    for (int lid = 1; lid <= bench.lids().maxLid(); lid++) {
      int destination = bench.lids().port(lid);
      if (destination == Fabric.NONE) {
        continue;
      }
      int[] towards = randomTree(fabric, destination, random);
      for (int node = 0; node < fabric.switchCount(); node++) {
        int number = towards[node];
        if (random.nextInt(wrongOneIn) == 0) {
          number = random.nextInt(10) == 0 ? ForwardingTables.NO_PORT : random.nextInt(8);
        }
        bench.entry(node, lid, number);
      }
    }
  }

  /** Port numbers of a random spanning tree towards an end port, not always by shortest paths. */
  static int[] randomTree(Fabric fabric, int destination, Random random) {
    int[] towards = new int[fabric.switchCount()];
    Arrays.fill(towards, ForwardingTables.NO_PORT);
    boolean breadthFirst = random.nextBoolean();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    int root = fabric.nodeOf(destination);
    if (fabric.isSwitch(root)) {
      towards[root] = 0;
    } else {
      int entry = fabric.peer(destination);
      if (entry == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(entry))) {
        return towards;
      }
      root = fabric.nodeOf(entry);
      towards[root] = fabric.portNumber(entry);
    }
    open.add(root);
    while (!open.isEmpty()) {
      int node = breadthFirst ? open.removeFirst() : open.removeLast();
      List<Integer> numbers = new ArrayList<>();
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        numbers.add(random.nextInt(numbers.size() + 1), number);
      }
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
