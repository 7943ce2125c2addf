package io.dateline.sm.registration;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;
import io.dateline.sm.registration.AliasFinds.Table;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ports 1 to 4. */
class AliasFindsTest {
  private static final long A = 0xA;
  private static final long B = 0xB;
  private static final long C = 0xC;

  private final Set<Long> gone = new HashSet<>();
  private List<String> sentences = List.of();

  private static AliasGuid alias(long port, int index, long guid) {
    return new AliasGuid(new AliasGuid.Id(port, index), guid);
  }

  private static RegistrationBook book(AliasGuid... aliases) {
    return RegistrationBook.of(new Registered(List.of(), List.of(), List.of(aliases), 0));
  }

  private List<AliasGuid> takeOver(RegistrationBook book, Table... found) {
    RegistrationChanges changes = new RegistrationChanges(book, "test", 5);
    sentences =
        AliasFinds.takeOver(
            changes.aliases(),
            List.of(found),
            new AliasRules.Subnet(
                guid -> guid <= 4,
                guid -> false,
                (guid, port) -> false,
                port -> !gone.contains(port),
                guid -> false));
    RegistrationBook after = book;
    for (SubnetEvent event : changes.events()) {
      after =
          event instanceof AliasGuidsGranted granted
              ? after.with(granted)
              : after.with((AliasGuidsRemoved) event);
    }
    return List.copyOf(after.aliases().aliases());
  }

  private static Table foreign(long port, long... behindItsOwn) {
    return table(port, true, behindItsOwn);
  }

  private static Table table(long port, boolean isForeign, long... behindItsOwn) {
    long[] guids = new long[behindItsOwn.length + 1];
    guids[0] = port;
    System.arraycopy(behindItsOwn, 0, guids, 1, behindItsOwn.length);
    return new Table(port, isForeign, /* isWhole= */ true, guids);
  }

  @Test
  void shouldTakeOverWhatTheJournalNeverHad() {
    assertThat(takeOver(book(), foreign(1, A, 0, B), table(2, false, C)))
        .containsExactly(alias(1, 1, A), alias(1, 3, B), alias(2, 1, C));
    assertThat(sentences).isEmpty();
  }

  @Test
  void shouldBelieveAPortOfAnotherManagerAndNotOneOfOurs() {
    RegistrationBook book = book(alias(1, 1, A), alias(1, 2, B));
    assertThat(takeOver(book, foreign(1, C)))
        .as("what it does not show stays")
        .containsExactly(alias(1, 1, C), alias(1, 2, B));
    assertThat(takeOver(book, table(1, false, C))).containsExactly(alias(1, 1, A), alias(1, 2, B));
  }

  @Test
  void shouldFollowAGuidThatTheOtherManagerMoved() {
    RegistrationBook book = book(alias(1, 1, A), alias(1, 2, B));
    assertThat(takeOver(book, foreign(1, 0, B), foreign(2, A)))
        .containsExactly(alias(1, 2, B), alias(2, 1, A));
    assertThat(takeOver(book, foreign(1, B, A))).containsExactly(alias(1, 1, B), alias(1, 2, A));
    gone.add(1L);
    assertThat(takeOver(book, foreign(2, A))).containsExactly(alias(1, 2, B), alias(2, 1, A));
  }

  @Test
  void shouldDoubleNoGuid() {
    RegistrationBook book = book(alias(1, 1, A));
    assertThat(takeOver(book, foreign(2, A, 4)))
        .as("another port's, and another's own")
        .containsExactly(alias(1, 1, A));
    assertThat(sentences)
        .containsExactly(
            "port 0x0000000000000002 shows the GUID 0x000000000000000a, which is another port's",
            "port 0x0000000000000002 shows the GUID 0x0000000000000004, which is another port's");
    assertThat(takeOver(book, foreign(1, A), foreign(2, A))).containsExactly(alias(1, 1, A));
    assertThat(takeOver(book(), foreign(2, A), foreign(3, A)))
        .as("the first of two")
        .containsExactly(alias(2, 1, A));
  }

  @Test
  void shouldTakeABlockOverAsAWholeOrNotAtAll() {
    AliasGuid[] nearlyAll = new AliasGuid[AliasRules.ALL_MAX - 2];
    for (int i = 0; i < nearlyAll.length; i++) {
      nearlyAll[i] = alias(0x1000 + i / 100, 1 + i % 100, 0x10_0000 + i);
    }
    RegistrationBook full = book(nearlyAll);
    assertThat(takeOver(full, foreign(1, A, B, C))).hasSize(nearlyAll.length);
    assertThat(sentences)
        .containsExactly(
            "block 0 of the GUIDs of port 0x0000000000000001 is not taken over: the journal has room for 65536");
    assertThat(takeOver(full, foreign(1, A, B)))
        .contains(alias(1, 1, A), alias(1, 2, B))
        .hasSize(nearlyAll.length + 2);
    assertThat(takeOver(book(), foreign(1, 0x10, 0x11, 0x12, 0x13))).hasSize(4);
  }

  @Test
  void shouldLeaveAGuidWithAPortOfWhichNotAllIsKnown() {
    RegistrationBook book = book(alias(1, 9, A));
    Table cut = new Table(1, /* isForeign= */ true, /* isWhole= */ false, new long[] {1});
    assertThat(takeOver(book, cut, foreign(2, A))).containsExactly(alias(1, 9, A));
    assertThat(takeOver(book, foreign(1), foreign(2, A))).containsExactly(alias(2, 1, A));
  }
}
