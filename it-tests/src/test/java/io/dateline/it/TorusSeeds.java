package io.dateline.it;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The torus-2QoS.conf of a generated torus of 5x6, and the settings of nodes that are given it. */
final class TorusSeeds {
  private static final int[] RADICES = {5, 6};

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
   * Writes seeds, each at a switch and its neighbours in x and y.
   *
   * @param origins descriptions of the switches; by the datelines of every seed {@code sw_0_0_0} is
   *     at the origin
   */
  static void write(Path conf, SimulatedSubnet subnet, String... origins) throws IOException {
    StringBuilder text = head();
    for (String origin : origins) {
      text.append(origin.equals(origins[0]) ? "" : "next_seed\n")
          .append(link(subnet, 0, origin))
          .append(link(subnet, 1, origin))
          .append(
              "x_dateline %d%ny_dateline %d%n"
                  .formatted(-coordinate(origin, 0), -coordinate(origin, 1)));
    }
    Files.writeString(conf, text);
  }

  /**
   * As {@link #write}, with the lines of a seed in another order and without datelines: by these
   * lines alone the first seed's switch would be at the origin.
   */
  static void writeWithoutDatelines(Path conf, SimulatedSubnet subnet, String... origins)
      throws IOException {
    StringBuilder text = head();
    for (String origin : origins) {
      text.append(origin.equals(origins[0]) ? "" : "next_seed\n")
          .append(link(subnet, 1, origin))
          .append(link(subnet, 0, origin));
    }
    Files.writeString(conf, text);
  }

  private static StringBuilder head() {
    return new StringBuilder("torus %d %d 1%n".formatted(RADICES[0], RADICES[1]));
  }

  private static int coordinate(String description, int d) {
    return Integer.parseInt(description.split("_", -1)[1 + d]);
  }

  /** The switch after one in a dimension. */
  static String next(String description, int d) {
    int[] at = {coordinate(description, 0), coordinate(description, 1)};
    at[d] = (at[d] + 1) % RADICES[d];
    return "sw_%d_%d_0".formatted(at[0], at[1]);
  }

  private static String link(SimulatedSubnet subnet, int d, String from) {
    Fabric fabric = subnet.fabric();
    return "%sp_link %s %s%n"
        .formatted(
            "xy".charAt(d),
            Guid.format(fabric.nodeGuid(subnet.node(from))),
            Guid.format(fabric.nodeGuid(subnet.node(next(from, d)))));
  }
}
