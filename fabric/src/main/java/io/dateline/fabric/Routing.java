package io.dateline.fabric;

import java.util.Objects;
import java.util.Optional;

/**
 * What a routing engine decides for one {@link Fabric} and {@link LidMap}: forwarding tables, and
 * the service levels and lanes that go with them.
 *
 * @param engine the engine's OpenSM name
 * @param tables one row a switch
 * @param slToVl lanes; {@link SlToVl#IDENTITY} where the engine does not care
 * @param pathSl service levels; {@link PathSl#ZERO} where the engine does not care
 * @param vlCount data VLs the routing needs, at least 1
 * @param multicast what groups are to be parts of; empty where the engine does not care
 */
public record Routing(
    String engine,
    ForwardingTables tables,
    SlToVl slToVl,
    PathSl pathSl,
    int vlCount,
    Optional<MulticastTree> multicast) {
  public Routing {
    Objects.requireNonNull(engine);
    Objects.requireNonNull(tables);
    Objects.requireNonNull(slToVl);
    Objects.requireNonNull(pathSl);
    Objects.requireNonNull(multicast);
  }

  /** A routing by an engine that leaves multicast to others. */
  public Routing(
      String engine, ForwardingTables tables, SlToVl slToVl, PathSl pathSl, int vlCount) {
    this(engine, tables, slToVl, pathSl, vlCount, Optional.empty());
  }

  /** Whether service levels or lanes go with the tables: then the ports' maps are the engine's. */
  public boolean hasLanes() {
    return pathSl != PathSl.ZERO || slToVl != SlToVl.IDENTITY;
  }

  /** The same with a tree for multicast. */
  public Routing withMulticast(MulticastTree tree) {
    return new Routing(engine, tables, slToVl, pathSl, vlCount, Optional.of(tree));
  }

  /** A routing that leaves everything on SL 0. */
  public static Routing singleLane(String engine, ForwardingTables tables) {
    return new Routing(engine, tables, SlToVl.IDENTITY, PathSl.ZERO, 1);
  }
}
