package io.dateline.sm.node;

import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.engine.EngineOptionsSource;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.options.EngineOptions;
import java.util.Optional;

/** Options of engines as a node's settings have them. */
public record LiveOptions(LiveSettings live) implements EngineOptionsSource {
  @Override
  public Optional<RoutingOptions> find(String digest) {
    return live.engineOptions(digest).map(EngineOptions::routing);
  }

  @Override
  public String digest() {
    return live.get().routing().options().digest();
  }
}
