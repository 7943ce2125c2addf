package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.state.SubnetState;
import org.junit.jupiter.api.Test;

class OwnTermsTest {
  private static SubnetState after(SubnetState state, long mKey) {
    return state.apply(
        new SubnetEvent.TermStarted(
            state.term() + 1, TermKeys.shared(mKey), "some node", "test", 1));
  }

  private static final SubnetState FIRST = after(SubnetState.EMPTY, 0xA);

  private final OwnTerms terms = new OwnTerms();

  @Test
  void whoHasBegunNoneIsSupersededByNone() {
    assertThat(terms.isSuperseded(FIRST)).isFalse();
  }

  @Test
  void whoFindsItsOwnTermGoesOn() {
    terms.begin(FIRST, TermKeys.shared(0xB));

    assertThat(terms.isSuperseded(after(FIRST, 0xB))).isFalse();
  }

  /** The journal did not take it, and nobody else was there. */
  @Test
  void whoFindsTheTermBeforeTriesAgain() {
    terms.begin(FIRST, TermKeys.shared(0xB));

    assertThat(terms.isSuperseded(FIRST)).isFalse();
  }

  @Test
  void whoFindsAnothersTermWasSuperseded() {
    terms.begin(FIRST, TermKeys.shared(0xB));

    assertThat(terms.isSuperseded(after(FIRST, 0xC))).isTrue();
    assertThat(terms.isSuperseded(after(after(FIRST, 0xB), 0xC))).isTrue();
  }
}
