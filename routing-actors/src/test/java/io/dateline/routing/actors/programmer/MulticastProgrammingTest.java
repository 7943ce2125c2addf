package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.persistence.testkit.javadsl.PersistenceTestKit;
import akka.persistence.testkit.javadsl.SnapshotTestKit;
import io.dateline.fabric.Guid;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.AttributeId;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastTargeted;
import io.dateline.routing.actors.JournalTestKit;
import io.dateline.routing.actors.programmer.LftProgrammer.Command;
import io.dateline.routing.actors.programmer.LftProgrammer.Program;
import io.dateline.routing.actors.programmer.LftProgrammer.ProgramMulticast;
import io.dateline.routing.actors.programmer.ProgrammerReply.Programmed;
import io.dateline.routing.actors.programmer.ProgrammerReply.ProgrammingFailed;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One programmer is told multicast entries; one switch, the persistence test kit's journal. */
final class MulticastProgrammingTest {
  private static final ActorTestKit KIT = JournalTestKit.create("");

  private static final PersistenceTestKit JOURNAL = PersistenceTestKit.create(KIT.system());
  private static final SnapshotTestKit SNAPSHOTS = SnapshotTestKit.create(KIT.system());
  private static final AtomicLong GUIDS = new AtomicLong(0xf452_1404_0000_0000L);
  private static final int MLID = 0xC000;

  private final long guid = GUIDS.incrementAndGet(); // a history of its own for each test
  private final String id = "lft|" + Guid.hex16(guid);
  private final FakeSwitch fake = new FakeSwitch();
  private final TestProbe<ProgrammerReply> replies = KIT.createTestProbe(ProgrammerReply.class);
  private final TestProbe<ClusterSharding.ShardCommand> shard =
      KIT.createTestProbe(ClusterSharding.ShardCommand.class);

  private ActorRef<Command> programmer;

  @BeforeEach
  void start() {
    programmer =
        KIT.spawn(
            LftProgrammer.create(
                guid,
                fake.setup(new ProgrammerSettings(2, 512, Duration.ofHours(1))),
                shard.ref()));
  }

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private void restart() {
    KIT.stop(programmer);
    start();
    fake.sent.clear();
  }

  /** Entries of the first multicast LID and of one in the block behind, by port numbers. */
  private static MulticastRow row(int first, int... ofNextBlock) {
    MulticastRow.Builder row = new MulticastRow.Builder().set(MLID, first);
    for (int port : ofNextBlock) {
      row.set(MLID + 32, port);
    }
    return row.build();
  }

  private void tell(long generation, int top, MulticastRow row, boolean onlyTake, boolean forget) {
    tell(generation, top, row, onlyTake, forget, Turns.UNKNOWN);
  }

  private void tell(
      long generation, int top, MulticastRow row, boolean onlyTake, boolean forget, long turn) {
    programmer.tell(
        new ProgramMulticast(
            generation,
            top,
            1,
            row.numbers(),
            row.masks(),
            onlyTake,
            false,
            forget,
            replies.ref(),
            fake.reach(),
            turn));
  }

  private ProgrammerReply program(long generation, MulticastRow row) {
    tell(generation, 0, row, false, false);
    return replies.receiveMessage();
  }

  private ProgrammerReply programUnicast(long generation, boolean forget) {
    programmer.tell(
        new Program(
            generation, 63, new byte[64], forget, replies.ref(), fake.reach(), Turns.UNKNOWN));
    return replies.receiveMessage();
  }

