package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.bench.GroupDifference;
import io.dateline.it.bench.GroupDifference.Report;
import io.dateline.it.bench.SolicitedNodes;
import io.dateline.it.kit.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of multicast groups beside Debian's opensm, through stories from a seed. {@code
 * -Dgroups.seed} and {@code -Dgroups.stories} take others, {@code -Dgroups.report} names a file for
 * the whole table: {@code bench/group-difference.sh}.
 */
@Timeout(1800)
class GroupDifferenceIT {
  private static final List<String> KNOWN =
      List.of(
          "(join|query|trusted query) by a selector alone: .*",
          "(trusted )?query by (JoinState|ProxyJoin|MLID): .*",
          "join with another packet life: (packetLifeTime|1 records and status 0x0200)",
          "leave.*: (forgotten|miscounted) joinState");

  @TempDir Path folder;

  /** COMPATIBILITY.md has the differences that stay. */
  @Test
  void shouldAnswerAsOpensmDoesButForWhatIsKnown() throws Exception {
    Machine.needs("ibsim", "ibsim-run", "opensm");
    int stories = Integer.getInteger("groups.stories", 250);
    Report report =
        GroupDifference.between(
            Path.of(getClass().getResource("/groups/askers.ib").toURI()),
            Path.of(getClass().getResource("/groups/askers.conf").toURI()),
            folder,
            Long.getLong("groups.seed", 1),
            stories);
    String file = System.getProperty("groups.report", "");
    if (!file.isEmpty()) {
      Files.writeString(Path.of(file), report + "\n");
    }
    assertThat(report.granted()).isGreaterThan(stories);
    assertThat(report.lines())
        .as(report.toString())
        .allMatch(line -> line.what().matches(String.join("|", KNOWN)));
  }

  @ParameterizedTest(name = "consolidate_ipv6_snm_req {0}")
  @ValueSource(booleans = {true, false})
  void shouldShareMlidsAsOpensmDoes(boolean shares) throws Exception {
    Machine.needs("ibsim", "ibsim-run", "opensm");
    List<List<Integer>> sharing =
        SolicitedNodes.sharing(
            Path.of(getClass().getResource("/groups/askers.ib").toURI()),
            Path.of(getClass().getResource("/groups/askers.conf").toURI()),
            folder,
            shares);
    assertThat(sharing.getLast()).isEqualTo(sharing.getFirst());
    assertThat(sharing.getLast().stream().distinct().count() < sharing.getLast().size())
        .isEqualTo(shares);
  }
}
