package io.dateline.sm.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code conf/build-id.sh}, and what came of it in this build. */
class BuildIdTest {
  private static final Path SCRIPT = Path.of("..", "conf", "build-id.sh").toAbsolutePath();

  @TempDir private Path folder;

  private String run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(told).isZero();
    return told.strip();
  }

  private String commit() throws IOException, InterruptedException {
    return run("bash", folder.resolve("copy/conf/build-id.sh").toString());
  }

  private void commitAll(String repository) throws IOException, InterruptedException {
    run("git", "-C", repository, "add", "-A");
    run("git", "-C", repository, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "t");
  }

  @Test
  void shouldKnowVersionAndCommitOfThisBuild() {
    assertThat(BuildId.OWN.version()).startsWith("0.");
    assertThat(BuildId.OWN.commit()).matches("unknown|[0-9a-f]{8,}[+]?");
  }

  @Test
  void shouldNameTheCommitThatChangedASourceLast() throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("copy/conf"));
    Files.copy(SCRIPT, folder.resolve("copy/conf/build-id.sh"));
    Path source = Files.createDirectories(folder.resolve("copy/fabric/src/main")).resolve("A.java");
    Files.writeString(source, "a");
    run("git", "init", "-q");
    commitAll(".");
    assertThat(commit()).as("of a copy in another repository").isEqualTo("unknown");

    run("git", "init", "-q", "copy");
    commitAll("copy");
    String first = commit();
    assertThat(first).matches("[0-9a-f]{8,}");

    Files.writeString(folder.resolve("copy/README.md"), "of documents alone");
    commitAll("copy");
    assertThat(commit()).isEqualTo(first);

    Files.writeString(source, "b");
    assertThat(commit()).isEqualTo(first + "+");
    commitAll("copy");
    assertThat(commit()).matches("[0-9a-f]{8,}").isNotEqualTo(first);
  }
}
