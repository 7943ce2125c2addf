package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.random.SeededRandom;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.registry.Engines;
import java.io.IOException;
import java.util.Arrays;

/**
 * How many granted SLs change when links and switches fail, one after the other, and some come
 * back. Arguments: a topology (a file or a generator), faults, seed, engines. A line for each
 * engine, with the tables of before and what it remembered, and without: of all pairs of adapters
 * that cables join before and after a fault the share whose SL is another one, in the mean and in
 * the worst fault; how often it refused; the most VLs it took.
 */
public final class LevelChanges {
  private LevelChanges() {}

  public static void main(String[] arguments) throws IOException {
    Fabric fabric = Benched.fabric(arguments[0]);
    int faults = Integer.parseInt(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    for (String name : Arrays.asList(arguments).subList(3, arguments.length)) {
      RoutingEngine engine = Engines.named(name).orElseThrow();
      System.out.println(name + ": " + run(engine, fabric, faults, seed, true));
      System.out.println(name + ", without memory: " + run(engine, fabric, faults, seed, false));
    }
  }

  private static String run(
      RoutingEngine engine, Fabric whole, int faults, long seed, boolean remembers) {
    SeededRandom random = new SeededRandom(seed);
    FailingFabric failing = new FailingFabric(whole);
    KeepingEngine keeping = new KeepingEngine(engine, whole, remembers);
    ChangedShare share = new ChangedShare(whole, 1);
    share.add(keeping.route(failing.present()));
    for (int fault = 0; fault < faults; fault++) {
      failing.change(random);
      share.add(keeping.route(failing.present()));
    }
    return share + "; %d VLs".formatted(keeping.vls());
  }
}
