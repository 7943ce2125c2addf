package io.dateline.routing;

import java.util.Objects;

/**
 * Options of the engines, by OpenSM's names. Files that OpenSM's options name are read by the code
 * that calls an engine; here is what they say.
 *
 * @param ports how engines that route by hop count choose among the ports that qualify
 * @param trees roots, leaves and what else engines that know up from down are told
 * @param files what the file engine takes its tables from
 * @param torus what torus-2QoS is told
 * @param lanes what engines are told that use service levels and virtual lanes
 * @param chain what the engine chain is told
 */
public record RoutingOptions(
    PortOptions ports,
    TreeOptions trees,
    FileOptions files,
    TorusOptions torus,
    LaneOptions lanes,
    ChainOptions chain) {
  public static final RoutingOptions DEFAULTS =
      new RoutingOptions(
          PortOptions.DEFAULTS,
          TreeOptions.DEFAULTS,
          FileOptions.DEFAULTS,
          TorusOptions.DEFAULTS,
          LaneOptions.DEFAULTS,
          ChainOptions.DEFAULTS);

  public RoutingOptions {
    Objects.requireNonNull(ports);
    Objects.requireNonNull(trees);
    Objects.requireNonNull(files);
    Objects.requireNonNull(torus);
    Objects.requireNonNull(lanes);
    Objects.requireNonNull(chain);
  }

  /** These with other options of the choice among ports. */
  public RoutingOptions with(PortOptions other) {
    return new RoutingOptions(other, trees, files, torus, lanes, chain);
  }

  /** These with other options of the tree engines. */
  public RoutingOptions with(TreeOptions other) {
    return new RoutingOptions(ports, other, files, torus, lanes, chain);
  }

  /** These with other files of the file engine. */
  public RoutingOptions with(FileOptions other) {
    return new RoutingOptions(ports, trees, other, torus, lanes, chain);
  }

  /** These with other options of torus-2QoS. */
  public RoutingOptions with(TorusOptions other) {
    return new RoutingOptions(ports, trees, files, other, lanes, chain);
  }

  /** These with other options about lanes. */
  public RoutingOptions with(LaneOptions other) {
    return new RoutingOptions(ports, trees, files, torus, other, chain);
  }

  /** These with another chain. */
  public RoutingOptions with(ChainOptions other) {
    return new RoutingOptions(ports, trees, files, torus, lanes, other);
  }
}
