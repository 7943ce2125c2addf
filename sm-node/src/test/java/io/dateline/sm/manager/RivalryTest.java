package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBA Vol 1, 14.4.1: who is master where several want to be. */
class RivalryTest {
  private static final int OWN_PRIORITY = 5;
  private static final long OWN_GUID = 0x8000_0000_0000_0050L;
  private static final long KEY = 0x1234;

  private static SmInfo info(int state, int priority, long guid) {
    return new SmInfo().smState(state).priority(priority).guid(guid).smKey(KEY);
  }

  private static Rivalry rivalry(int ownState, Set<Long> peers, Set<Long> declined) {
    return new Rivalry(
        info(ownState, OWN_PRIORITY, OWN_GUID), new Peers(peers, Set.of()), declined, false);
  }

  private static Rivalry.Verdict judge(int ownState, SmInfo... rivals) {
    return rivalry(ownState, Set.of(), Set.of()).judge(managers(rivals));
  }

  private static List<ManagerInfo> managers(SmInfo... rivals) {
    return Arrays.stream(rivals)
        .map(rival -> new ManagerInfo(7, Arrays.copyOf(rival.bytes(), Mad.SMP_DATA_BYTES)))
        .toList();
  }

  private static long guidOf(ManagerInfo manager) {
    return SmInfo.of(manager.smInfo()).guid();
  }

  @ParameterizedTest
  @CsvSource({
    // own state, rival's state, priority, GUID: what is done
    "1, 3, 0, 99, StandBy", // any master, of a node that is none
    "1, 1, 6, 99, StandBy", // on its way
    "1, 2, 5, 1, StandBy", // a lower GUID
    "1, 2, 5, -1, NobodyAhead", // GUIDs are unsigned
    "1, 1, 4, 1, NobodyAhead",
    "1, 0, 15, 1, NobodyAhead", // not active
    "3, 2, 6, 99, HandOver",
    "3, 2, 5, 1, HandOver",
    "3, 2, 5, -1, NobodyAhead",
    "3, 2, 4, 1, NobodyAhead",
    "3, 1, 15, 1, NobodyAhead", // it cannot take the subnet yet
    "3, 0, 15, 1, NobodyAhead",
    "3, 3, 6, 99, HandOver", // two masters: the worse one gives way
    "3, 3, 5, 1, HandOver",
    "3, 3, 4, 1, AwaitHandover",
    "3, 3, 5, -1, AwaitHandover"
  })
  void shouldDoWhatTheClaimsAsk(int ownState, int state, int priority, long guid, String verdict) {
    assertThat(judge(ownState, info(state, priority, guid)).getClass().getSimpleName())
        .isEqualTo(verdict);
  }

  @Test
  void nobodyIsAheadWhereNobodyIs() {
    assertThat(judge(1)).isInstanceOf(Rivalry.NobodyAhead.class);
    assertThat(judge(3)).isInstanceOf(Rivalry.NobodyAhead.class);
  }

  @Test
  void shouldFollowTheMasterRatherThanABetterOneThatIsNone() {
    Rivalry.StandBy verdict = (Rivalry.StandBy) judge(1, info(2, 15, 1), info(3, 0, 2));
    assertThat(guidOf(verdict.rival())).isEqualTo(2);
  }

  @Test
  void shouldHandOverToTheBestOfSeveral() {
    Rivalry.HandOver verdict =
        (Rivalry.HandOver) judge(3, info(2, 6, 1), info(2, 9, 7), info(3, 9, 5), info(3, 6, 2));
    assertThat(guidOf(verdict.heir())).isEqualTo(5);
  }

  @Test
  void shouldNotTakeANodeOfItsOwnClusterForARival() {
    SmInfo peer = info(2, OWN_PRIORITY, 1);
    assertThat(judge(3, peer)).isInstanceOf(Rivalry.HandOver.class);
    assertThat(rivalry(3, Set.of(OWN_GUID, 1L), Set.of()).judge(managers(peer)))
        .isInstanceOf(Rivalry.NobodyAhead.class);
    assertThat(rivalry(1, Set.of(OWN_GUID, 1L), Set.of()).judge(managers(peer)))
        .isInstanceOf(Rivalry.NobodyAhead.class);
  }

