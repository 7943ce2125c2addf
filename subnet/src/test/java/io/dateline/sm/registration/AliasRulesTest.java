package io.dateline.sm.registration;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.fair.Quota;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Ports 1 to 4, with room for 12 GUIDs each, of which one port may have 10. */
class AliasRulesTest {
  private static final int CAPACITY = 12;
  private static final int PORT_MAX = 10;
  private static final long CHOSEN = 0x0014_0507_0000_0000L;

  private final AliasRules rules =
      new AliasRules(new RegistrationSettings(0, 0, false, PORT_MAX, 7));
  private final Set<Long> own = new HashSet<>(Set.of(1L, 2L, 3L, 4L));
  private final Set<Long> gone = new HashSet<>();
  private final Set<Long> inGroup = new HashSet<>();
  private final Set<Long> held = new HashSet<>();
  private final Set<Long> ofOthers = new HashSet<>();
  private final GuidInfo heldBlock = new GuidInfo();
  private RegistrationBook book = RegistrationBook.EMPTY;
  private List<SubnetEvent> lastEvents = List.of();

  /** Indexes and GUIDs, alternating. */
  private ChangeAnswer set(long port, int block, long... entries) {
    return ask(true, port, block, entries);
  }

  private ChangeAnswer delete(long port, int block, int... indexes) {
    long[] entries = new long[2 * indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      entries[2 * i] = indexes[i];
    }
    return ask(false, port, block, entries);
  }

  private ChangeAnswer ask(boolean isSet, long port, int block, long... entries) {
    GuidInfoRecord asked = new GuidInfoRecord().lid((int) port).blockNum(block);
    long mask = GuidInfoRecord.LID.mask() | GuidInfoRecord.BLOCK_NUM.mask();
    for (int i = 0; i < entries.length; i += 2) {
      asked.guidInfo().guidBlock((int) entries[i], entries[i + 1]);
      mask |= GuidInfoRecord.GUIDS.mask((int) entries[i]);
    }
    AliasRequest request =
        new AliasRequest(
            isSet, mask, asked, new AliasRequest.Port(port, CAPACITY, heldBlock), port);
    RegistrationChanges changes = new RegistrationChanges(book, "test", 5);
    ChangeAnswer answer =
        rules.decide(
            changes.aliases(),
            request,
            new AliasRules.Subnet(
                own::contains,
                held::contains,
                (guid, asker) -> ofOthers.contains(guid),
                guid -> !gone.contains(guid),
                inGroup::contains));
    lastEvents = changes.events();
    for (SubnetEvent event : lastEvents) {
      book =
          event instanceof AliasGuidsGranted granted
              ? book.with(granted)
              : book.with((AliasGuidsRemoved) event);
    }
    return answer;
  }

  private static GuidInfo block(ChangeAnswer answer) {
    return ((GuidInfoRecord) ((ChangeAnswer.Done) answer).record()).guidInfo();
  }

  private static long guid(ChangeAnswer answer, int index) {
    return block(answer).guidBlock(index);
  }

  @Test
  void shouldChooseGuidsOfTheConfiguredByteAndCountUp() {
    ChangeAnswer first = set(1, 0, 1, 0, 2, 0);
    assertThat(guid(first, 0)).as("its own").isEqualTo(1);
    assertThat(guid(first, 1)).isEqualTo(CHOSEN + 1);
    assertThat(guid(first, 2)).isEqualTo(CHOSEN + 2);
    assertThat(guid(first, 3)).isZero();
    assertThat(guid(set(2, 0, 7, 0), 7)).isEqualTo(CHOSEN + 3);
    assertThat(guid(set(1, 0, 1, 0), 1)).as("it has one").isEqualTo(CHOSEN + 1);
    assertThat(lastEvents).isEmpty();
  }

  @Test
  void shouldChooseNoGuidTwiceThoughItWasGivenBack() {
    set(1, 0, 1, 0);
    assertThat(guid(delete(1, 0, 1), 1)).isZero();
    assertThat(guid(set(1, 0, 1, 0), 1)).isEqualTo(CHOSEN + 2);
    book = RegistrationBook.of(book.toRegistered()); // as after a failover
    delete(1, 0, 1);
    assertThat(guid(set(2, 0, 1, 0), 1)).isEqualTo(CHOSEN + 3);
  }

  @Test
  void shouldChooseNoGuidThatIsInUse() {
    own.add(CHOSEN + 1);
    held.add(CHOSEN + 2);
    set(2, 0, 1, CHOSEN + 3);
    assertThat(guid(set(1, 0, 1, 0), 1)).isEqualTo(CHOSEN + 4);
  }

