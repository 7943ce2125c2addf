package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.TablesForgotten;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.routing.actors.JournalTestKit;
import io.dateline.routing.actors.programmer.LftProgrammer.Command;
import io.dateline.routing.actors.programmer.LftProgrammer.Program;
import io.dateline.routing.actors.programmer.ProgrammerReply.Programmed;
import io.dateline.routing.actors.programmer.ProgrammerReply.ProgrammingFailed;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One programmer, one switch, the persistence test kit's journal. */
final class LftProgrammerTest {
  private static final long TURN = Turns.before(1) + 7;
  private static final ActorTestKit KIT = JournalTestKit.create("");

  private static final PersistenceTestKit JOURNAL = PersistenceTestKit.create(KIT.system());
  private static final SnapshotTestKit SNAPSHOTS = SnapshotTestKit.create(KIT.system());
  private static final AtomicLong GUIDS = new AtomicLong(0xf452_1403_0000_0000L);
  private static final ProgrammerSettings SETTINGS =
      new ProgrammerSettings(8, 512, Duration.ofHours(1));

  private final long guid = GUIDS.incrementAndGet(); // a history of its own for each test
  private final String id = "lft|" + Guid.hex16(guid);
  private final FakeSwitch fake = new FakeSwitch();
  private final TestProbe<ProgrammerReply> replies = KIT.createTestProbe(ProgrammerReply.class);
  private final TestProbe<ClusterSharding.ShardCommand> shard =
      KIT.createTestProbe(ClusterSharding.ShardCommand.class);

  private ActorRef<Command> programmer;

