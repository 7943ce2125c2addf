package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.SmInfo;
import org.junit.jupiter.api.Test;

class SmStandingTest {
  private static final long KEY = 77;
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(KEY, 1), () -> 3);

  private static SmInfo master(long smKey) {
    return new SmInfo().smState(SmInfo.STATE_MASTER).smKey(smKey);
  }

  @Test
  void shouldStandByFromWhenItIsAMemberUntilItLeaves() {
    assertThat(standing.state()).isEqualTo(SmState.NOT_ACTIVE);
    standing.appear();
    assertThat(standing.smInfo().smState()).isEqualTo(SmInfo.STATE_STANDBY);
    assertThat(standing.isLeaving()).isFalse();
    assertThat(standing.withdraw()).isTrue();
    assertThat(standing.isLeaving()).isTrue();
    assertThat(standing.state()).isEqualTo(SmState.NOT_ACTIVE);
  }

  @Test
  void shouldNeitherAppearNorWithdrawWhereTheManagerIs() {
    standing.enter(SmState.DISCOVERING);
    standing.appear();
    assertThat(standing.state()).isEqualTo(SmState.DISCOVERING);
    standing.enter(SmState.MASTER);
    assertThat(standing.withdraw()).isFalse();
    assertThat(standing.state()).isEqualTo(SmState.MASTER);
  }

  @Test
  void shouldAnswerQuestionsWhileInChargeAndOnceMoreWhenItHasHandedOver() {
    standing.appear();
    assertThat(standing.answersQuestions()).isFalse();
    standing.enter(SmState.MASTER);
    assertThat(standing.answersQuestions()).isTrue();
    standing.retire();
    assertThat(standing.state()).isEqualTo(SmState.NOT_ACTIVE);
    assertThat(standing.answersQuestions()).isTrue();
    standing.enter(SmState.STANDBY);
    assertThat(standing.answersQuestions()).isFalse();
    standing.retire();
    assertThat(standing.answersQuestions()).as("it was in charge of nothing").isFalse();
  }

  @Test
  void shouldAnswerQuestionsForAMasterThatEndedUntilATermBegins() {
    standing.appear();
    standing.standIn();
    assertThat(standing.answersQuestions()).isTrue();
    assertThat(standing.state()).as("it manages nothing").isEqualTo(SmState.STANDBY);
    standing.enter(SmState.DISCOVERING);
    standing.enter(SmState.STANDBY);
    assertThat(standing.answersQuestions()).as("of another one").isFalse();
  }

  @Test
  void shouldRefuseWhoShowsAnotherSmKey() {
    standing.appear();
    assertThat(standing.accepts(SmControl.DISABLE, master(KEY))).isTrue();
    assertThat(standing.accepts(SmControl.DISABLE, master(0))).as("it hides its key").isTrue();
    assertThat(standing.accepts(SmControl.DISABLE, master(KEY + 1))).isFalse();
    SmStanding open = new SmStanding(1, ServiceKeys.set(0, 1), () -> 3);
    open.appear();
    assertThat(open.accepts(SmControl.DISABLE, master(5))).as("it has no key itself").isTrue();
  }
}
