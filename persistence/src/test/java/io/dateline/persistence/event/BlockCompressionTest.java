package io.dateline.persistence.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class BlockCompressionTest {
  @Property
  void shouldGiveEntriesBack(@ForAll @Size(max = 5000) byte[] entries) {
    byte[] deflated = BlockCompression.deflate(entries);

    assertThat(BlockCompression.inflate(deflated, entries.length)).isEqualTo(entries);
  }

  @Test
  void shouldShrinkARowOfPortNumbers() {
    byte[] row = new byte[48 * 1024];
    for (int lid = 0; lid < row.length; lid++) {
      row[lid] = (byte) (lid / 12 % 36);
    }

    assertThat(BlockCompression.deflate(row)).hasSizeLessThan(row.length / 8);
  }

  @Test
  void shouldRefuseAnotherNumberOfEntries() {
    byte[] deflated = BlockCompression.deflate(new byte[64]);

    assertThatThrownBy(() -> BlockCompression.inflate(deflated, 63))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BlockCompression.inflate(deflated, 65))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BlockCompression.inflate(new byte[] {1, 2, 3}, 64))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
