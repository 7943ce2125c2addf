package io.dateline.persistence.lease;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that would found a cluster; time passes by moving the expiry back. */
class ClusterClaimTest {
  @TempDir private Path temporary;
  private Journal journal;
  private Connection connection;
  private ClusterClaim one;
  private ClusterClaim other;

  @BeforeEach
  void open() throws SQLException {
    journal =
        JournalSetup.open(
            ConfigFactory.parseMap(
                    Map.of(
                        "dateline.persistence.h2.url",
                        "jdbc:h2:mem:claim" + System.nanoTime() + ";DB_CLOSE_DELAY=-1"))
                .withFallback(ConfigFactory.load()),
            temporary);
    connection = JournalSetup.connect(journal.config());
    one = new ClusterClaim(journal.config());
    other = new ClusterClaim(journal.config());
  }

  @AfterEach
  void close() throws SQLException {
    one.close();
    other.close();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    }
    journal.close();
  }

  private static <T> T get(CompletionStage<T> answer) throws Exception {
    return answer.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private void letItRunOut() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("UPDATE dateline_lease SET expires_ms = 1");
    }
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
    letItRunOut();
    assertThat(get(other.claim("b"))).isTrue();
    assertThat(get(one.claim("a"))).isFalse();
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