  @BeforeEach
  void start() {
    programmer = spawn(SETTINGS);
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private ActorRef<Command> spawn(ProgrammerSettings settings) {
    return KIT.spawn(LftProgrammer.create(guid, fake.setup(settings), shard.ref()));
  }

  private void restart() {
    KIT.stop(programmer);
    programmer = spawn(SETTINGS);
  }

  private static byte[] row(int blocks, int value) {
    byte[] row = new byte[blocks * 64];
    Arrays.fill(row, (byte) value);
    return row;
  }

  private void tell(long generation, byte[] row, boolean forget) {
    programmer.tell(
        new Program(
            generation, row.length - 1, row, forget, replies.ref(), fake.reach(), Turns.UNKNOWN));
  }

  private ProgrammerReply program(long generation, byte[] row) {
    tell(generation, row, false);
    return replies.receiveMessage();
  }

  private void assertHolds(byte[] row) {
    assertThat(Arrays.copyOf(fake.table(), row.length)).isEqualTo(row);
    assertThat(fake.seen.linearFdbTop()).isEqualTo(row.length - 1);
  }

  @Test
  void shouldTellTheSwitchItsRow() {
    byte[] row = row(20, 3);

    assertThat(program(1, row)).isEqualTo(new Programmed(1, 20, 0, 21));
    assertHolds(row);
    assertThat(JOURNAL.expectNextPersistedClass(id, TablesTargeted.class).linearFdbTop())
        .isEqualTo(1279);
    assertThat(JOURNAL.expectNextPersistedClass(id, TopConfirmed.class).linearFdbTop())
        .isEqualTo(1279);
    assertThat(JOURNAL.expectNextPersistedClass(id, BlocksConfirmed.class).blocks()).hasSize(20);
  }

  @Test
  void shouldSendTheTopFirstAndLeaveTheChangeBitAlone() {
    program(1, row(2, 3));

    Mad first = fake.sent.getFirst();
    assertThat(first.attributeId()).isEqualTo(AttributeId.SWITCH_INFO);
    assertThat(first.method()).isEqualTo(Mad.SET);
    SwitchInfo told = SwitchInfo.of(Smp.data(first));
    assertThat(told.linearFdbTop()).isEqualTo(127);
    assertThat(told.linearFdbCap()).isEqualTo(49152);
    assertThat(told.portStateChange()).isFalse();
    assertThat(fake.sent).allSatisfy(mad -> assertThat(mad.mKey()).isEqualTo(0x1234));
  }

  @Test
  void shouldSendOnlyBlocksThatDiffer() {
    byte[] row = row(20, 3);
    program(1, row);
    row = row.clone();
    row[130] = 9;
    fake.sent.clear();

    assertThat(program(2, row)).isEqualTo(new Programmed(2, 1, 19, 1));
    assertThat(fake.blocksSent()).containsExactly(2);
    assertHolds(row);
  }

  @Test
  void shouldSendNothingAgainAfterARestart() {
    byte[] row = row(20, 3);
    program(1, row);
    restart();
    fake.sent.clear();

    assertThat(program(2, row)).isEqualTo(new Programmed(2, 0, 20, 0));
    assertThat(fake.sent).isEmpty();
  }

  @Test
  void shouldSendNothingAgainAfterRecoveryFromASnapshot() {
    byte[] row = row(3, 0);
    for (int generation = 1; generation <= 20; generation++) {
      row = row(3, generation);
      program(generation, row);
    }
    restart();
    fake.sent.clear();

    assertThat(program(21, row)).isEqualTo(new Programmed(21, 0, 3, 0));
    assertThat(SNAPSHOTS.persistedInStorage(id)).isNotEmpty();
    assertThat(JOURNAL.persistedInStorage(id)).hasSizeGreaterThan(40); // replicas follow them
  }

  @Test
  void shouldRecallWhatTheSwitchWasToldLast() {
    TestProbe<LftProgrammer.Recalled> recalls = KIT.createTestProbe();
    programmer.tell(new LftProgrammer.Recall(recalls.ref()));
    assertThat(recalls.receiveMessage().row()).isEmpty();

    program(1, row(3, 4));
    byte[] last = row(3, 4);
    Arrays.fill(last, 64, 128, (byte) 9);
    program(2, last);
    restart();
    programmer.tell(new LftProgrammer.Recall(recalls.ref()));

    LftProgrammer.Recalled recalled = recalls.receiveMessage();
    assertThat(recalled.switchGuid()).isEqualTo(guid);
    assertThat(recalled.row()).isEqualTo(last);
  }

  @Test
  void shouldPersistAndSendNothingOnRefusal() {
    assertThat(program(1, new byte[63])).isInstanceOf(ProgrammingFailed.class);
    fake.seen.linearFdbCap(64);
    assertThat(program(1, row(2, 1))).isInstanceOf(ProgrammingFailed.class);
    assertThat(fake.sent).isEmpty();
    JOURNAL.expectNothingPersisted(id, Duration.ZERO);
  }

  @Test
  void shouldGoNoWayThatBeginsAtAnotherPort() {
    SwitchReach reach = fake.reach();
    SwitchReach fromAnother = new SwitchReach(77, reach.path(), reach.switchInfo(), reach.mKey());
    programmer.tell(
        new Program(4, 63, row(1, 1), false, replies.ref(), fromAnother, Turns.UNKNOWN));

    assertThat(replies.receiveMessage())
        .isEqualTo(new ProgrammerReply.Elsewhere(4, fake.port().portGuid()));
    programmer.tell(new Program(4, 63, row(1, 1), false, replies.ref(), null, Turns.UNKNOWN));
    assertThat(((ProgrammingFailed) replies.receiveMessage()).reason()).contains("of a version");
    assertThat(fake.sent).isEmpty();
    JOURNAL.expectNothingPersisted(id, Duration.ZERO);
  }

  @Test
  void shouldSendABlockAgainThatWasNotAnswered() {
    fake.lose(mad -> isBlock(mad, 5));
    ProgrammingFailed failed = (ProgrammingFailed) program(1, row(20, 3));

    assertThat(failed.failedBlocks()).containsExactly(5);
    assertThat(failed.reason()).isEqualTo("block 5 not answered, tried 4 times");
    fake.obeyAgain();
    fake.sent.clear();
    assertThat(program(1, row(20, 3))).isEqualTo(new Programmed(1, 1, 19, 1));
    assertThat(fake.blocksSent()).containsExactly(5);
    assertHolds(row(20, 3));
  }

  @Test
  void shouldGoOnWithOtherBlocksWhenOneIsRefused() {
    fake.refuse(mad -> isBlock(mad, 0) || isBlock(mad, 7));
    ProgrammingFailed failed = (ProgrammingFailed) program(1, row(20, 3));

    assertThat(failed.failedBlocks()).containsExactly(0, 7);
    assertThat(failed.reason())
        .isEqualTo("block 0 refused with status 0x001c (a value is not valid)");
    assertThat(fake.blocksSent()).hasSize(20);
  }

  @Test
  void shouldGiveUpOnASwitchThatDoesNotAnswer() {
    fake.lose(mad -> mad.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE);
    ProgrammingFailed failed = (ProgrammingFailed) program(1, row(20, 3));

    assertThat(failed.failedBlocks()).hasSize(20);
    assertThat(fake.blocksSent().size()).isBetween(8, 16);
  }

  @Test
  void shouldNotSendBlocksBelowATopThatWasRefused() {
    fake.refuse(mad -> mad.attributeId() == AttributeId.SWITCH_INFO);
    ProgrammingFailed failed = (ProgrammingFailed) program(1, row(2, 3));

    assertThat(failed.failedBlocks()).containsExactly(0, 1);
    assertThat(failed.reason())
        .isEqualTo("SwitchInfo refused with status 0x001c (a value is not valid)");
    assertThat(fake.blocksSent()).isEmpty();
  }

  @Test
  void shouldKeepAWindow() {
    program(1, row(20, 1));
    fake.hold();
    tell(2, row(20, 2), false);
    replies.awaitAssert(() -> assertHeld(8));
    fake.releaseHeld();
    replies.awaitAssert(() -> assertHeld(8));
    fake.release();

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(2, 20, 0, 20));
  }

