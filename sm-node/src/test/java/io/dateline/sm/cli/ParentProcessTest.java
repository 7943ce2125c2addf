package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParentProcessTest {
  private final CountDownLatch ended = new CountDownLatch(1);

  @Test
  void shouldTellOnceAProcessWasKilled() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sleep", "60").start();

    ParentProcess.whenEnded(process.pid(), ended::countDown);
    long before = ended.getCount();
    process.destroyForcibly();

    assertThat(before).isOne();
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldTellAtOnceOfOneThatIsNoMore() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();

    ParentProcess.whenEnded(process.pid(), ended::countDown);

    assertThat(ended.getCount()).isZero();
  }

  @Test
  void shouldHaveNoParentUnlessToldSo() {
    ParentProcess.whenEnded(ended::countDown);

    assertThat(ended.getCount()).isOne();
  }
}
