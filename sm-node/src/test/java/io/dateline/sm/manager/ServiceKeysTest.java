package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.SmInfo;
import io.dateline.persistence.event.SiteKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ServiceKeysTest {
  private final List<SiteKeys> told = new ArrayList<>();

  private ServiceKeys keys(OptionalLong smKey, OptionalLong saKey) {
    return new ServiceKeys(smKey, saKey, told::add);
  }

  @Test
  void shouldTakeWhatTheJournalHoldsWhereTheOperatorHasSetNone() {
    ServiceKeys keys = keys(OptionalLong.empty(), OptionalLong.empty());
    keys.learn(SiteKeys.NONE);
    assertThat(keys.saKey()).isZero();
    keys.learn(new SiteKeys(3, 5));
    keys.learn(new SiteKeys(3, 5));

    assertThat(keys.smKey()).isEqualTo(3);
    assertThat(keys.saKey()).isEqualTo(5);
    assertThat(told).containsExactly(new SiteKeys(3, 5));
  }

  @Test
  void shouldLetTheOperatorWin() {
    ServiceKeys keys = keys(OptionalLong.of(1), OptionalLong.of(0));
    keys.learn(new SiteKeys(3, 5));

    assertThat(told).containsExactly(new SiteKeys(1, 0));
  }

  /** A key that everybody is shown proves nothing; OpenSM has to be shown the operator's. */
  @Test
  void shouldShowARandomSmKeyOnlyToOneThatKnowsIt() {
    ServiceKeys keys = keys(OptionalLong.empty(), OptionalLong.of(1));
    keys.learn(new SiteKeys(3, 5));
    SmStanding random = new SmStanding(1, keys, () -> 0);
    SmStanding set = new SmStanding(1, ServiceKeys.set(3, 1), () -> 0);

    assertThat(random.shownTo(new SmInfo()).smKey()).isZero();
    assertThat(random.shownTo(new SmInfo().smKey(4)).smKey()).isZero();
    assertThat(random.shownTo(new SmInfo().smKey(3)).smKey()).isEqualTo(3);
    assertThat(random.smInfo().smKey()).as("to itself").isEqualTo(3);
    assertThat(set.shownTo(new SmInfo()).smKey()).isEqualTo(3);
  }

  /** Before the journal was read there is a key, only it is not known here. */
  @Test
  void shouldTrustNothingWhileItsKeyIsNotKnown() {
    SmStanding early = new SmStanding(1, keys(OptionalLong.empty(), OptionalLong.empty()), () -> 0);

    assertThat(early.proofOf(new SmInfo().smKey(9))).isEqualTo(SmStanding.Proof.WRONG);
    assertThat(early.proofOf(new SmInfo())).isEqualTo(SmStanding.Proof.NONE);
  }
}