  @Test
  void shouldLeaveAPortWhatItHasFromAnotherSubnetManager() {
    set(3, 1, 0, 0xA3);
    heldBlock.guidBlock(1, 0xA1).guidBlock(2, 2).guidBlock(3, 0xA3);
    ChangeAnswer answer = set(1, 0, 1, 0, 2, 0, 3, 0);
    assertThat(guid(answer, 1)).isEqualTo(0xA1);
    assertThat(guid(answer, 2)).as("not the own GUID of another port").isEqualTo(CHOSEN + 1);
    assertThat(guid(answer, 3)).as("nor another port's alias").isEqualTo(CHOSEN + 2);
    delete(1, 0, 1);
    assertThat(guid(set(1, 0, 1, 0), 1)).as("later it counts no more").isEqualTo(CHOSEN + 3);
  }

  /** A driver may ask for one entry after the other. */
  @Test
  void shouldKeepTheOthersOfABlockThatComesFromAnotherSubnetManager() {
    heldBlock.guidBlock(1, 0xA1).guidBlock(2, 0xA2).guidBlock(3, 3);
    assertThat(guid(set(1, 0, 1, 0), 2)).as("was not asked about").isEqualTo(0xA2);
    assertThat(guid(set(1, 0, 2, 0), 2)).isEqualTo(0xA2);
    assertThat(guid(set(1, 0, 3, 0), 3)).as("a port's own").isEqualTo(CHOSEN + 1);
  }

  @Test
  void shouldDeleteWhatAPortHasFromAnotherSubnetManager() {
    heldBlock.guidBlock(1, 0xA1).guidBlock(2, 0xA2);
    ChangeAnswer answer = delete(1, 0, 1);
    assertThat(guid(answer, 1)).isZero();
    assertThat(guid(answer, 2)).as("and keep the rest").isEqualTo(0xA2);
  }

  @Test
  void shouldSayThatItDoesNotDeleteWhereAPortHasNothingElse() {
    heldBlock.guidBlock(1, 0xA1);
    assertThat(delete(1, 0, 1)).isEqualTo(new ChangeAnswer.Refused(SaStatus.NO_RECORDS));
  }

  @Test
  void shouldGiveNoPortWhatAnotherHasFromAnotherSubnetManager() {
    ofOthers.add(0xA1L);
    assertThat(guid(set(1, 0, 1, 0xA1), 1)).isZero();
  }

  @Test
  void shouldGrantWhatIsFreeAndKeepTheRestAsItWas() {
    assertThat(guid(set(1, 0, 1, 0xA), 1)).isEqualTo(0xA);
    ChangeAnswer answer = set(2, 0, 1, 0xA, 2, 3, 3, 0xB, 4, 0xB);
    assertThat(guid(answer, 1)).as("another port's alias").isZero();
    assertThat(guid(answer, 2)).as("a port's own").isZero();
    assertThat(guid(answer, 3)).isEqualTo(0xB);
    assertThat(guid(answer, 4)).as("twice in one request").isZero();
    assertThat(guid(set(2, 0, 3, 0xA), 3)).as("what it had").isEqualTo(0xB);
    assertThat(guid(set(2, 0, 3, 0xC), 3)).as("in the place of another").isEqualTo(0xC);
    assertThat(guid(set(1, 0, 2, 0xB), 2)).as("which is free now").isEqualTo(0xB);
  }

  @Test
  void shouldGiveTheGuidOfAPortThatIsGoneToOneThatAsks() {
    set(1, 0, 1, 0xA, 2, 0xB);
    gone.add(1L);
    inGroup.add(0xBL);
    ChangeAnswer answer = set(2, 0, 1, 0xA, 2, 0xB);
    assertThat(guid(answer, 1)).isEqualTo(0xA);
    assertThat(guid(answer, 2)).as("its group does not know yet").isZero();
    assertThat(book.aliases().aliases(1)).extracting(AliasGuid::guid).containsExactly(0xBL);
    assertThat(lastEvents).hasSize(2);
  }

  @Test
  void shouldDenyToTakeAGuidFromAGroup() {
    set(1, 0, 1, 0xA);
    inGroup.add(0xAL);
    ChangeAnswer denied = new ChangeAnswer.Refused(SaStatus.REQ_DENIED);
    assertThat(delete(1, 0, 1)).isEqualTo(denied);
    assertThat(set(1, 0, 1, 0xB)).isEqualTo(denied);
    assertThat(set(1, 0, 1, 0xA)).isInstanceOf(ChangeAnswer.Done.class);
    assertThat(set(1, 0, 1, 0)).isInstanceOf(ChangeAnswer.Done.class);
    assertThat(book.aliases().aliases(1)).hasSize(1);
  }