  private Void assertHeld(int count) {
    assertThat(fake.heldCount()).isEqualTo(count);
    return null;
  }

  @Test
  void shouldLetANewerProgramTakeOver() {
    program(1, row(20, 1));
    fake.hold();
    TestProbe<ProgrammerReply> second = KIT.createTestProbe(ProgrammerReply.class);
    TestProbe<ProgrammerReply> third = KIT.createTestProbe(ProgrammerReply.class);
    tell(2, row(20, 2), false);
    replies.awaitAssert(() -> assertHeld(8));
    programmer.tell(
        new Program(3, 1279, row(20, 3), false, second.ref(), fake.reach(), Turns.UNKNOWN));
    programmer.tell(
        new Program(4, 1279, row(20, 4), false, third.ref(), fake.reach(), Turns.UNKNOWN));
    programmer.tell(
        new Program(3, 1279, row(20, 3), false, second.ref(), fake.reach(), Turns.UNKNOWN));

    assertThat(((ProgrammingFailed) second.receiveMessage()).reason())
        .isEqualTo("generation 4 came in between");
    assertThat(((ProgrammingFailed) second.receiveMessage()).reason())
        .isEqualTo("generation 4 is in progress");
    assertThat(fake.heldCount()).isEqualTo(8); // nothing of a newer row while older Sets are out
    fake.release();
    ProgrammingFailed first = (ProgrammingFailed) replies.receiveMessage();
    assertThat(first.reason()).isEqualTo("generation 4 came in between");
    assertThat(first.failedBlocks()).hasSize(12);
    assertThat(third.receiveMessage()).isEqualTo(new Programmed(4, 20, 0, 20));
    assertHolds(row(20, 4));
  }

