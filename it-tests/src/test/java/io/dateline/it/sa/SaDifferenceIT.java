package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.bench.SaDifference;
import io.dateline.it.bench.SaDifference.Report;
import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.Machine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small sample of {@code it-tests/bench/sa-difference.sh}. */
@Timeout(300)
class SaDifferenceIT {
  @TempDir Path folder;

  /** COMPATIBILITY.md has the differences that stay. */
  @Test
  void shouldAnswerPathsAsOpensmDoes() throws Exception {
    Machine.needs("ibsim", "ibsim-run", "opensm");
    Report report = SaDifference.between(BringUpFabrics.file("mesh 2 2 1", folder), folder);
    assertThat(report.asked()).isGreaterThan(500);
    assertThat(report.lines())
        .as(report.toString())
        .noneMatch(line -> line.what().startsWith("PathRecord, one by its ends"))
        .noneMatch(line -> line.what().startsWith("NodeRecord, one by its key"))
        .noneMatch(line -> line.what().startsWith("LinkRecord"));
  }
}
