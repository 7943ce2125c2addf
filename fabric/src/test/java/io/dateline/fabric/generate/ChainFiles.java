package io.dateline.fabric.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files of a routing chain for {@link MixedFabric}, in a folder: topology 1 is the tree, topology 2
 * the torus.
 */
public record ChainFiles(Path folder) {
  /** One step, to be joined with others for {@link #chain}. */
  public static String step(int id, String engine, int topology) {
    return "unicast-step\nid: %d\nengine: %s\ntopology: %d\nend-unicast-step\n"
        .formatted(id, engine, topology);
  }

  /** Writes the steps anew. */
  public Path chain(String... steps) throws IOException {
    return write("chain", String.join("", steps));
  }

  /**
   * Writes all of them.
   *
   * @return options by OpenSM's names
   */
  public Map<String, Path> writeAll(String roots, String torusConf, String... steps)
      throws IOException {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("pgrp_policy_file", write("groups", group("tree") + group("torus")));
    files.put("topo_policy_file", write("topologies", topology(1, "tree") + topology(2, "torus")));
    files.put("rch_policy_file", chain(steps));
    files.put("root_guid_file", write("roots", roots));
    files.put("torus_config", write("torus-2QoS.conf", torusConf));
    return files;
  }

  private static String group(String name) {
    return "port-group\nname: %s\nport-regexp: %s-\nend-port-group\n".formatted(name, name);
  }

  private static String topology(int id, String group) {
    return "topology\nid: %d\nsw-grp: %s\nhca-grp: %s\nend-topology\n".formatted(id, group, group);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
