package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.bench.SaDifference;
import io.dateline.it.bench.SaDifference.Report;
import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Machine.needs("ibsim", "ibsim-run", "opensm");
    Path fabric = BringUpFabrics.file(System.getProperty("sa.fabric", "mesh 2 2 1"), folder);
    Report report = SaDifference.between(fabric, folder);
    String file = System.getProperty("sa.report", "");
    if (!file.isEmpty()) {
      Files.writeString(Path.of(file), report + "\n");
    }
    assertThat(report.asked()).isGreaterThan(1000);
    assertThat(report.lines())
        .as(report.toString())
        .noneMatch(line -> line.what().matches("(NodeRecord|LinkRecord|SwitchInfoRecord), one.*"))
        .noneMatch(
            line ->
                line.what().matches(".*, (by an alias|of the alias's port), (?!rate|sgid|dgid).*"))
        .noneMatch(line -> line.what().matches("PathRecord, one by its ends, (?!rate).*"));
  }
}
