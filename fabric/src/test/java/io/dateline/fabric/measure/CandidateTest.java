package io.dateline.fabric.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateTest {
  private static Candidate candidate(
      String name, boolean free, int bandwidth, int hops, long load) {
    return Candidate.of(name, new RoutingFigures(served(name), free, bandwidth, hops, load));
  }

  private static long served(String name) {
    return name.startsWith("all") ? 100 : 99;
  }

  private static String best(Candidate... candidates) {
    return Candidate.best(List.of(candidates)).map(Candidate::engine).orElse("none");
  }

  @Test
  void shouldTakeTheFirstDifferenceOfTheRule() {
    Candidate free = candidate("free", true, 10, 900, 900);
    Candidate wide = candidate("wide", false, 90, 100, 1);
    Candidate all = candidate("all", false, 1, 999, 999);
    assertThat(best(free, all)).as("pairs that are served").isEqualTo("all");
    assertThat(best(wide, free)).as("then no credit loop").isEqualTo("free");
    Candidate wider = candidate("wider", true, 11, 950, 999);
    assertThat(best(free, wider)).as("then bandwidth").isEqualTo("wider");
    Candidate shorter = candidate("shorter", true, 10, 899, 999);
    assertThat(best(free, shorter)).as("then hops").isEqualTo("shorter");
    Candidate lighter = candidate("lighter", true, 10, 900, 899);
    assertThat(best(free, lighter)).as("then load").isEqualTo("lighter");
    Candidate equal = candidate("equal", true, 10, 900, 900);
    assertThat(best(free, equal)).as("then the order").isEqualTo("free");
    assertThat(best(equal, free)).isEqualTo("equal");
  }

  @Test
  void shouldNotTakeOneThatHasNotRouted() {
    Candidate out = Candidate.out("out", "too few lanes");
    assertThat(best(out)).isEqualTo("none");
    assertThat(best(out, candidate("in", false, 0, 0, 0))).isEqualTo("in");
    assertThat(out.inWords()).isEqualTo("out: too few lanes");
  }
}