  @Test
  void shouldIgnoreEntriesThatThePortHasNoRoomFor() {
    ChangeAnswer answer = set(1, 1, 3, 0xA, 4, 0xB);
    assertThat(guid(answer, 3)).isEqualTo(0xA);
    assertThat(guid(answer, 4)).as("index 12 of 12").isZero();
  }

  @Test
  void shouldRefuseOnePortMoreThanItsShare() {
    set(1, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0);
    assertThat(set(1, 1, 0, 0, 1, 0, 2, 0, 3, 0))
        .isEqualTo(new ChangeAnswer.OverQuota(Quota.ALIASES));
    assertThat(lastEvents).isEmpty();
    assertThat(set(1, 1, 0, 0, 1, 0, 2, 0)).isInstanceOf(ChangeAnswer.Done.class);
    assertThat(set(1, 0, 1, 0xA))
        .as("in the place of another")
        .isInstanceOf(ChangeAnswer.Done.class);
    assertThat(set(2, 1, 0, 0)).isInstanceOf(ChangeAnswer.Done.class);
  }

  @Test
  void shouldRememberWhichBlocksItHasTold() {
    set(1, 1, 0, 0xA);
    delete(1, 1, 0);
    book = RegistrationBook.of(book.toRegistered());
    assertThat(book.aliases().blocks()).containsExactly(new AliasGuid.Id(1, 8));
    assertThat(book.aliases().guids(new AliasGuid.Id(1, 8))).containsOnly(0);
    assertThat(book.aliases().guids(new AliasGuid.Id(1, 0))).startsWith(1, 0);
  }

  @Test
  void shouldEndAliasesThatArePortsOwnAndThoseOfPortsThatAreDropped() {
    set(1, 0, 1, 0xA, 2, 0xB);
    set(2, 0, 1, 0xC);
    RegistrationChanges changes = new RegistrationChanges(book, "test", 5);
    changes.aliases().dropOwned(guid -> guid == 0xA);
    changes.dropDeparted(port -> port != 2);
    assertThat(changes.events())
        .containsExactly(
            new AliasGuidsRemoved(
                List.of(new AliasGuid.Id(1, 1), new AliasGuid.Id(2, 1)), "test", 5));
  }

  /** Beside a table that is looked through from end to end. */
  @RepeatedTest(200)
  void shouldDoAsATableSays(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    Map<AliasGuid.Id, Long> table = new HashMap<>();
    Set<Long> everChosen = new HashSet<>();
    for (int step = 0; step < 60; step++) {
      long port = random.nextLong(1, 5);
      int block = random.nextInt(2);
      AliasGuid.Id entry = new AliasGuid.Id(port, 8 * block + 1 + random.nextInt(7));
      int inBlock = entry.index() % 8;
      long guid = random.nextInt(3) == 0 ? 0 : random.nextLong(1, 13);
      long before = table.getOrDefault(entry, 0L);
      boolean exists = entry.index() < CAPACITY;
      if (random.nextInt(4) == 0) {
        delete(port, block, inBlock);
        table.remove(entry);
      } else {
        ChangeAnswer answer = set(port, block, inBlock, guid);
        boolean isFull =
            table.keySet().stream().filter(id -> id.portGuid() == port).count() >= PORT_MAX;
        if (exists && before == 0 && isFull) {
          assertThat(answer).isInstanceOf(ChangeAnswer.OverQuota.class);
        } else if (exists && guid == 0 && before == 0) {
          long chosen = guid(answer, inBlock);
          assertThat(everChosen.add(chosen)).as("chosen once: %x", chosen).isTrue();
          table.put(entry, chosen);
        } else if (exists && guid != 0 && !own.contains(guid) && !table.containsValue(guid)) {
          table.put(entry, guid);
        }
        if (answer instanceof ChangeAnswer.Done) {
          assertThat(guid(answer, inBlock)).isEqualTo(table.getOrDefault(entry, 0L));
        }
      }
      Map<AliasGuid.Id, Long> got = new HashMap<>();
      book.aliases().aliases().forEach(alias -> got.put(alias.id(), alias.guid()));
      assertThat(got)
          .as("seed %d, step %d", repetition.getCurrentRepetition(), step)
          .isEqualTo(table);
    }
    assertThat(RegistrationBook.of(book.toRegistered())).isEqualTo(book);
  }
}