  @Test
  void shouldTellTheSwitchItsEntriesOnceTheyAreJournaled() {
    fake.hold();
    tell(1, 0, row(1, 2, 20), false, false);

    replies.awaitAssert(() -> assertThat(fake.heldCount()).isEqualTo(2));
    assertThat(JOURNAL.expectNextPersistedClass(id, MulticastTargeted.class).blocks())
        .containsExactly(0, 16, 17);
    fake.release();
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 3, 0, 3));
    assertThat(JOURNAL.expectNextPersistedClass(id, MulticastConfirmed.class).blocks())
        .containsExactly(0, 16, 17);
    assertThat(fake.multicast()).isEqualTo(row(1, 2, 20));
    assertThat(fake.sent).allSatisfy(mad -> assertThat(mad.mKey()).isEqualTo(0x1234));
  }

  @Test
  void shouldSendOnlyBlocksThatDifferAndClearWhatIsGone() {
    program(1, row(1, 2, 20));
    fake.sent.clear();

    assertThat(program(1, row(3, 2))).isEqualTo(new Programmed(1, 2, 1, 2));
    assertThat(fake.multicastBlocksSent()).containsExactly(0, 17);
    assertThat(fake.multicast()).isEqualTo(row(3, 2));
    assertThat(program(2, row(3, 2))).isEqualTo(new Programmed(2, 0, 3, 0));
    assertThat(program(2, MulticastRow.EMPTY)).isEqualTo(new Programmed(2, 2, 1, 2));
    assertThat(fake.multicast()).isEqualTo(MulticastRow.EMPTY);
  }

  @Test
  void shouldClearPortsThatAnotherSubnetManagerMayHaveLeft() {
    MulticastRow row = row(1);
    programmer.tell(
        new ProgramMulticast(
            1,
            0,
            3,
            row.numbers(),
            row.masks(),
            false,
            false,
            false,
            replies.ref(),
            fake.reach(),
            Turns.UNKNOWN));

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 3, 0, 3));
    assertThat(fake.multicastBlocksSent()).containsExactly(0, 1, 2);
    assertThat(program(1, row)).as("told once").isEqualTo(new Programmed(1, 0, 3, 0));
  }

  @Test
  void shouldClearBlocksThatAreNamedBeforePortsAreAdded() {
    MulticastRow row = row(1);
    int[] named = {0, 16};
    programmer.tell(
        new ProgramMulticast(
            1,
            0,
            2,
            named,
            row.blocks(named),
            true,
            false,
            false,
            replies.ref(),
            fake.reach(),
            Turns.UNKNOWN));

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 4, 0, 4));
    assertThat(fake.multicastBlocksSent()).containsExactly(0, 1, 16, 17);
    assertThat(fake.multicast()).isEqualTo(MulticastRow.EMPTY);
    tell(1, 0, row, false, false);
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 1, 3, 1));
  }

  @Test
  void shouldOnlyTakePortsAwayWhereAskedTo() {
    program(1, row(1, 2, 3));
    tell(1, 0, row(1, 3, 4), true, false);

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 1, 1, 1));
    assertThat(fake.multicast()).isEqualTo(row(1, 3));
    program(1, row(1, 3, 4));
    assertThat(fake.multicast()).isEqualTo(row(1, 3, 4));
  }

  @Test
  void shouldSendNothingAgainAfterARestart() {
    program(1, row(1, 2, 20));
    restart();

    assertThat(program(2, row(1, 2, 20))).isEqualTo(new Programmed(2, 0, 3, 0));
    assertThat(fake.sent).isEmpty();
  }

  @Test
  void shouldSendNothingAgainAfterRecoveryFromASnapshot() {
    programUnicast(1, false);
    tell(1, 0xC03F, row(1, 2, 20), false, false);
    replies.receiveMessage();
    for (int generation = 2; generation <= 40; generation++) {
      programmer.tell(
          new Program(
              generation,
              63,
              rowOf(generation),
              false,
              replies.ref(),
              fake.reach(),
              Turns.UNKNOWN));
      replies.receiveMessage();
    }
    restart();

    assertThat(SNAPSHOTS.persistedInStorage(id)).isNotEmpty();
    tell(41, 0xC03F, row(1, 2, 20), false, false);
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(41, 0, 3, 0));
  }

  private static byte[] rowOf(int value) {
    byte[] row = new byte[64];
    row[1] = (byte) value;
    return row;
  }

  @Test
  void shouldTellAllAgainWhenTheSwitchHasLostIt() {
    programUnicast(1, false);
    program(1, row(1, 2, 20));
    programUnicast(2, true); // as a sweep does before it comes to groups
    fake.sent.clear();

    assertThat(program(2, row(1, 2, 20))).isEqualTo(new Programmed(2, 3, 0, 3));
  }

  @Test
  void shouldSendABlockAgainThatWasNotAnswered() {
    fake.lose(mad -> mad.attributeModifier() == 1);
    tell(1, 0xC03F, row(1, 2, 20), false, false);
    ProgrammingFailed failed = (ProgrammingFailed) replies.receiveMessage();
    fake.obeyAgain();

    assertThat(failed.failedBlocks()).containsExactly(16);
    assertThat(failed.reason()).isEqualTo("block 16 not answered, tried 4 times");
    assertThat(fake.seen.multicastFdbTop()).as("not to be looked up yet").isZero();
    restart();
    tell(1, 0xC03F, row(1, 2, 20), false, false);
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 1, 2, 2));
    assertThat(fake.multicast()).isEqualTo(row(1, 2, 20));
  }

  @Test
  void shouldSetTheTopLastAndLeaveLinearFdbTopAlone() {
    programUnicast(1, false);
    fake.sent.clear();
    tell(1, 0xC03F, row(1, 2), false, false);

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 2, 0, 3));
    assertThat(fake.sent.getLast().attributeId()).isEqualTo(AttributeId.SWITCH_INFO);
    assertThat(fake.seen.multicastFdbTop()).isEqualTo(0xC03F);
    assertThat(fake.seen.linearFdbTop()).isEqualTo(63);
    fake.seen.multicastFdbTop(0); // what a node saw before it was told
    programmer.tell(
        new Program(2, 127, new byte[128], false, replies.ref(), fake.reach(), Turns.UNKNOWN));
    replies.receiveMessage();
    assertThat(fake.seen.multicastFdbTop()).isEqualTo(0xC03F);
    assertThat(fake.seen.linearFdbTop()).isEqualTo(127);
  }

  @Test
  void shouldNotSetTheTopThatAnotherProgramIsAboutBeforeItsBlocks() {
    programUnicast(1, false);
    tell(1, 0xC03F, row(1, 2), false, false);
    replies.receiveMessage();
    fake.seen.linearFdbTop(0); // it has restarted
    fake.seen.multicastFdbTop(0);
    programUnicast(2, true);
    assertThat(fake.seen.multicastFdbTop()).as("what is there is not ours").isZero();
    assertThat(fake.seen.linearFdbTop()).isEqualTo(63);

    tell(2, 0xC03F, row(1, 2), false, false);
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(2, 2, 0, 3));
    assertThat(fake.seen.multicastFdbTop()).isEqualTo(0xC03F);
    assertThat(fake.seen.linearFdbTop()).isEqualTo(63);
  }

  @Test
  void shouldWaitForUnicastAndLetNewerEntriesTakeOver() {
    fake.hold();
    programmer.tell(
        new Program(1, 63, new byte[64], false, replies.ref(), fake.reach(), Turns.UNKNOWN));
    replies.awaitAssert(() -> assertThat(fake.heldCount()).isEqualTo(1));
    tell(1, 0, row(1), false, false);
    tell(2, 0, row(2), false, false);
    assertThat(((ProgrammingFailed) replies.receiveMessage()).reason())
        .isEqualTo("generation 2 came in between");
    fake.release();

    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(1, 1, 0, 2));
    assertThat(replies.receiveMessage()).isEqualTo(new Programmed(2, 1, 0, 1));
    assertThat(fake.multicast()).isEqualTo(row(2));
    assertThat(((ProgrammingFailed) program(1, row(3))).reason())
        .isEqualTo("generation 1 is older than 2");
  }

  @Test
  void shouldRecallWhatTheSwitchWasToldLast() {
    program(1, row(1, 2, 20));
    restart();
    TestProbe<LftProgrammer.Recalled> recalls = KIT.createTestProbe();
    programmer.tell(new LftProgrammer.Recall(recalls.ref()));

    assertThat(recalls.receiveMessage().multicast()).contains(row(1, 2, 20));
    fake.lose(mad -> true);
    program(1, row(2));
    programmer.tell(new LftProgrammer.Recall(recalls.ref()));
    assertThat(recalls.receiveMessage().multicast()).as("it may hold either").isEmpty();
  }

  @Test
  void shouldBeFollowedByReplicas() {
    program(1, row(1, 2, 20));
    TableReplica replica = new TableReplica();
    long sequence = 0;
    for (Object event : JOURNAL.persistedInStorage(id)) {
      replica.apply(guid, ++sequence, (LftEvent) event);
    }

    assertThat(replica.freeze().multicast(guid)).contains(row(1, 2, 20));
    assertThat(replica.freeze().multicast(1)).contains(MulticastRow.EMPTY);
  }

  /** One that was dropped on the way comes when the run after its own has told the switch. */
  @Test
  void shouldNotBringBackWhatTheRunBeforeHasTold() {
    long turn = Turns.before(1) + 1;
    tell(1, 0, row(2, 3), false, false, turn + 1);
    assertThat(replies.receiveMessage()).isInstanceOf(Programmed.class);

    tell(1, 0, row(1), false, false, turn);

    assertThat(replies.receiveMessage()).isInstanceOf(ProgrammingFailed.class);
    assertThat(fake.multicast()).isEqualTo(row(2, 3));
    programUnicast(1, false);
    assertThat(fake.multicast()).isEqualTo(row(2, 3));
  }
}
