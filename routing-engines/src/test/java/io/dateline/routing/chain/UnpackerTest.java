package io.dateline.routing.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnpackerTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldReadWhatIsLong() {
    byte[] bytes = new byte[300_001];
    new Random(1).nextBytes(bytes);
    try (Packer out = new Packer()) {
      out.put(bytes);
      out.put(7);
      try (Unpacker in = new Unpacker(out.bytes())) {
        assertThat(in.bytes()).isEqualTo(bytes);
        assertThat(in.number()).isEqualTo(7);
        assertThat(in.isAtEnd()).isTrue();
      }
    }
  }

  /** A node ends when it has no memory left: no other one may have it do so by a number. */
  @Test
  void shouldTakeNoMemoryForWhatIsNotThere() {
    byte[] some = new byte[1 << 20];
    new Random(2).nextBytes(some);
    try (Packer out = new Packer()) {
      out.put(1_000_000_000);
      out.put(some, 0, some.length);
      try (Unpacker in = new Unpacker(out.bytes())) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(in::bytes).hasMessage("there are too few bytes");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(16 << 20);
      }
    }
  }
}
