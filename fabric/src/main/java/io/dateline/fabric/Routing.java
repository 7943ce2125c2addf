package io.dateline.fabric;

import java.util.Objects;

/**
 * What a routing engine decides for one {@link Fabric} and {@link LidMap}: forwarding tables, and
 * the service levels and lanes that go with them.
 *
 * @param engine the engine's OpenSM name
 * @param tables one row a switch
 * @param slToVl lanes; {@link SlToVl#IDENTITY} where the engine does not care
 * @param pathSl service levels; {@link PathSl#ZERO} where the engine does not care
 * @param vlCount data VLs the routing needs, at least 1
 */
public record Routing(
    String engine, ForwardingTables tables, SlToVl slToVl, PathSl pathSl, int vlCount) {
  public Routing {
    Objects.requireNonNull(engine);
    Objects.requireNonNull(tables);
    Objects.requireNonNull(slToVl);
    Objects.requireNonNull(pathSl);
  }

  /** A routing that leaves everything on SL 0. */
  public static Routing singleLane(String engine, ForwardingTables tables) {
    return new Routing(engine, tables, SlToVl.IDENTITY, PathSl.ZERO, 1);
  }
}
