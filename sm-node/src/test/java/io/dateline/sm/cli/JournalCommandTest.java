package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class JournalCommandTest {
  @Test
  void shouldListenOnThisHostUnlessTold() {
    String listen =
        new CommandLine(new JournalCommand())
            .getCommandSpec()
            .findOption("--listen")
            .defaultValue();
    assertThat(listen).isEqualTo("127.0.0.1:7171");
  }
}
