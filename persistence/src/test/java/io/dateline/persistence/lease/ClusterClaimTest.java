package io.dateline.persistence.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that would found a cluster; time passes by moving the expiry back. */
class ClusterClaimTest {
  /** No claim is kept up but by being asked for. */
  private static final Duration NEVER = Duration.ofDays(1);

  @TempDir private Path temporary;
  private LeaseDatabase database;
  private ClusterClaim one;
  private ClusterClaim other;

  @BeforeEach
  void open() throws SQLException {
    database = new LeaseDatabase(temporary);
    one = new ClusterClaim(database.config(), NEVER);
    other = new ClusterClaim(database.config(), NEVER);
  }

  @AfterEach
  void close() throws SQLException {
    one.close();
    other.close();
    database.close();
  }

  private static <T> T get(CompletionStage<T> answer) throws Exception {
    return answer.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void thereIsOneClusterAtATime() throws Exception {
    assertThat(get(one.cluster())).isEmpty();
    assertThat(get(one.claim("a"))).isTrue();
    assertThat(get(other.claim("b"))).isFalse();
    assertThat(get(other.cluster())).contains("a");
  }

  @Test
  void everyMemberKeepsItsClusterUp() throws Exception {
    assertThat(get(one.claim("a"))).isTrue();
    assertThat(get(other.claim("a"))).isTrue();
    assertThat(get(one.claim("a"))).isTrue();
  }

  @Test
  void aClusterWithoutASignOfLifeIsSucceededAndFindsThatOut() throws Exception {
    assertThat(get(one.claim("a"))).isTrue();
    database.letItRunOut();
    assertThat(get(other.claim("b"))).isTrue();
    assertThat(get(one.claim("a"))).isFalse();
  }

  /** A node that founds a cluster while its host is busy may not get to ask again for long. */
  @Test
  void whatWasGrantedIsKeptUpWithoutBeingAskedFor() throws Exception {
    ClusterClaim keeper = new ClusterClaim(database.config(), Duration.ofMillis(10));
    try {
      assertThat(get(keeper.claim("a"))).isTrue();
      database.letItRunOut();
      await("a sign of life")
          .atMost(Duration.ofSeconds(30))
          .until(() -> database.lastExpiryMs() > System.currentTimeMillis());
      assertThat(get(other.claim("b"))).isFalse();

      assertThat(get(keeper.giveUp("a"))).isTrue();
      assertThat(get(keeper.cluster())).as("asked on the thread that kept it up").isEmpty();
      assertThat(get(other.claim("b"))).isTrue();
    } finally {
      keeper.close();
    }
  }

  /** As after a power cut that has taken the database's host back to the year 2000, say. */
  @Test
  void aClaimDoesNotOutliveItsMembersByWhatTheClockWasSetBack() throws Exception {
    assertThat(get(one.claim("a"))).isTrue();
    database.setClockBack(Duration.ofDays(1));

    assertThat(get(other.claim("b"))).as("it is held for a while yet").isFalse();

    assertThat(database.lastExpiryMs())
        .isLessThan(System.currentTimeMillis() + Duration.ofMinutes(1).toMillis());
  }

  @Test
  void whatTheLastMemberGaveUpIsFreeAtOnce() throws Exception {
    assertThat(get(one.claim("a"))).isTrue();
    assertThat(get(one.giveUp("a"))).isTrue();
    assertThat(get(other.cluster())).isEmpty();
    assertThat(get(other.claim("b"))).isTrue();
  }

  @Test
  void nobodyGivesUpWhatAnotherMemberKeepsUp() throws Exception {
    assertThat(get(one.claim("a"))).isTrue();
    assertThat(get(other.claim("a"))).isTrue();
    assertThat(get(one.giveUp("a"))).isFalse();
    assertThat(get(one.cluster())).contains("a");
  }
}
