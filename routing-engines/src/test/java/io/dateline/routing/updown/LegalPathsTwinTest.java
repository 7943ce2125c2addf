package io.dateline.routing.updown;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.SwitchGraph;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Paths and ports against their naive twin on random fabrics and orders. */
class LegalPathsTwinTest {
  @Property(tries = 300)
  void shouldFindTheTwinsPathsForAnyNumberOfThreads(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int threads) {
    UpDownSample sample = UpDownSample.of(new Random(seed));
    LegalPaths paths = LegalPaths.of(sample.upDown(), sample.valleys(), sample.hops(), threads);
    LegalPorts ports = new LegalPorts(sample.graph(), sample.upDown().order(), paths);
    int count = sample.graph().switchCount;
    long[][] sets = new long[count][];
    for (int from = 0; from < count; from++) {
      sets[from] = new long[count];
      ports.find(from, sets[from], 1);
    }

    for (int to = 0; to < count; to++) {
      NaivePaths twin = new NaivePaths(sample, to);
      for (int from = 0; from < count; from++) {
        short code = paths.codes(from)[to];
        String pair = from + " to " + to;
        assertThat(code != LegalPaths.UNREACHED).as(pair).isEqualTo(twin.isSeen(from));
        if (twin.isSeen(from)) {
          assertThat(LegalPaths.distance(code)).as(pair).isEqualTo(twin.distance[from]);
          assertThat(LegalPaths.isDown(code)).as(pair).isEqualTo(twin.down[from]);
        }
        if (from != to) {
          assertThat(sets[from][to]).as(pair).isEqualTo(portsOf(sample, twin, from));
          int first = sample.graph().first[from];
          for (int index = 0; index < sample.graph().degree(from); index++) {
            assertThat(ports.qualifies(from, first + index, to))
                .as(pair)
                .isEqualTo((sets[from][to] >>> index & 1) != 0);
          }
        }
      }
    }
  }

  private static long portsOf(UpDownSample sample, NaivePaths twin, int from) {
    SwitchGraph graph = sample.graph();
    long set = 0;
    for (int index = 0; index < graph.degree(from); index++) {
      int next = graph.to[graph.first[from] + index];
      boolean nearer =
          twin.isSeen(from) && twin.isSeen(next) && twin.distance[next] == twin.distance[from] - 1;
      boolean up = sample.upDown().order().isAbove(next, from);
      boolean allowed =
          up
              ? !twin.narrow[from] || sample.valleys().isEnd(next, from)
              : twin.down[next] || twin.mayTurn(from, next, twin.distance);
      if (nearer && up != twin.down[from] && allowed) {
        set |= 1L << index;
      }
    }
    return set;
  }
}
