package io.dateline.routing;

import io.dateline.fabric.format.TorusConf;
import java.util.Objects;
import java.util.Optional;

/**
 * What torus-2QoS is told beside {@link LaneOptions}.
 *
 * @param conf what {@code torus_config} says, {@code torus-2QoS.conf}; empty where no file is named
 */
public record TorusOptions(Optional<TorusConf> conf) {
  public static final TorusOptions DEFAULTS = new TorusOptions(Optional.empty());

  public TorusOptions {
    Objects.requireNonNull(conf);
  }
}
