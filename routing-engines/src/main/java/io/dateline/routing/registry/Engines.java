package io.dateline.routing.registry;

import io.dateline.routing.RoutingEngine;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.StepEngines;
import io.dateline.routing.dor.DorEngine;
import io.dateline.routing.file.FileEngine;
import io.dateline.routing.ftree.FatTreeEngine;
import io.dateline.routing.lash.LashEngine;
import io.dateline.routing.metis.Metis;
import io.dateline.routing.minhop.MinHopEngine;
import io.dateline.routing.nue.NueEngine;
import io.dateline.routing.sssp.DfssspEngine;
import io.dateline.routing.sssp.SsspEngine;
import io.dateline.routing.torus.TorusEngine;
import io.dateline.routing.updown.DnUpEngine;
import io.dateline.routing.updown.UpDnEngine;
import java.util.List;
import java.util.Optional;

/** The engines there are, by the names OpenSM's {@code routing_engine} option has for them. */
public final class Engines {
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private static final List<RoutingEngine> ALL =
      List.of(
          new MinHopEngine(THREADS),
          new UpDnEngine(THREADS),
          new DnUpEngine(THREADS),
          new DorEngine(THREADS),
          new FatTreeEngine(THREADS),
          new TorusEngine(THREADS),
          new SsspEngine(THREADS),
          new DfssspEngine(THREADS),
          new LashEngine(THREADS),
          new NueEngine(THREADS, new Metis()),
          new FileEngine(THREADS),
          new ChainEngine(THREADS, new OfSteps()));

  private Engines() {}

  /** All that there are route steps but the chain itself. */
  private static final class OfSteps implements StepEngines {
    @Override
    public RoutingEngine named(String name) {
      return Engines.named(name)
          .filter(engine -> mayRouteAStep(engine.name()))
          .orElseThrow(() -> new IllegalArgumentException("no engine of a step: " + name));
    }

    @Override
    public boolean areRespected(String engine, String maker) {
      return Predecessors.areRespected(engine, maker);
    }
  }

  /** Whether an engine may route a step of a chain. */
  public static boolean mayRouteAStep(String name) {
    return !name.equals(ChainEngine.NAME) && named(name).isPresent();
  }

  /** The engine of a name, if there is one; it uses all processors. */
  public static Optional<RoutingEngine> named(String name) {
    return ALL.stream().filter(engine -> engine.name().equals(name)).findFirst();
  }

  /** The names, the default engine first. */
  public static List<String> names() {
    return ALL.stream().map(RoutingEngine::name).toList();
  }
}
