package io.dateline.routing.torus;

import static io.dateline.routing.torus.FrameSearchTest.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fabrics that are more than a torus, or another one than configured; seeds that have lost some.
 */
class ImperfectTorusTest {
  private static final TorusShape SHAPE = TestTorus.shape("6 5 1");

  private final TestTorus torus = new TestTorus(SHAPE, 11);

  private FrameOutcome.Found search(TorusConf conf) {
    return found(FrameSearch.find(torus.build(), conf, Optional.empty()));
  }

  private void assertAllPlaced(TorusFrame frame) {
    for (int place = 0; place < SHAPE.places(); place++) {
      assertThat(frame.place(torus.guidAt(place)))
          .as("place %d", place)
          .isEqualTo(torus.isLost(place) ? Fabric.NONE : place);
    }
  }

  @Test
  void shouldUseTheNextSeedWhereTheFirstHasLostASwitch() {
    int lost = SHAPE.place(2, 2, 0);
    torus.loseSwitch(lost);

    FrameOutcome.Found found = search(torus.conf(lost, SHAPE.place(5, 4, 0)));

    assertAllPlaced(found.frame());
    assertThat(found.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .isEqualTo(
                        "seed 1 of torus_config: there is no switch 0x%016x"
                            .formatted(torus.guidAt(lost))));
  }

  @Test
  void shouldPreferASeedThatHasAllItsCables() {
    int first = SHAPE.place(2, 2, 0);
    torus.loseCable(first, 0);

    assertAllPlaced(search(torus.conf(first, SHAPE.place(5, 4, 0))).frame());
    FrameOutcome.Found alone = search(torus.conf(first));
    assertAllPlaced(alone.frame());
    assertThat(alone.warnings().getFirst()).startsWith("seed 1 of torus_config: there is no cable");
  }

  @Test
  void shouldMakeDoWithWhatIsLeftOfAllSeeds() {
    int one = SHAPE.place(1, 1, 0);
    int other = SHAPE.place(4, 3, 0);
    torus.loseSwitch(SHAPE.next(one, 0)).loseSwitch(SHAPE.next(other, 2));

    FrameOutcome.Found found = search(torus.conf(one, other));

    assertAllPlaced(found.frame());
    assertThat(found.warnings().getFirst()).startsWith("every seed has lost a switch: 0x");
  }

  @Test
  void shouldRefuseWhereWhatIsLeftOfTheSeedsDoesNotTell() {
    int one = SHAPE.place(1, 1, 0);
    torus.loseSwitch(SHAPE.next(one, 0));

    assertThat(FrameSearch.find(torus.build(), torus.conf(one), Optional.empty()))
        .isInstanceOfSatisfying(
            FrameOutcome.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .startsWith("every seed of torus_config has lost a switch (0x")
                    .endsWith("does not tell the places of 27 switches"));
  }

  @Test
  void shouldSayThatTheDatelinesOfSeedsDisagree() {
    TorusConf good = torus.conf(SHAPE.place(2, 2, 0), SHAPE.place(5, 4, 0));
    TorusConf.Seed second = good.seeds().getLast();
    TorusConf bad =
        new TorusConf(
            SHAPE,
            List.of(
                good.seeds().getFirst(),
                new TorusConf.Seed(second.originGuid(), second.neighbours(), List.of(-4, -4, 0))),
            16,
            List.of(),
            32);

    FrameOutcome.Found found = search(bad);

    assertAllPlaced(found.frame());
    assertThat(found.warnings())
        .singleElement()
        .asString()
        .startsWith("seed 2 of torus_config has switch")
        .contains("at (4,4,0), but it is at (5,4,0)");
  }

  @Test
  void shouldPutParallelCablesTogetherAndCountThem() {
    for (int i = 0; i < 4; i++) {
      torus.addCable(SHAPE.place(3, 3, 0), SHAPE.place(4, 3, 0));
    }
    TorusConf conf = torus.conf(0);
    assertThat(search(conf).warnings()).isEmpty();
    assertAllPlaced(search(conf).frame());

    TorusConf few = new TorusConf(SHAPE, conf.seeds(), 4, List.of(), 32);
    assertThat(search(few).warnings())
        .singleElement()
        .asString()
        .matches(
            ".* \"sw\\(3,3,0\\)\" has 5 cables in \\+x, and portgroup_max_ports is 4: those at"
                + " its ports \\d+ are not used");
  }

  /** One cable too many, anywhere: it is told, and changes nobody's place. */
  @ParameterizedTest
  @ValueSource(strings = {"6 5 1", "5 5 5", "4 4 4", "3 4 5", "8m 8 1"})
  void shouldPassOverACableThatDoesNotBelong(String text) {
    TorusShape shape = TestTorus.shape(text);
    for (long seed = 1; seed <= 60; seed++) {
      TestTorus odd = new TestTorus(shape, seed);
      int a = odd.random().below(shape.places());
      int b = odd.random().below(shape.places());
      GridNeighbours grid = new GridNeighbours(shape);
      if (a == b || grid.areBeside(a, b)) {
        continue;
      }
      odd.addCable(a, b);
      FrameOutcome.Found found =
          found(FrameSearch.find(odd.build(), odd.conf(shape.places() / 2), Optional.empty()));
      for (int place = 0; place < shape.places(); place++) {
        assertThat(found.frame().place(odd.guidAt(place)))
            .as(
                "%s seed %d: %s - %s, %s",
                text, seed, shape.placeName(a), shape.placeName(b), place)
            .isEqualTo(place);
      }
      assertThat(found.warnings())
          .singleElement()
          .asString()
          .contains("is not used: it leads from ");
    }
  }

