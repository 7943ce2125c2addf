package io.dateline.sm.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InputEndTest {
  @Test
  void shouldTellTheEndAndNothingElse() throws IOException, InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    PipedInputStream input = new PipedInputStream();
    try (PipedOutputStream output = new PipedOutputStream(input)) {
      InputEnd.whenEnded(input, ended::countDown);
      output.write(1);
      output.flush();

      assertThat(ended.getCount()).isOne();
    }

    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
