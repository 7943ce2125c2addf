package io.dateline.it.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.Machine;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node as systemd's service: what it tells systemd, and what it ends with. */
@Timeout(180)
class ServiceIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int FAILED = 1; // systemd starts it again
  private static final int BAD_INPUT = 2; // and not here

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", "@"})
  void shouldTellSystemdThatItIsReadyAndThenThatItLives(String kind) throws Throwable {
    String name = kind.isEmpty() ? folder.resolve("notify").toString() : "@dateline-" + folder;
    try (NotifyReceiver systemd = NotifyReceiver.at(name);
        SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3");
        SmNodeProcess node =
            SmNodeProcess.startWith(
                Machine.root(), Map.of("NOTIFY_SOCKET", name), folder, subnet.address())) {
      systemd.await("READY=1", 1, PATIENCE);
      assertThat(node.get("status").orElseThrow().path("ready").asBoolean()).isTrue();
      int fed = (int) systemd.received().stream().filter("WATCHDOG=1"::equals).count();
      systemd.await("WATCHDOG=1", fed + 2, PATIENCE);

      node.process().destroy();
      systemd.await("STOPPING=1", 1, PATIENCE);
      assertThat(systemd.received()).contains("STATUS=ready").containsOnlyOnce("READY=1");
    }
  }

  private int exitCode(String fabric, String... options) throws Exception {
    try (SmNodeProcess node = SmNodeProcess.start(folder, fabric, options)) {
      assertThat(node.process().waitFor(1, TimeUnit.MINUTES)).as(node.log()).isTrue();
      System.out.println(node.log().lines().reduce((first, last) -> last).orElse(""));
      return node.process().exitValue();
    }
  }

  @Test
  void shouldEndSoThatItIsStartedAgainWhereItsPortIsNotThereYet() throws Exception {
    assertThat(exitCode("sim://127.0.0.1:9")).isEqualTo(FAILED);
    assertThat(exitCode("umad:nosuch9/1")).isEqualTo(FAILED);
    assertThat(exitCode("sim://nosuch.invalid:7070")).isEqualTo(FAILED);
  }

  @Test
  void shouldEndSoThatItIsStartedAgainWhereItsAddressIsNotThereYet() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      assertThat(exitCode(subnet.address(), "-Ddateline.cluster.host=nosuch.invalid"))
          .isEqualTo(FAILED);
    }
  }

  @Test
  void shouldEndSoThatItIsStartedAgainWhereItsDatabaseIsNotThereYet() throws Exception {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:3x3")) {
      String url = "jdbc:postgresql://nosuch.invalid/dateline?sslmode=verify-full";
      assertThat(
              exitCode(
                  subnet.address(),
                  "-Ddateline.persistence.backend=postgresql",
                  "-Ddateline.persistence.postgresql.url=" + url))
          .isEqualTo(FAILED);
    }
  }

  @Test
  void shouldNotBeStartedAgainWithASettingThatIsWrong() throws Exception {
    assertThat(exitCode("sim://127.0.0.1:9", "-Ddateline.watchdog.patience=1ms"))
        .isEqualTo(BAD_INPUT);
  }
}
