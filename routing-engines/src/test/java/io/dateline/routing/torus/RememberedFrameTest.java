package io.dateline.routing.torus;

import static io.dateline.routing.torus.FrameSearchTest.found;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a frame that is remembered is worth, and what becomes of one that contradicts. */
class RememberedFrameTest {
  private static final TorusShape SHAPE = TestTorus.shape("6 5 1");

  private final TestTorus torus = new TestTorus(SHAPE, 7);
  private final TorusConf conf = torus.conf(SHAPE.place(2, 2, 0));
  private final TorusFrame whole =
      found(FrameSearch.find(torus.build(), conf, Optional.empty())).frame();

  private FrameOutcome.Found again(TorusConf now, TorusFrame before) {
    return found(FrameSearch.find(torus.build(), now, Optional.of(before)));
  }

  private TorusConf conf(TorusShape shape, List<TorusConf.Seed> seeds, int maxChanges) {
    return new TorusConf(shape, seeds, 16, List.of(), maxChanges);
  }

  @Test
  void shouldNeedNoSeedAndKeepWhoIsGone() {
    torus.named(SHAPE.place(2, 2, 0)).forEach(torus::loseSwitch);

    FrameOutcome.Found found = again(conf, whole);

    assertThat(found.frame()).isEqualTo(whole);
    assertThat(found.warnings())
        .hasSize(3)
        .allSatisfy(warning -> assertThat(warning).matches("switch 0x\\w+ of \\(.*\\) is missing"));
  }

  @Test
  void shouldPlaceWhoComesBackWhereItWas() {
    torus.loseSwitch(7);
    assertThat(again(conf, whole).frame().place(torus.guidAt(7))).isEqualTo(7);

    torus.findSwitch(7);
    assertThat(again(conf, whole).warnings()).isEmpty();
  }

  @Test
  void shouldPlaceANewSwitchAndSaySo() {
    torus.loseSwitch(7);
    TorusFrame without = found(FrameSearch.find(torus.build(), conf, Optional.empty())).frame();
    torus.findSwitch(7);

    FrameOutcome.Found found = again(conf, without);

    assertThat(found.frame()).isEqualTo(whole);
    assertThat(found.warnings())
        .singleElement()
        .asString()
        .endsWith("\"sw(1,1,0)\" is new, at (1,1,0)");
  }

  @Test
  void shouldGiveTheplaceOfALostSwitchToTheOneThatReplacesIt() {
    long old = torus.guidAt(7);
    torus.replace(7, 0x9999);

    FrameOutcome.Found found = again(conf, whole);

    assertThat(found.frame().place(0x9999)).isEqualTo(7);
    assertThat(found.frame().place(old)).isEqualTo(Fabric.NONE);
    assertThat(found.warnings())
        .containsExactly(
            "switch 0x0000000000009999 \"sw(1,1,0)\" has taken the place of 0x%016x, (1,1,0)"
                .formatted(old));
  }

  /** Two switches have been swapped in the rack: both stay where the frame has them. */
  @Test
  void shouldReportAFrameThatTheCablesContradictAndLeaveIt() {
    int one = SHAPE.place(1, 1, 0);
    int other = SHAPE.place(4, 3, 0);
    long guid = torus.guidAt(one);
    torus.replace(one, torus.guidAt(other)).replace(other, guid);

    FrameOutcome.Found found = again(conf, whole);

    assertThat(found.frame()).isEqualTo(whole);
    assertThat(found.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .contains("%016x \"sw(4,3,0)\" is held to be at (1,1,0), but".formatted(guid)))
        .anySatisfy(
            warning ->
                assertThat(warning).matches("the cable from port .* is not used: it leads.*"));
  }

  @Test
  void shouldLeaveOutANewSwitchWhoseCablesContradict() {
    torus.loseSwitch(7);
    torus.addForeign(0x9999, SHAPE.place(1, 0, 0), SHAPE.place(1, 2, 0), SHAPE.place(4, 4, 0));

    FrameOutcome.Found found = again(conf, whole);

    assertThat(found.frame()).isEqualTo(whole);
    assertThat(found.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("switch 0x0000000000009999 \"\" has no place in the torus 6 5 1: ")
                    .endsWith("beside all the switches that its cables lead to"));
  }

