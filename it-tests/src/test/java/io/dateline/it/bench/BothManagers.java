package io.dateline.it.bench;

import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.SmNodeProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Debian's opensm and a node, one after the other on the same ibsim: opensm manages it first, then
 * the node, each from a host of its own.
 */
final class BothManagers {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What came of the same question. */
  record Answers<T>(T theirs, T ours) {}

  private BothManagers() {}

  /**
   * Asks both.
   *
   * @param hosts the first two have the managers
   * @param theirOptions lines of opensm's file
   * @param ourOptions arguments of the node
   * @param question is given the address of hosts, without the host
   */
  static <T> Answers<T> ask(
      Path topology,
      Path folder,
      List<String> hosts,
      List<String> theirOptions,
      List<String> ourOptions,
      Function<String, T> question)
      throws Exception {
    try (Ibsim ibsim = Ibsim.start(topology, folder)) {
      String address = "sim://127.0.0.1:" + ibsim.port() + "/";
      T theirs;
      try (OpenSmProcess opensm =
          OpenSmProcess.start(
              folder, ibsim.port(), hosts.get(0), 5, theirOptions.toArray(String[]::new))) {
        opensm.awaitSubnetUp(PATIENCE);
        theirs = question.apply(address);
      }
      try (SmNodeProcess node =
          SmNodeProcess.start(folder, address + hosts.get(1), ourOptions.toArray(String[]::new))) {
        node.awaitSubnetUp(PATIENCE);
        return new Answers<>(theirs, question.apply(address));
      }
    }
  }
}