  @Test
  void shouldSendEverythingWhenTheSwitchHasForgotten() {
    program(1, row(3, 1));
    int before = JOURNAL.persistedInStorage(id).size();
    fake.sent.clear();
    tell(2, row(3, 1), true);

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(2, 3, 0, 4));
    assertThat(JOURNAL.persistedInStorage(id).get(before)).isInstanceOf(TablesForgotten.class);
  }

  @Test
  void shouldNotForgetToForgetWhenAnotherProgramTakesOver() {
    program(1, row(3, 1));
    fake.hold();
    tell(2, row(3, 2), false);
    replies.awaitAssert(() -> assertHeld(3));
    tell(3, row(3, 2), true);
    tell(4, row(3, 2), false);
    fake.release();

    assertThat(replies.receiveMessage()).isInstanceOf(ProgrammingFailed.class); // 3
    assertThat(replies.receiveMessage()).isInstanceOf(ProgrammingFailed.class); // 2
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(4, 3, 0, 4));
  }

  @Test
  void shouldConfirmInBatches() {
    KIT.stop(programmer);
    programmer = spawn(new ProgrammerSettings(4, 6, Duration.ofHours(1)));
    program(1, row(20, 1));

    List<BlocksConfirmed> batches =
        JOURNAL.persistedInStorage(id).stream()
            .filter(BlocksConfirmed.class::isInstance)
            .map(BlocksConfirmed.class::cast)
            .toList();
    assertThat(batches).hasSizeGreaterThan(2);
    assertThat(batches.stream().mapToInt(batch -> batch.blocks().length).sum()).isEqualTo(20);
  }

  @Test
  void shouldSayThatItStoppedWhenTheJournalFails() {
    JOURNAL.failNextPersisted(id);
    ProgrammingFailed failed = (ProgrammingFailed) program(1, row(2, 1));

    assertThat(failed.reason()).isEqualTo("the programmer stopped before it was done");
    assertThat(fake.sent).isEmpty();
    replies.expectTerminated(programmer);
  }

  @Test
  void shouldAskToBePassivatedOnlyWhenIdle() {
    KIT.stop(programmer);
    programmer = spawn(new ProgrammerSettings(8, 512, Duration.ofMillis(50)));
    fake.hold();
    tell(1, row(2, 1), false);
    replies.awaitAssert(() -> assertHeld(1));

    shard.expectNoMessage(Duration.ofMillis(200));
    fake.release();
    replies.receiveMessage();
    shard.expectMessage(new ClusterSharding.Passivate<>(programmer));
  }

  @Test
  void shouldWaitForWhatIsOutstandingBeforeItStops() {
    fake.hold();
    tell(1, row(20, 1), false);
    replies.awaitAssert(() -> assertHeld(1)); // SwitchInfo
    programmer.tell(LftProgrammer.Stop.INSTANCE);
    TestProbe<ProgrammerReply> late = KIT.createTestProbe(ProgrammerReply.class);
    programmer.tell(new Program(2, 63, row(1, 1), false, late.ref(), fake.reach(), Turns.UNKNOWN));

    assertThat(late.receiveMessage()).isEqualTo(new ProgrammerReply.Elsewhere(2, 0));
    replies.expectNoMessage(Duration.ZERO);
    fake.release();
    assertThat(replies.receiveMessage()).isEqualTo(new ProgrammerReply.Elsewhere(1, 0));
    replies.expectTerminated(programmer);
    assertThat(JOURNAL.persistedInStorage(id))
        .hasExactlyElementsOfTypes(TablesTargeted.class, TopConfirmed.class);
  }

  private static boolean isBlock(Mad mad, int block) {
    return mad.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE
        && mad.attributeModifier() == block;
  }

  private void tellInTurn(long turn, byte[] row, TestProbe<ProgrammerReply> asker) {
    programmer.tell(new Program(2, row.length - 1, row, false, asker.ref(), fake.reach(), turn));
  }

  /** The switch has been asked, and has not answered. */
  private void holdInTurn() {
    fake.hold();
    tellInTurn(TURN, row(20, 3), replies);
    replies.awaitAssert(() -> assertThat(fake.heldCount()).isPositive());
  }

  private static String reason(TestProbe<ProgrammerReply> asker) {
    return ((ProgrammingFailed) asker.receiveMessage()).reason();
  }

  /** As where a node dies soon after a hand-off has dropped it: the switch was asked again then. */
  @Test
  void shouldRefuseWhatComesAfterALaterQuestionOfItsGeneration() {
    TestProbe<ProgrammerReply> late = KIT.createTestProbe(ProgrammerReply.class);
    holdInTurn();

    tellInTurn(TURN - 1, row(20, 3), late);
    assertThat(reason(late)).isEqualTo("what was asked later came before it");
    fake.release();

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(2, 20, 0, 21));
    assertHolds(row(20, 3));
  }

  @Test
  void shouldLetALaterQuestionTakeOverThoughItWaits() {
    TestProbe<ProgrammerReply> later = KIT.createTestProbe(ProgrammerReply.class);
    holdInTurn();
    tellInTurn(TURN + 1, row(20, 4), later);
    later.expectNoMessage(Duration.ZERO);
    fake.release();

    assertThat(replies.receiveMessage()).isInstanceOf(ProgrammingFailed.class);
    assertThat(later.receiveMessage()).isInstanceOf(Programmed.class);
    assertHolds(row(20, 4));
  }

  @Test
  void shouldWriteNothingWithTheKeyOfAnEarlierTerm() {
    fake.turns.termBegan(2);

    tellInTurn(TURN, row(1, 3), replies);
    assertThat(reason(replies)).isEqualTo("it is of term 1, and term 2 has begun");
    assertThat(fake.sent).isEmpty();
    JOURNAL.expectNothingPersisted(id);

    tellInTurn(Turns.UNKNOWN, row(1, 3), replies);
    assertThat(replies.receiveMessage())
        .as("from a node that gives no turns")
        .isEqualTo(new Programmed(2, 1, 0, 2));
  }

  /** It may still count as under way, and a node would be given up for it. */
  @Test
  void shouldEndWhatIsPastInPlaceOfItsProgrammer() {
    DroppedTasks dropped = new DroppedTasks(fake.setup(SETTINGS));
    Program past = new Program(2, 63, row(1, 3), false, replies.ref(), fake.reach(), TURN);
    assertThat(dropped.refuse(LftProgrammer.entityId(guid), past)).isFalse();
    replies.expectNoMessage(Duration.ZERO);
    fake.turns.asked(guid, Work.Kind.UNICAST, past.turn() + 1);

    assertThat(dropped.refuse(LftProgrammer.entityId(guid), past)).isTrue();
    assertThat(replies.receiveMessage()).isInstanceOf(ProgrammingFailed.class);
  }
}
