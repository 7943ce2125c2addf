package io.dateline.routing.registry;

import io.dateline.routing.RoutingEngine;
import io.dateline.routing.minhop.MinHopEngine;
import io.dateline.routing.updown.DnUpEngine;
import io.dateline.routing.updown.UpDnEngine;
import java.util.List;
import java.util.Optional;

/** The engines there are, by the names OpenSM's {@code routing_engine} option has for them. */
public final class Engines {
  private static final List<RoutingEngine> ALL =
      List.of(
          new MinHopEngine(Runtime.getRuntime().availableProcessors()),
          new UpDnEngine(Runtime.getRuntime().availableProcessors()),
          new DnUpEngine(Runtime.getRuntime().availableProcessors()));

  private Engines() {}

  /** The engine of a name, if there is one; it uses all processors. */
  public static Optional<RoutingEngine> named(String name) {
    return ALL.stream().filter(engine -> engine.name().equals(name)).findFirst();
  }

  /** The names, the default engine first. */
  public static List<String> names() {
    return ALL.stream().map(RoutingEngine::name).toList();
  }
}
