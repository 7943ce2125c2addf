package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.measure.RoutingFigures;
import io.dateline.sm.manager.TableVote.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableVoteTest {
  private static final CandidateTrial.Answer OURS = new CandidateTrial.Tables("ours");
  private static final CandidateTrial.Answer OTHERS = new CandidateTrial.Tables("others");

  private static TableVote vote(CandidateTrial.Answer... answers) {
    TableVote vote = new TableVote("dor", List.of(1L, 2L, 3L, 4L), List.of());
    for (int i = 0; i < answers.length; i++) {
      vote.hear(i + 1, answers[i]);
    }
    return vote;
  }

  @Test
  void shouldBelieveTheLargerNumber() {
    assertThat(vote().outcome("ours", List.of()))
        .as("nobody has said anything")
        .isEqualTo(Outcome.RIGHT);
    assertThat(vote(OURS).outcome("ours", List.of())).isEqualTo(Outcome.RIGHT);
    assertThat(vote(OURS, OTHERS).outcome("ours", List.of())).isEqualTo(Outcome.RIGHT);
    assertThat(vote(OTHERS).outcome("ours", List.of())).isEqualTo(Outcome.UNDECIDED);
    assertThat(vote(OTHERS, OTHERS).outcome("ours", List.of())).isEqualTo(Outcome.WRONG);
    assertThat(vote(OTHERS, OTHERS, OURS).outcome("ours", List.of())).isEqualTo(Outcome.UNDECIDED);
    assertThat(vote(OTHERS, OTHERS, OURS, OURS).outcome("ours", List.of()))
        .isEqualTo(Outcome.RIGHT);
    assertThat(vote(OTHERS, new CandidateTrial.Tables("third")).outcome("ours", List.of()))
        .as("two that do not agree")
        .isEqualTo(Outcome.UNDECIDED);
  }

  /** It has the rows from them: that they have the same proves nothing. */
  @Test
  void shouldNotCountNodesThatHaveMadeAPart() {
    assertThat(vote(OURS, OTHERS).outcome("ours", List.of(1L)))
        .as("one that has made a part, and one that has not")
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(vote(OURS, OTHERS, OTHERS).outcome("ours", List.of(1L))).isEqualTo(Outcome.WRONG);
    assertThat(vote(OURS).outcome("ours", List.of(1L))).isEqualTo(Outcome.RIGHT);
    assertThat(vote(OTHERS).outcome("ours", List.of(1L)))
        .as("one that has made a part, and has others as a whole")
        .isEqualTo(Outcome.UNDECIDED);
    assertThat(vote(OTHERS, OURS).outcome("ours", List.of(1L))).isEqualTo(Outcome.RIGHT);
  }

  @Test
  void shouldTellWhoHasWhat() {
    TableVote vote = vote(OURS, OTHERS, new CandidateTrial.Out("no"));
    vote.hear(4, new CandidateTrial.Unable("it lags"));
    assertThat(vote.isAwaiting()).isFalse();
    assertThat(vote.alike("ours")).containsExactly(1L);
    assertThat(vote.unlike("ours")).as("a refusal is no table").containsExactly(2L, 3L);
    assertThat(vote.said(2)).isEqualTo("others");
  }

  /** They are of versions that judge what they compute, or have tried it as a candidate. */
  @Test
  void shouldCompareTablesThatWereJudged() {
    TableVote vote =
        vote(
            new CandidateTrial.Routed("ours", new RoutingFigures(1, true, 1, 1, 1)),
            new CandidateTrial.Rejected("others", "packets loop"));
    assertThat(vote.alike("ours")).containsExactly(1L);
    assertThat(vote.unlike("ours")).containsExactly(2L);
  }

  @Test
  void shouldNotWaitForOneThatIsLateOrGone() {
    TableVote vote = new TableVote("dor", List.of(1L, 2L, 3L), List.of(3L));
    vote.lost(1);
    assertThat(vote.isAwaiting()).as("for 2").isTrue();
    assertThat(vote.giveUp()).containsExactly(2L);
    assertThat(vote.isAwaiting()).isFalse();
    vote.hear(1, OTHERS);
    vote.hear(2, OTHERS);
    vote.hear(3, OTHERS);
    vote.hear(3, OURS);
    vote.hear(4, OTHERS);
    assertThat(vote.unlike("ours"))
        .as("not of one that is gone, none twice, none that was not asked")
        .containsExactly(2L, 3L);
  }

  @Test
  void shouldComputeTwiceAtMost() {
    TableVote vote = vote(OTHERS, OTHERS);
    assertThat(vote.repeats("ours")).isTrue();
    assertThat(vote.repeats("ours")).isFalse();
    assertThat(vote.isCorrected("ours")).isFalse();
    assertThat(vote.isCorrected("others")).isTrue();
  }
}
