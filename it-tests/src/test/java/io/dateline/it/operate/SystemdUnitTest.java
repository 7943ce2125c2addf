package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of the units that services depend on; `systemd-analyze security` judges the rest. */
class SystemdUnitTest {
  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(Machine.root().resolve("conf").resolve(file)).stream()
        .map(String::strip)
        .toList();
  }

  @Test
  void shouldStartTheNodeAgainForEver() throws IOException {
    for (String unit : List.of("dateline.service", "dateline-journal.service")) {
      List<String> lines = lines(unit);
      assertThat(lines).contains("StartLimitIntervalSec=0", "Restart=always", "RestartSec=1");
      assertThat(lines.indexOf("StartLimitIntervalSec=0"))
          .as("the limit is the unit's, and unknown to systemd elsewhere")
          .isBetween(lines.indexOf("[Unit]"), lines.indexOf("[Service]"));
    }
  }

  @Test
  void shouldHaveTheNodeWatched() throws IOException {
    assertThat(lines("dateline.service"))
        .contains("Type=notify", "NotifyAccess=main", "WatchdogSec=30", "TimeoutStartSec=infinity");
  }

  @Test
  void shouldRunAsAUserOfItsOwn() throws IOException {
    for (String unit : List.of("dateline.service", "dateline-journal.service")) {
      assertThat(lines(unit))
          .contains(
              "User=dateline",
              "Group=dateline",
              "CapabilityBoundingSet=",
              "NoNewPrivileges=yes",
              "ProtectSystem=strict",
              "StateDirectoryMode=0700",
              "UMask=0077")
          .noneMatch(line -> line.startsWith("MemoryDenyWriteExecute"));
    }
    assertThat(lines("dateline.sysusers")).anyMatch(line -> line.startsWith("u dateline "));
  }

  @Test
  void shouldLetTheNodeReachTheFabricAlone() throws IOException {
    assertThat(lines("dateline.service"))
        .contains("DevicePolicy=closed", "DeviceAllow=char-infiniband_mad rw")
        .contains("RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK");
    assertThat(lines("60-dateline-umad.rules"))
        .anyMatch(line -> line.contains("\"umad[0-9]*\"") && line.contains("GROUP=\"dateline\""))
        .anyMatch(line -> line.contains("\"issm[0-9]*\"") && line.contains("GROUP=\"dateline\""));
    assertThat(lines("dateline-journal.service")).contains("PrivateDevices=yes");
  }

  @Test
  void shouldEndANodeWhoseHeapIsFull() throws IOException {
    assertThat(Files.readString(Path.of(Machine.root().toString(), "dateline")))
        .containsPattern(
            "(?s)\\n  node\\)\\n((?!;;).)*java\\+=\\(-XX:\\+ExitOnOutOfMemoryError\\)");
  }
}