  /** A gateway at two switches, or a chain of them, has no place even where one is free. */
  @Test
  void shouldLeaveOutASwitchThatHangsOnTheTorus() {
    torus.loseSwitch(SHAPE.place(3, 3, 0));
    torus.addForeign(0x9999, SHAPE.place(3, 4, 0));

    FrameOutcome.Found found = search(torus.conf(0));

    assertAllPlaced(found.frame());
    assertThat(found.frame().place(0x9999)).isEqualTo(Fabric.NONE);
  }

  @ParameterizedTest
  @CsvSource({"6 5 1,5 5 1", "6 5 1,5 6 1", "8 8 8,8 8 7", "5 6 1,6 6 1"})
  void shouldRefuseRadicesThatLeaveManySwitchesOut(String wired, String said) {
    assertThat(refusal(wired, said)).startsWith("torus_config says torus " + said + ", but ");
  }

  /** Why a torus is not laid out that the file says is another one. */
  private static String refusal(String wired, String said) {
    TestTorus another = new TestTorus(TestTorus.shape(wired), 5);
    TorusConf conf =
        new TorusConf(TestTorus.shape(said), another.conf(0).seeds(), 16, List.of(), 32);
    FrameOutcome outcome = FrameSearch.find(another.build(), conf, Optional.empty());
    assertThat(outcome).isInstanceOf(FrameOutcome.Refused.class);
    return ((FrameOutcome.Refused) outcome).reason();
  }

  /** A pair of gateways, and leaves with adapters of their own, are none of the torus. */
  @Test
  void shouldLeaveOutAFewSwitchesBesideADamagedTorus() {
    torus.loseSwitch(SHAPE.place(3, 3, 0));
    for (int gateway = 0; gateway < 2; gateway++) {
      torus.addForeign(0x9990 + gateway, SHAPE.place(1, gateway, 0), SHAPE.place(4, gateway, 0));
    }
    for (int leaf = 0; leaf < 12; leaf++) {
      torus.addForeign(0x9900 + leaf, SHAPE.place(leaf % 6, 2, 0));
    }

    FrameOutcome.Found found = search(torus.conf(0));

    assertAllPlaced(found.frame());
    assertThat(found.frame().places()).hasSize(29);
  }

  /** A frame that was remembered would have to be reset before the file can be corrected. */
  @ParameterizedTest
  @CsvSource({"6 5 1,7 5 1,x,6", "5 5 1,7 7 1,x,5", "5 6 1,5 8 1,y,6", "5 5 5,5 5 6,z,5"})
  void shouldRefuseARadixThatIsTooLarge(String wired, String said, char dimension, int radix) {
    assertThat(refusal(wired, said))
        .startsWith("torus_config says torus " + said + ", but no switch is at " + dimension)
        .endsWith("the radix of %c seems to be %d".formatted(dimension, radix));
  }

  /** A part of it has no power yet: what was cabled to that hangs loose. */
  @Test
  void shouldLayOutATorusThatIsHalfThere() {
    for (int place = 0; place < SHAPE.places(); place++) {
      if (SHAPE.coordinate(place, 0) >= 4) {
        torus.loseSwitch(place);
      }
    }
    torus.addCable(SHAPE.place(0, 2, 0), SHAPE.place(3, 2, 0)); // does not belong, on one line

    FrameOutcome.Found found = search(torus.conf(SHAPE.place(1, 1, 0)));

    assertThat(found.frame().places()).hasSize(20);
  }

  /** As all tables were made by it; the cables past the gap are told. */
  @Test
  void shouldLeaveAFrameThatIsRememberedWhateverItsRadices() {
    TorusShape said = TestTorus.shape("7 5 1");
    TorusConf large = new TorusConf(said, torus.conf(0).seeds(), 16, List.of(), 32);
    long[] guids = new long[SHAPE.places()];
    int[] places = new int[guids.length];
    for (int place = 0; place < guids.length; place++) {
      guids[place] = torus.guidAt(place);
      places[place] = said.place(SHAPE.coordinate(place, 0), SHAPE.coordinate(place, 1), 0);
    }
    TorusFrame before = TorusFrame.empty(said).with(guids, places);

    FrameOutcome.Found found = found(FrameSearch.find(torus.build(), large, Optional.of(before)));

    assertThat(found.frame()).isEqualTo(before);
    assertThat(found.warnings())
        .anySatisfy(warning -> assertThat(warning).contains("it leads from (0,"));
  }
}