  @Test
  void shouldLeaveOutANewSwitchForWhichASingleCableSpeaks() {
    torus.loseSwitch(7);
    torus.addForeign(0x9999, SHAPE.place(1, 0, 0));

    FrameOutcome.Found found = again(conf, whole);

    assertThat(found.frame()).isEqualTo(whole);
    assertThat(found.warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .contains("9999 \"\" has no place")
                    .endsWith("a single cable is all that speaks for (1,1,0)"));
  }

  @Test
  void shouldRefuseAConfigurationWithOtherRadices() {
    TorusShape other = TestTorus.shape("6 6 1");

    FrameOutcome outcome =
        FrameSearch.find(torus.build(), conf(other, conf.seeds(), 32), Optional.of(whole));

    assertThat(outcome)
        .isEqualTo(
            new FrameOutcome.Refused(
                "torus_config says torus 6 6 1, but the switches have their places in torus 6 5 1:"
                    + " correct the file, or reset the frame"));
    assertThat(
            FrameSearch.find(
                torus.build(),
                conf(TestTorus.shape("6 5m 1"), conf.seeds(), 32),
                Optional.of(whole)))
        .isInstanceOf(FrameOutcome.Refused.class);
  }

  @Test
  void shouldLetTheFrameStandAgainstDatelinesThatAreElsewhere() {
    TorusConf.Seed seed = conf.seeds().getFirst();
    TorusConf.Seed moved =
        new TorusConf.Seed(seed.originGuid(), seed.neighbours(), List.of(0, 0, 0));

    FrameOutcome.Found found = again(conf(SHAPE, List.of(moved), 32), whole);

    assertThat(found.frame()).isEqualTo(whole);
    assertThat(found.warnings())
        .singleElement()
        .asString()
        .contains("seed 1 of torus_config has switch", "at (0,0,0), but it is at (2,2,0)");
  }

  @Test
  void shouldComeToTheSameFrameFromSeedsInAnyOrder() {
    TorusConf both = torus.conf(SHAPE.place(2, 2, 0), SHAPE.place(5, 4, 0));
    TorusConf reversed = conf(SHAPE, both.seeds().reversed(), 32);

    assertThat(found(FrameSearch.find(torus.build(), both, Optional.empty())).frame())
        .isEqualTo(whole);
    FrameOutcome.Found fromSecond =
        found(FrameSearch.find(torus.build(), reversed, Optional.empty()));
    assertThat(fromSecond.frame()).isEqualTo(whole);
    assertThat(fromSecond.warnings()).isEmpty();
    assertThat(again(reversed, whole)).isEqualTo(new FrameOutcome.Found(whole, List.of()));
  }

  @Test
  void shouldBeginAnewFromTheSeedsWhereNobodyOfTheFrameIsLeft() {
    TorusFrame strangers = TorusFrame.empty(SHAPE).with(new long[] {0x77, 0x78}, new int[] {0, 1});

    FrameOutcome.Found found = again(conf, strangers);

    assertThat(found.frame()).isEqualTo(whole);
  }

  @Test
  void shouldTellAsManyChangesAsItIsAllowedTo() {
    for (int place = 0; place < 10; place++) {
      torus.loseSwitch(place);
    }

    List<String> warnings = again(conf(SHAPE, conf.seeds(), 3), whole).warnings();

    assertThat(warnings).hasSize(4);
    assertThat(warnings.getLast()).isEqualTo("7 more changes of the torus");
    assertThat(again(conf(SHAPE, conf.seeds(), 0), whole).warnings())
        .containsExactly("10 more changes of the torus");
  }

  /** Switches lost, replaced and found again, in any order: nobody ever moves. */
  @Test
  void shouldNeverMoveAnybody() {
    TorusFrame frame = whole;
    for (int step = 0; step < 300; step++) {
      int place = torus.random().below(SHAPE.places());
      if (torus.isLost(place)) {
        if (torus.random().below(4) == 0) {
          torus.replace(place, 0x10000 + step);
        }
        torus.findSwitch(place);
      } else {
        torus.loseSwitch(place);
      }
      TorusFrame next = again(conf, frame).frame();
      for (Map.Entry<Long, Integer> each : frame.places().long2IntEntrySet()) {
        int at = next.place(each.getKey());
        assertThat(at).as("step %d", step).isIn(each.getValue(), Fabric.NONE);
        if (at == Fabric.NONE) {
          assertThat(torus.guidAt(each.getValue())).isNotEqualTo(each.getKey());
        }
      }
      for (int p = 0; p < SHAPE.places(); p++) {
        assertThat(next.place(torus.guidAt(p))).as("step %d", step).isIn(p, Fabric.NONE);
      }
      frame = next;
    }
  }
}
