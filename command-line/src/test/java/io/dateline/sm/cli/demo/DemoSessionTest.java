package io.dateline.sm.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.sm.cli.console.Nodeless;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoSessionTest {
  @Test
  void shouldLeaveNothingBehindWhenAllWentWell() throws IOException {
    DemoSession session = DemoSession.begin(Nodeless.class);
    Files.createDirectory(session.folder().resolve("state"));
    Files.writeString(session.folder().resolve("state/journal"), "events");
    session.keepFolder(false);

    session.close();

    assertThat(session.folder()).doesNotExist();
  }

  @Test
  void shouldKeepTheLogsOtherwise() throws IOException {
    DemoSession session = DemoSession.begin(Nodeless.class);
    Path log = Files.writeString(session.folder().resolve("node.log"), "why");

    session.close();

    assertThat(log).hasContent("why");
    session.keepFolder(false);
    session.close();
  }

  @Test
  void shouldStartNothingOnceItEnds() throws IOException {
    DemoSession session = DemoSession.begin(Nodeless.class);
    session.keepFolder(false);
    session.close();

    assertThat(session.isEnding()).isTrue();
    assertThatThrownBy(() -> session.start("late", "status"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stopped");
  }

  @Test
  void shouldTellAFailureFromAnEnd() throws IOException, InterruptedException {
    try (DemoSession session = DemoSession.begin(Nodeless.class)) {
      session.keepFolder(false);
      ChildProcess ended = session.start("first", "--version");
      ChildProcess failed = session.start("second", "nonsense");
      ended.awaitExit();
      failed.awaitExit();

      assertThat(ended.hasFailed()).isFalse();
      assertThat(failed.hasFailed()).isTrue();
      assertThatThrownBy(failed::requireAlive)
          .hasMessage("second ended with exit code 2; its log is " + failed.log());
    }
  }

  @Test
  void shouldEndWhatBeganLastFirstAndAllOfIt() throws IOException {
    List<String> ended = new ArrayList<>();
    DemoSession session = DemoSession.begin(Nodeless.class);
    session.keepFolder(false);
    session.atEnd(() -> ended.add("fabric"));
    session.atEnd(
        () -> {
          throw new IllegalStateException("this one does not end");
        });
    session.atEnd(() -> ended.add("node"));

    session.close();
    session.close();
    session.atEnd(() -> ended.add("late"));

    assertThat(ended).containsExactly("node", "fabric", "late");
  }
}
