package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.bench.SaDifference;
import io.dateline.it.bench.SaDifference.Report;
import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What subnet administration answers beside Debian's opensm. {@code -Dsa.fabric} takes another
 * fabric, {@code -Dsa.report} names a file for the whole table: {@code bench/sa-difference.sh}.
 */
@Timeout(900)
class SaDifferenceIT {
  @TempDir Path folder;

  /** COMPATIBILITY.md has the differences that stay. */
  @Test
  void shouldAnswerAsOpensmDoesButForWhatIsKnown() throws Exception {
    Report report = report("One partition", fabric -> "Default=0x7fff,ipoib:ALL=full;\n");
    assertThat(report.asked()).isGreaterThan(1000);
    assertThat(report.lines())
        .as(report.toString())
        .noneMatch(line -> line.what().matches("(NodeRecord|LinkRecord|SwitchInfoRecord), one.*"))
        .noneMatch(
            line ->
                line.what().matches(".*, (by an alias|of the alias's port), (?!rate|sgid|dgid).*"))
        .noneMatch(line -> line.what().matches("PathRecord, one by its ends, (?!rate).*"));
  }

  /** Of whom the port that asks may not know both tell nothing, and of others the same. */
  @Test
  void shouldTellOfTheSameNodesWherePartitionsPart() throws Exception {
    Report report = report("Three partitions", SaDifference::partitions);
    assertThat(report.asked()).isGreaterThan(500);
    assertThat(report.lines())
        .as(report.toString())
        .noneMatch(line -> line.what().matches("(NodeRecord|McMemberRecord), (?!method).*"))
        .noneMatch(line -> line.what().matches("PathRecord, one by its ends.*"));
  }

  private interface Partitions {
    String of(Path fabric) throws IOException;
  }

  private Report report(String title, Partitions partitions) throws Exception {
    Machine.needs("ibsim", "ibsim-run", "opensm");
    Path fabric = BringUpFabrics.file(System.getProperty("sa.fabric", "mesh 2 2 1"), folder);
    Report report = SaDifference.between(fabric, folder, partitions.of(fabric));
    String file = System.getProperty("sa.report", "");
    if (!file.isEmpty()) {
      Files.writeString(
          Path.of(file),
          title + ": " + report + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    return report;
  }
}
