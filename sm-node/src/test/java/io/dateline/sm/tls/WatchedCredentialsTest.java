package io.dateline.sm.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedCredentialsTest {
  @TempDir private Path folder;

  @Test
  void shouldTakeFilesThatWereReplacedAndKeepTheLastGoodOnes() throws Exception {
    Authority authority = TestCredentials.authority();
    Credentials first = TestCredentials.issue(authority, "sm1");
    CredentialFiles.write(folder, first);
    WatchedCredentials watched =
        new WatchedCredentials(folder, InstantSource.fixed(TestCredentials.NOW));
    assertThat(watched.get().certificate()).isEqualTo(first.certificate());

    Files.writeString(folder.resolve("node.pem"), "half of a file");
    assertThat(watched.get().certificate()).isEqualTo(first.certificate());

    Credentials second = TestCredentials.issue(authority, "sm1");
    CredentialFiles.write(folder, second);
    assertThat(watched.get().certificate()).isEqualTo(second.certificate());
  }
}
