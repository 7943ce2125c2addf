package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Debian's opensm, run once on an ibsim of its own. */
final class OpenSm {
  private OpenSm() {}

  /**
   * Brings a fabric up and leaves OpenSM's dump files in a folder.
   *
   * @param options more options of opensm
   */
  static void dump(Path topology, Path folder, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "ibsim-run",
                "opensm",
                "-o",
                "-f",
                folder.resolve("opensm.log").toString(),
                // Errors, infos, and the routing dumps.
                "-D",
                "0x47"));
    command.addAll(List.of(options));
    try (Ibsim ibsim = Ibsim.start(topology, folder)) {
      Running.Ended ended =
          Running.run(
              folder.resolve("opensm.out"),
              Duration.ofMinutes(2),
              Map.of(
                  "IBSIM_SERVER_NAME",
                  "127.0.0.1",
                  "IBSIM_SERVER_PORT",
                  "" + ibsim.port(),
                  "OSM_TMP_DIR",
                  folder.toString(),
                  "OSM_CACHE_DIR",
                  folder.toString()),
              command);
      assertThat(ended.exitCode()).as(ended.output()).isZero();
    }
  }
}
