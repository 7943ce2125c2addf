package io.dateline.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.persistence.event.Journaled;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class KryoEventSerializerTest {
  private final KryoEventSerializer serializer = new KryoEventSerializer();

  static Iterable<Journaled> samples() {
    return Samples.ALL;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldReadBackWhatItWrote(Journaled value) throws Exception {
    Object read = serializer.fromBinary(serializer.toBinary(value), serializer.manifest(value));

    assertThat(read).usingRecursiveComparison().isEqualTo(value);
  }

  @Test
  void shouldNameManifestAndVersionOfAnEventFromTheFuture() {
    assertThatThrownBy(() -> serializer.fromBinary(new byte[10], "LidsAssigned:2"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage(
            "cannot read record \"LidsAssigned:2\": this version knows LidsAssigned up to version"
                + " 1");
    assertThatThrownBy(() -> serializer.fromBinary(new byte[10], "GatewayMoved:1"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("\"GatewayMoved:1\": this version knows no GatewayMoved");
  }

  @Test
  void shouldNoticeBytesUnderAnotherManifest() {
    byte[] bytes = serializer.toBinary(Samples.ALL.getFirst());

    assertThatThrownBy(() -> serializer.fromBinary(bytes, "LidsReleased:1"))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("\"LidsReleased:1\"");
  }

  @Property(tries = 300)
  void shouldRefuseOrReadDamagedBytesButNeverRunOutOfMemory(
      @ForAll @IntRange(max = 14) int sample,
      @ForAll @Size(min = 1, max = 4) byte[] damage,
      @ForAll @IntRange(max = 200) int offset,
      @ForAll @IntRange(max = 200) int cut) {
    Journaled value = Samples.ALL.get(sample);
    byte[] bytes = serializer.toBinary(value);
    for (int i = 0; i < damage.length; i++) {
      bytes[(offset + i) % bytes.length] = damage[i];
    }
    byte[] damaged = Arrays.copyOf(bytes, Math.max(0, bytes.length - cut));

    Object read;
    try {
      read = serializer.fromBinary(damaged, serializer.manifest(value));
    } catch (UnreadableRecordException e) {
      assertThat(e).hasMessageContaining(serializer.manifest(value));
      return;
    }
    assertThat(read).isInstanceOf(value.getClass());
  }

  @Test
  void shouldRefuseAClassThatIsNotRegistered() {
    assertThatThrownBy(() -> serializer.toBinary("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("java.lang.String is not registered");
  }
}