  /** It was given up, and lives: it says that it is master until it notices. */
  @Test
  void shouldNotHandOverToAFormerNodeOfItsCluster() {
    Rivalry rivalry =
        new Rivalry(
            info(3, OWN_PRIORITY, OWN_GUID),
            new Peers(Set.of(OWN_GUID), Set.of(1L)),
            Set.of(),
            false);
    assertThat(rivalry.judge(managers(info(3, OWN_PRIORITY, 1))))
        .isInstanceOf(Rivalry.NobodyAhead.class);
    assertThat(rivalry.judge(managers(info(2, OWN_PRIORITY + 1, 1))))
        .as("another subnet manager on its port")
        .isInstanceOf(Rivalry.HandOver.class);
  }

  /** Else the stranger would hand over to the peer, and the subnet would go round. */
  @Test
  void shouldClaimWithTheLowestGuidOfItsCluster() {
    SmInfo stranger = info(2, OWN_PRIORITY, 5);
    assertThat(rivalry(3, Set.of(OWN_GUID, 3L), Set.of()).judge(managers(stranger)))
        .isInstanceOf(Rivalry.NobodyAhead.class);
    assertThat(rivalry(3, Set.of(OWN_GUID, 6L), Set.of()).judge(managers(stranger)))
        .isInstanceOf(Rivalry.HandOver.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3, StandBy", // no second master beside it
    "1, 2, NobodyAhead",
    "3, 2, NobodyAhead",
    "3, 3, NobodyAhead"
  })
  void shouldHandNothingToAStrangerWithAnotherSmKey(int ownState, int state, String verdict) {
    assertThat(judge(ownState, info(state, 15, 1).smKey(KEY + 1)).getClass().getSimpleName())
        .isEqualTo(verdict);
  }

  /** OpenSM shows none to those that lack its M_Key. */
  @ParameterizedTest
  @CsvSource({
    "3, 0, 2, HandOver",
    "3, 1, 2, NobodyAhead", // another key
    "3, 0, 1, NobodyAhead",
    "1, 0, 2, StandBy",
  })
  void shouldGiveWayToOneThatHidesItsSmKeyWhereThePortsRefuseThisNode(
      int ownState, long shown, int state, String verdict) {
    SmInfo own = info(ownState, OWN_PRIORITY, OWN_GUID);
    List<ManagerInfo> better = managers(info(state, 15, 1).smKey(shown));
    Peers peers = new Peers(Set.of(), Set.of());

    assertThat(new Rivalry(own, peers, Set.of(), true).judge(better).getClass().getSimpleName())
        .isEqualTo(verdict);
    assertThat(new Rivalry(own, peers, Set.of(), false).judge(better))
        .isInstanceOf(Rivalry.NobodyAhead.class);
  }

  @Test
  void shouldTrustEverybodyWhereItHasNoKey() {
    SmInfo open = info(3, OWN_PRIORITY, OWN_GUID).smKey(0);
    assertThat(
            new Rivalry(open, new Peers(Set.of(), Set.of()), Set.of(), false)
                .judge(managers(info(2, 15, 1).smKey(9))))
        .isInstanceOf(Rivalry.HandOver.class);
  }

  @Test
  void shouldNotOfferTheSubnetAgainToWhoHasDeclined() {
    assertThat(rivalry(3, Set.of(), Set.of(1L)).judge(managers(info(2, 15, 1))))
        .isInstanceOf(Rivalry.NobodyAhead.class);
  }

  @Test
  void shouldKnowWhoIsOnItsWay() {
    Rivalry rivalry = rivalry(3, Set.of(), Set.of());
    assertThat(rivalry.isBetterOnItsWay(managers(info(1, 6, 1)))).isTrue();
    assertThat(rivalry.isBetterOnItsWay(managers(info(1, 4, 1)))).isFalse();
    assertThat(rivalry.isBetterOnItsWay(managers(info(2, 6, 1)))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // own state, polled one's state and priority
    "2, 3, 0, true", // the master lives
    "2, 2, 9, true", // it may become master yet
    "2, 1, 9, true",
    "2, 2, 0, false",
    "2, 1, 0, false",
    "2, 0, 9, false",
    "3, 3, 0, true", // its handover is waited for
    "3, 2, 0, false",
    "3, 2, 9, false"
  })
  void shouldWaitForWhoGoesBefore(int ownState, int state, int priority, boolean waits) {
    assertThat(rivalry(ownState, Set.of(), Set.of()).isWorthWaiting(info(state, priority, 99)))
        .isEqualTo(waits);
  }
}
