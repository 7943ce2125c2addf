package io.dateline.persistence.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.measure.Candidate;
import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.EngineComparison.LeftOut;
import io.dateline.persistence.event.EngineComparison.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredComparisonTest {
  private static final Candidate NUE =
      Candidate.of("nue", new RoutingFigures(992, true, 41, 287, 63));

  private static EngineComparison again(EngineComparison comparison) {
    return StoredComparison.comparison(
        comparison.generation(),
        StoredComparison.text(comparison),
        StoredComparison.elsewhere(comparison),
        StoredComparison.leftOut(comparison));
  }

  /** Reasons name nodes, and a node's name may have any characters. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "no tree: \"sw1\r\" has ranks",
        "\r\n",
        "a\nb",
        "a\u0085b\u2028c\u2029",
        "x = 7: y",
        "",
        "a\u000bb\fc"
      })
  void shouldReadWhateverAReasonSays(String reason) {
    EngineComparison read =
        again(new EngineComparison(5, List.of(Candidate.out("ftree", reason), NUE)));
    assertThat(read.engines()).containsExactly("ftree", "nue");
    assertThat(read.candidates().getLast()).isEqualTo(NUE);
    assertThat(read.candidates().getFirst().reason()).hasSameSizeAs(reason);
  }

  @Test
  void shouldReadWhatNodesDid() {
    EngineComparison comparison =
        new EngineComparison(
            5,
            List.of(NUE),
            List.of(new Trial("nue", -2)),
            List.of(new LeftOut(7, "said: 3 = 4; more")));
    assertThat(again(comparison)).isEqualTo(comparison);
  }

  @Test
  void shouldReadALineThatIsNone() {
    assertThat(StoredComparison.comparison(1, "what", null, null).candidates())
        .containsExactly(Candidate.out("what", ""));
  }
}
