package io.dateline.it.engines;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.it.kit.SimulatedSubnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The torus-2QoS.conf of a generated torus, and the settings of nodes that are given it. */
final class TorusSeeds {
  private static final int DIMENSIONS = 3;

  private TorusSeeds() {}

  static Map<String, String> settings(Path conf) {
    return Map.of(
        "dateline.subnet.routing_engine.0",
        "torus-2QoS",
        "dateline.subnet.routing_engine.1",
        "no_fallback",
        "dateline.subnet.torus_config",
        conf.toString(),
        "dateline.subnet.qos",
        "true");
  }

  /**
   * Writes seeds, each at a switch and its neighbours in the positive directions, which is enough
   * where no radix is 4.
   *
   * @param origins descriptions of the switches; by the datelines of every seed {@code sw_0_0_0} is
   *     at the origin
   */
  static void write(Path conf, SimulatedSubnet subnet, String... origins) throws IOException {
    StringBuilder text = head(subnet);
    for (String origin : origins) {
      text.append(origin.equals(origins[0]) ? "" : "next_seed\n");
      for (int d : used(subnet)) {
        text.append(link(subnet, d, origin));
      }
      for (int d : used(subnet)) {
        text.append("%c_dateline %d%n".formatted(name(d), -coordinate(origin, d)));
      }
    }
    Files.writeString(conf, text);
  }

  /**
   * As {@link #write}, with the lines of a seed in another order and without datelines: by these
   * lines alone the first seed's switch would be at the origin.
   */
  static void writeWithoutDatelines(Path conf, SimulatedSubnet subnet, String... origins)
      throws IOException {
    StringBuilder text = head(subnet);
    for (String origin : origins) {
      text.append(origin.equals(origins[0]) ? "" : "next_seed\n");
      for (int d : used(subnet).reversed()) {
        text.append(link(subnet, d, origin));
      }
    }
    Files.writeString(conf, text);
  }

  private static StringBuilder head(SimulatedSubnet subnet) {
    return new StringBuilder(
        "torus %d %d %d%n".formatted(radix(subnet, 0), radix(subnet, 1), radix(subnet, 2)));
  }

  private static List<Integer> used(SimulatedSubnet subnet) {
    return IntStream.range(0, DIMENSIONS).filter(d -> radix(subnet, d) > 1).boxed().toList();
  }

  private static int radix(SimulatedSubnet subnet, int d) {
    Fabric fabric = subnet.fabric();
    return 1
        + IntStream.range(0, fabric.switchCount())
            .map(node -> coordinate(fabric.description(node), d))
            .max()
            .orElseThrow();
  }

  private static char name(int d) {
    return (char) ('x' + d);
  }

  private static int coordinate(String description, int d) {
    return Integer.parseInt(description.split("_", -1)[1 + d]);
  }

  /** The switch after one in a dimension. */
  static String next(SimulatedSubnet subnet, String description, int d) {
    int[] at = IntStream.range(0, DIMENSIONS).map(i -> coordinate(description, i)).toArray();
    at[d] = (at[d] + 1) % radix(subnet, d);
    return "sw_%d_%d_%d".formatted(at[0], at[1], at[2]);
  }

  private static String link(SimulatedSubnet subnet, int d, String from) {
    Fabric fabric = subnet.fabric();
    return "%cp_link %s %s%n"
        .formatted(
            name(d),
            Guid.format(fabric.nodeGuid(subnet.node(from))),
            Guid.format(fabric.nodeGuid(subnet.node(next(subnet, from, d)))));
  }
}
