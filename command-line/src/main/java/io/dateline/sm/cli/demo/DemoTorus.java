package io.dateline.sm.cli.demo;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A generated torus is routed by torus-2QoS, which has to be told where its datelines are. */
final class DemoTorus {
  private static final Pattern SWITCH = Pattern.compile("sw_(\\d+)_(\\d+)_(\\d+)");
  private static final int DIMENSIONS = 3;

  /** With fewer switches in a ring there is none, and no dateline. */
  private static final int RING = 3;

  /** In such a ring one link does not tell which way is up. */
  private static final int TWO_WAYS = 4;

  // Weights of VLs, as torus-2QoS uses them.
  private static final String ENDS = "0:4,1:4";
  private static final String SWITCHES = "0:4,1:4,2:4,3:4,4:4,5:4,6:4,7:4";

  private final Map<List<Integer>, Long> guids = new HashMap<>(); // of switches, by coordinates
  private final int[] radix = new int[DIMENSIONS];

  private DemoTorus(Fabric fabric) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      Matcher name = SWITCH.matcher(fabric.description(node));
      if (name.matches()) {
        Integer[] place = new Integer[DIMENSIONS];
        for (int d = 0; d < DIMENSIONS; d++) {
          place[d] = Integer.parseInt(name.group(1 + d));
          radix[d] = Math.max(radix[d], 1 + place[d]);
        }
        guids.put(List.of(place), fabric.nodeGuid(node));
      }
    }
  }

  /**
   * Options of a node, by which torus-2QoS is asked.
   *
   * @param topology as it was given
   * @param folder takes the engine's configuration
   * @return none where the topology is no torus with a ring
   */
  static List<String> options(String topology, Fabric fabric, Path folder) throws IOException {
    DemoTorus torus = new DemoTorus(fabric);
    if (!topology.startsWith("torus:") || !torus.hasRing()) {
      return List.of();
    }
    Path conf = Files.writeString(folder.resolve("torus-2QoS.conf"), torus.configuration());
    return List.of(
        "-Ddateline.subnet.routing_engine.0=torus-2QoS",
        "-Ddateline.subnet.torus_config=" + conf,
        "-Ddateline.subnet.qos=TRUE",
        "-Ddateline.subnet.qos_vlarb_high=" + ENDS,
        "-Ddateline.subnet.qos_vlarb_low=" + ENDS,
        "-Ddateline.subnet.qos_swe_vlarb_high=" + SWITCHES,
        "-Ddateline.subnet.qos_swe_vlarb_low=" + SWITCHES);
  }

  private boolean hasRing() {
    return Arrays.stream(radix).anyMatch(size -> size >= RING);
  }

  /** The seed is the switch at the origin. */
  private String configuration() {
    StringBuilder text = new StringBuilder("torus");
    for (int size : radix) {
      text.append(' ').append(size);
    }
    text.append('\n');
    for (int d = 0; d < DIMENSIONS; d++) {
      if (radix[d] > 1) {
        text.append(link(d, 'p', 1));
      }
      if (radix[d] == TWO_WAYS) {
        text.append(link(d, 'm', radix[d] - 1));
      }
    }
    return text.toString();
  }

  private String link(int dimension, char way, int at) {
    Integer[] origin = {0, 0, 0};
    Integer[] next = origin.clone();
    next[dimension] = at;
    return "%c%c_link %s %s\n"
        .formatted(
            "xyz".charAt(dimension),
            way,
            Guid.format(guids.get(List.of(origin))),
            Guid.format(guids.get(List.of(next))));
  }
}
