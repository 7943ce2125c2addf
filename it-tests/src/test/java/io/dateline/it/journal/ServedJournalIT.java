package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.FreePorts;
import io.dateline.it.kit.JournalProcess;
import io.dateline.it.kit.OrdinaryUser;
import io.dateline.it.kit.Running;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.tools.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code dateline journal} with its defaults, and another user of the same host. */
@Timeout(120)
class ServedJournalIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;
  private int commands;

  @BeforeEach
  void letOthersIn() throws Exception {
    OrdinaryUser.needed();
    OrdinaryUser.letThrough(folder);
  }

  private Running.Ended asNobody(String... command) {
    return Running.run(
        folder.resolve("nobody-" + ++commands + ".log"),
        PATIENCE,
        Map.of(),
        OrdinaryUser.command(List.of(command)));
  }

  private static String printed(Running journal, String key) {
    Matcher value = Pattern.compile(Pattern.quote(key) + " = \"(.*)\"").matcher(journal.output());
    assertThat(value.find()).as(journal.output()).isTrue();
    return value.group(1);
  }

  @Test
  void anotherUserCannotLogInNorReadItsFiles() throws Exception {
    Path driver = Files.createDirectory(folder.resolve("driver")).resolve("h2.jar");
    Files.copy(
        Path.of(Shell.class.getProtectionDomain().getCodeSource().getLocation().toURI()), driver);
    Files.setPosixFilePermissions(driver.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(driver, PosixFilePermissions.fromString("rw-r--r--"));
    Path directory = folder.resolve("journal");
    try (Running journal = JournalProcess.serve("127.0.0.1:" + FreePorts.tcp(), folder, Map.of())) {
      String url = printed(journal, "dateline.persistence.h2.url");
      Path password = Path.of(printed(journal, "dateline.persistence.h2.password-file"));
      String java = ProcessHandle.current().info().command().orElseThrow();

      for (String user : List.of("dateline", "KEEPER", "sa")) {
        Running.Ended shell =
            asNobody(
                java,
                "-cp",
                driver.toString(),
                Shell.class.getName(),
                "-url",
                url,
                "-user",
                user,
                "-password",
                "",
                "-sql",
                "CREATE ALIAS RUN FOR \"java.lang.System.exit\"");
        assertThat(shell.output()).contains("Wrong user name or password");
        assertThat(shell.exitCode()).isNotZero();
      }
      for (Path file : List.of(password, directory.resolve("journal.mv.db"), directory)) {
        assertThat(asNobody("dd", "if=" + file, "of=/dev/null").output())
            .contains("Permission denied");
      }
      Running.Ended shell =
          Running.run(
              folder.resolve("shell.log"),
              PATIENCE,
              Map.of(),
              List.of(
                  java,
                  "-cp",
                  driver.toString(),
                  Shell.class.getName(),
                  "-url",
                  url,
                  "-user",
                  "dateline",
                  "-password",
                  Files.readString(password).strip(),
                  "-sql",
                  "SELECT COUNT(*) FROM \"event_journal\""));
      assertThat(shell.exitCode()).as(shell.output()).isZero();
    }
  }
}
