package io.dateline.routing.torus;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameSearchTest {
  static FrameOutcome.Found found(FrameOutcome outcome) {
    assertThat(outcome).isInstanceOf(FrameOutcome.Found.class);
    return (FrameOutcome.Found) outcome;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2 2 1",
        "2 3 1",
        "2 4 1",
        "2 5 1",
        "3 3 1",
        "3 4 1",
        "4 4 1",
        "4 5 1",
        "5 5 1",
        "6 5 1",
        "1 4 5",
        "5 1 3",
        "8 4 1",
        "2 2 2",
        "2 2 4",
        "2 3 4",
        "3 3 3",
        "3 3 5",
        "3 4 5",
        "4 4 4",
        "4 4 5",
        "5 5 5",
        "6 4 2",
        "6 6 6",
        "8 3 4",
        "2m 2m 1",
        "3m 3m 1",
        "4m 4m 1",
        "4m 4 1",
        "5m 5m 1",
        "2m 3m 4m",
        "4m 4m 4m",
        "5m 4m 3m",
        "6 5m 1",
        "4 4m 4",
        "5 4m 3",
        "3m 5 4m",
        "5 1 1",
        "1 6m 1",
        "1 1 4",
        "3 1 1",
        "2 1 1"
      })
  void shouldFindEverySwitchOfAPristineTorus(String text) {
    TorusShape shape = TestTorus.shape(text);
    for (long seed = 1; seed <= 6; seed++) {
      TestTorus torus = new TestTorus(shape, seed);
      int origin = torus.random().below(shape.places());
      FrameOutcome.Found found =
          found(FrameSearch.find(torus.build(), torus.conf(origin), Optional.empty()));

      for (int place = 0; place < shape.places(); place++) {
        assertThat(found.frame().place(torus.guidAt(place)))
            .as("%s seed %d origin %d place %d: %s", text, seed, origin, place, found.warnings())
            .isEqualTo(place);
      }
      assertThat(found.warnings()).isEmpty();
    }
  }

  /** Every cable and every switch but the seed's, one at a time. */
  @ParameterizedTest
  @ValueSource(
      strings = {"3 3 1", "4 4 1", "4 5 1", "6 5 1", "2 3 4", "3 3 3", "4 4 3", "5 4 3", "3m 4 4"})
  void shouldFindAllOthersWhereOneIsLost(String text) {
    TorusShape shape = TestTorus.shape(text);
    int origin = shape.places() / 2;
    for (int place = 0; place < shape.places(); place++) {
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction += 2) {
        TestTorus torus = new TestTorus(shape, place).loseCable(place, direction);
        assertThat(misplaced(torus, origin)).as("%d %d", place, direction).isZero();
      }
      TestTorus torus = new TestTorus(shape, place);
      if (!torus.named(origin).contains(place)) {
        torus.loseSwitch(place);
        assertThat(misplaced(torus, origin)).as("switch %d", place).isZero();
      }
    }
  }

  /** Switches that are there and not where they are. */
  private static int misplaced(TestTorus torus, int origin) {
    TorusFrame frame =
        found(FrameSearch.find(torus.build(), torus.conf(origin), Optional.empty())).frame();
    int count = 0;
    for (int place = 0; place < torus.shape.places(); place++) {
      int at = frame.place(torus.guidAt(place));
      count += at == (torus.isLost(place) ? Fabric.NONE : place) ? 0 : 1;
    }
    return count;
  }

  /** As OpenSM does; a frame that was laid out by it would be remembered. */
  @ParameterizedTest
  @ValueSource(strings = {"4 4 1", "5 5 1", "4 4 4", "3 4 5", "5m 5m 1", "6 4 3"})
  void shouldRefuseASeedWithALinkWhereNoCableIs(String text) {
    TorusShape shape = TestTorus.shape(text);
    for (long seed = 1; seed <= 20; seed++) {
      TestTorus torus = new TestTorus(shape, seed);
      int origin = 0;
      TorusConf right = torus.conf(origin);
      Map<Integer, Long> links = new HashMap<>(right.seeds().getFirst().neighbours());
      int direction = 2 * torus.random().below(shape.radix(2) > 1 ? 3 : 2);
      int wrong = torus.random().below(shape.places());
      long guid = torus.guidAt(wrong);
      boolean isBeside =
          IntStream.range(0, TorusShape.DIRECTIONS)
              .anyMatch(way -> shape.next(origin, way) == wrong);
      if (wrong == origin || isBeside) {
        continue;
      }
      links.put(direction, guid);
      TorusConf conf =
          new TorusConf(
              shape,
              List.of(
                  new TorusConf.Seed(
                      torus.guidAt(origin), links, right.seeds().getFirst().datelines())),
              TorusConf.PORTGROUP_MAX_PORTS,
              List.of(),
              TorusConf.MAX_CHANGES);
      FrameOutcome outcome = FrameSearch.find(torus.build(), conf, Optional.empty());
      assertThat(outcome)
          .as("%s seed %d: %s is said to be at %d", text, seed, shape.placeName(wrong), direction)
          .isInstanceOfSatisfying(
              FrameOutcome.Refused.class,
              refused ->
                  assertThat(refused.reason())
                      .contains("there is no cable from")
                      .contains(Guid.format(guid)));
    }
  }

  /** Whatever is lost: a switch is where it is, or left out with a warning. */
  @ParameterizedTest
  @ValueSource(
      strings = {"6 5 1", "4 5 1", "2 5 1", "3 3 3", "4 4 4", "5 5 5", "5m 5m 5m", "8m 8 1"})
  void shouldNeverPlaceASwitchWhereItIsNot(String text) {
    TorusShape shape = TestTorus.shape(text);
    for (long seed = 1; seed <= 40; seed++) {
      TestTorus torus = new TestTorus(shape, seed);
      int origin = torus.random().below(shape.places());
      torus.loseCables(torus.random().below(torus.cableCount() / 3));
      for (int losses = torus.random().below(shape.places() / 5); losses > 0; losses--) {
        int place = torus.random().below(shape.places());
        if (!torus.named(origin).contains(place)) {
          torus.loseSwitch(place);
        }
      }
      FrameOutcome.Found found =
          found(FrameSearch.find(torus.build(), torus.conf(origin), Optional.empty()));
      for (int place = 0; place < shape.places(); place++) {
        int at = found.frame().place(torus.guidAt(place));
        if (at == Fabric.NONE && !torus.isLost(place)) {
          assertThat(found.warnings()).as("%s seed %d", text, seed).isNotEmpty();
        } else {
          assertThat(at)
              .as("%s seed %d place %d", text, seed, place)
              .isEqualTo(torus.isLost(place) ? Fabric.NONE : place);
        }
      }
    }
  }
}
