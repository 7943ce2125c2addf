package io.dateline.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.FreePorts;
import io.dateline.it.kit.SmCluster;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The oldest of three members goes, in each way there is; another one is master, and only one.
 * Prints how long that took. {@code -Ddeaths=N} kills more often.
 */
@Tag("alone")
class ClusterDeathIT {
  private static final int DEATHS = Integer.getInteger("deaths", 1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;

  /** From the oldest to the youngest. */
  private final List<ClusterMember> members = new ArrayList<>();

  /** Whoever ran at any time. */
  private final List<ClusterMember> started = new ArrayList<>();

  private final List<Integer> ports = new ArrayList<>();

  /** Settings of each. */
  private final List<String> more = new ArrayList<>();

  private H2Server journal;

  @BeforeEach
  void startJournal() {
    journal = SmCluster.serveJournal(folder);
  }

  @AfterEach
  void stop() {
    started.forEach(ClusterMember::close);
    journal.close();
  }

  /** One way after the other, in one cluster. */
  @Test
  void theNextOldestFollowsAndNobodyElse() throws Exception {
    startAll(3);
    ClusterMember stranger = startStranger();
    stopInOrder();
    for (int death = 0; death < DEATHS; death++) {
      kill();
    }
    for (int death = 0; death < DEATHS; death++) {
      startAgainAtOnce();
    }
    stranger.running().awaitOutput("One database serves one subnet", PATIENCE);
    assertThat(stranger.running().output()).doesNotContain("UP ");
    assertOnlyTheOldestIsMaster();
  }

  /** One journal for two clusters, by mistake: who finds another cluster's claim says so, waits. */
  private ClusterMember startStranger() throws IOException {
    List<Integer> elsewhere = List.of(FreePorts.tcp(), FreePorts.tcp());
    ClusterMember stranger = ClusterMember.start(folder, elsewhere, journal, 0);
    started.add(stranger);
    return stranger;
  }

  /** A master that is told to stop hands over before it leaves. */
  private void stopInOrder() throws Exception {
    ClusterMember master = members.removeFirst();
    long toldMs = System.currentTimeMillis();
    master.process().destroy();
    long sinceMs = awaitMaster(members.getFirst());
    assertEnds(master);
    long stoppedMs = master.stoppedMs().orElseThrow();
    System.out.printf(
        "SIGTERM: master ended after %d ms, the next began after %d ms%n",
        stoppedMs - toldMs, sinceMs - toldMs);

    assertThat(stoppedMs).isLessThanOrEqualTo(sinceMs);
    assertOnlyTheOldestIsMaster();
    assertThat(members.getFirst().running().output()).doesNotContain("is gone");
    startAnother(master);
  }

  private void kill() {
    ClusterMember master = members.removeFirst();
    long killedMs = System.currentTimeMillis();
    master.process().destroyForcibly();
    long sinceMs = awaitMaster(members.getFirst());
    System.out.printf("kill -9: master again after %d ms%n", sinceMs - killedMs);

    assertOnlyTheOldestIsMaster();
    assertThat(sinceMs).isGreaterThanOrEqualTo(killedMs);
    startAnother(master);
  }

  /**
   * Any member that is started again at once comes back to the same cluster, where Akka's first
   * seed node would have founded a second one.
   */
  private void startAgainAtOnce() {
    ClusterMember master = members.removeFirst();
    master.close();
    members.add(start(master.self()));
    ClusterMember next = members.removeFirst();
    awaitMaster(next);
    next.close();
    awaitMaster(members.getFirst());
    members.add(start(next.self()));
    members.subList(1, 3).forEach(member -> member.awaitUp().awaitWatching(2));
    members.sort(Comparator.comparingLong(ClusterMember::upMs));
    assertOnlyTheOldestIsMaster();
  }

  /**
   * Nothing proves the death of a master that falls silent, so the lease decides; and when it wakes
   * up it finds that out. Then the other one dies.
   */
  @Test
  void ofTwoTheOtherGoesOn() throws Exception {
    startAll(2);
    ClusterMember silent = members.removeFirst();
    long silentMs = System.currentTimeMillis();
    silent.running().signal("STOP");
    long sinceMs = awaitMaster(members.getFirst());
    System.out.printf("SIGSTOP of one of two: master after %d ms%n", sinceMs - silentMs);
    silent.running().signal("CONT");
    assertEnds(silent);
    assertThat(silent.stoppedMs()).isPresent();
    assertOnlyTheOldestIsMaster();
    assertThat(members.getFirst().running().output()).doesNotContain("is gone");

    startAnother(silent);
    ClusterMember master = members.removeFirst();
    long killedMs = System.currentTimeMillis();
    master.process().destroyForcibly();
    sinceMs = awaitMaster(members.getFirst());
    System.out.printf("kill -9 of one of two: master again after %d ms%n", sinceMs - killedMs);
    assertOnlyTheOldestIsMaster();
  }

  /** Longer than Akka goes on trying to reach a dead member by default, before it ends itself. */
  @Test
  void aMasterThatDiesWhileItLeavesIsFollowed() throws Exception {
    more.add("holds-on=true");
    startAll(3);
    for (int death = 0; death < 2; death++) {
      ClusterMember master = members.removeFirst();
      master.process().destroy();
      master.running().awaitOutput("ASKED ", PATIENCE);
      master.close();
      awaitMaster(members.getFirst());
    }
    assertThat(members.getFirst().running().output()).contains("is gone");
  }

  private void startAll(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ports.add(FreePorts.tcp());
    }
    for (int i = 0; i < count; i++) {
      members.add(start(i).awaitUp());
    }
    awaitMaster(members.getFirst());
    members.forEach(member -> member.awaitWatching(count - 1));
    assertOnlyTheOldestIsMaster();
  }

  private ClusterMember start(int self) {
    ClusterMember member =
        ClusterMember.start(folder, ports, journal, self, more.toArray(String[]::new));
    started.add(member);
    return member;
  }

  /** In the place of a dead one. */
  private void startAnother(ClusterMember dead) {
    dead.close();
    int peers = members.size();
    ClusterMember another = start(dead.self()).awaitUp();
    another.awaitWatching(peers);
    members.add(another);
  }

  private static long awaitMaster(ClusterMember member) {
    Awaitility.await("a master")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> member.masterSinceMs().isPresent());
    return member.masterSinceMs().orElseThrow();
  }

  private static void assertEnds(ClusterMember member) throws InterruptedException {
    assertThat(member.process().waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
        .as(member.running().output())
        .isTrue();
  }

  private void assertOnlyTheOldestIsMaster() {
    for (ClusterMember member : members) {
      boolean isMaster = member.masterSinceMs().isPresent() && member.stoppedMs().isEmpty();
      assertThat(isMaster)
          .as(member.running().output())
          .isEqualTo(member.self() == members.getFirst().self());
      assertThat(member.process().isAlive()).isTrue();
    }
  }
}
