package io.dateline.sm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DumpNoteTest {
  private static final Path FOLDER = Path.of("tables");

  @Test
  void shouldSayWhatRoomLargeFilesTake() {
    assertThat(
            DumpNote.of(
                FOLDER,
                Map.of("opensm.fdbs", 5_070_000_000L, "opensm-lfts.dump", 13_400_000_000L, "a", 9L),
                80_000_000_000L))
        .contains(
            "dumps of about 18 GB are written to tables, where 80 GB are free:"
                + " opensm-lfts.dump 13 GB, opensm.fdbs 5.1 GB");
  }

  @Test
  void shouldSayNothingOfSmallOnes() {
    assertThat(DumpNote.of(FOLDER, Map.of("opensm.fdbs", 99_000_000L), 1)).isEmpty();
  }
}
