package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.cluster.PortSight.Sign;
import org.junit.jupiter.api.Test;

class PeerTest {
  private static final Peer SHOWN = Peer.of(null, null).seen(Sign.SHOWS_MANAGER);

  @Test
  void aPortThatHidesItsManagerProvesADeathOnlyWhereTheProcessCannotBeReached() {
    assertThat(SHOWN.isGone(Sign.HIDES_MANAGER)).isFalse();
    assertThat(SHOWN.lost(true).isGone(Sign.HIDES_MANAGER)).isTrue();
    assertThat(SHOWN.silent(true).isGone(Sign.HIDES_MANAGER)).isTrue();
    assertThat(SHOWN.lost(true).lost(false).isGone(Sign.HIDES_MANAGER)).isFalse();
    assertThat(SHOWN.silent(true).silent(false).isGone(Sign.HIDES_MANAGER)).isFalse();
  }

  @Test
  void aPortThatNeverShowedOneProvesNothing() {
    Peer young = Peer.of(null, null).lost(true).silent(true);

    assertThat(young.isGone(Sign.HIDES_MANAGER)).isFalse();
    assertThat(young.seen(Sign.UNKNOWN).isGone(Sign.HIDES_MANAGER)).isFalse();
    assertThat(young.seen(Sign.SHOWS_MANAGER).isGone(Sign.HIDES_MANAGER)).isTrue();
  }

  @Test
  void aStoppedProcessAndASilentPortAreLeftToTheDetector() {
    Peer stopped = SHOWN.silent(true);

    assertThat(stopped.isGone(Sign.SHOWS_MANAGER)).isFalse();
    assertThat(stopped.isGone(Sign.UNKNOWN)).isFalse();
    assertThat(stopped.isDoubtful()).isTrue();
  }
}
