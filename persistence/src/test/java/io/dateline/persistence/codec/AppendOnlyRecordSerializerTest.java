package io.dateline.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Two versions of the program that know different lengths of the same record. */
final class AppendOnlyRecordSerializerTest {
  private record Inner(int a) {}

  private record LongerInner(int a, String b) {}

  private record Old(long id, String text, Inner inner) {}

  private record New(
      long id, String text, LongerInner inner, int count, boolean flag, byte[] bytes) {}

  private static <R extends Record, I extends Record> KryoCodec codec(
      Class<R> type, Class<I> inner) {
    return new KryoCodec(
        new RecordTypes.Builder()
            .add(100, "Thing", 1, type, type, Function.identity(), Function.identity())
            .add(101, "Inner", 1, inner, inner, Function.identity(), Function.identity())
            .build(),
        kryo -> {});
  }

  private final KryoCodec old = codec(Old.class, Inner.class);
  private final KryoCodec current = codec(New.class, LongerInner.class);

  @Test
  void shouldSkipComponentsItDoesNotKnow() throws Exception {
    byte[] bytes =
        current.toBytes(new New(-5, "x", new LongerInner(3, "more"), 9, true, new byte[300]));

    assertThat(old.toValue(bytes, "Thing:1")).isEqualTo(new Old(-5, "x", new Inner(3)));
  }

  @Test
  void shouldTakeZeroAndNullForComponentsThatAreNotThere() throws Exception {
    byte[] bytes = old.toBytes(new Old(-5, "x", new Inner(3)));

    assertThat(current.toValue(bytes, "Thing:1"))
        .isEqualTo(new New(-5, "x", new LongerInner(3, null), 0, false, null));
  }

  @Test
  void shouldTellNullFromEmpty() throws Exception {
    assertThat(old.toValue(old.toBytes(new Old(0, null, null)), "Thing:1"))
        .isEqualTo(new Old(0, null, null));
    assertThat(old.toValue(old.toBytes(new Old(0, "", null)), "Thing:1"))
        .isEqualTo(new Old(0, "", null));
  }

  @Test
  void shouldRefuseAManifestOrAnIdTwice() {
    RecordTypes.Builder builder = new RecordTypes.Builder().message(100, 1, Inner.class);

    assertThatThrownBy(() -> builder.message(100, 1, Old.class))
        .hasMessage("Old:1 or id 100 is taken");
    assertThatThrownBy(() -> builder.message(101, 1, Inner.class))
        .hasMessage("Inner:1 or id 101 is taken");
    assertThatThrownBy(() -> builder.message(99, 1, New.class))
        .hasMessage("New:1 cannot have id 99");
  }
}
