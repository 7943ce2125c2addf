package io.dateline.persistence.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.coordination.lease.LeaseSettings;
import akka.coordination.lease.TimeoutSettings;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contenders for leases in one database; time passes by moving the expiry back. */
class JdbcLeaseTest {
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final Duration NEVER = Duration.ofMinutes(20);
  private static final Duration OFTEN = Duration.ofMillis(5);

  @TempDir private Path temporary;
  private LeaseDatabase database;

  @BeforeEach
  void open() throws SQLException {
    database = new LeaseDatabase(temporary);
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private JdbcLease lease(String name, String owner, Duration renewal) {
    return new JdbcLease(settings(name, owner, renewal), database::connect, System::nanoTime);
  }

  private static LeaseSettings settings(String name, String owner, Duration renewal) {
    TimeoutSettings times =
        TimeoutSettings.apply(
            ConfigFactory.parseMap(
                Map.of(
                    "heartbeat-interval", renewal,
                    "heartbeat-timeout", PERIOD,
                    "lease-operation-timeout", Duration.ofSeconds(20))));
    return new LeaseSettings(name, owner, times, ConfigFactory.empty());
  }

  private static boolean get(CompletionStage<Boolean> answer) throws Exception {
    return answer.toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private long number(String column) throws SQLException {
    try (Statement statement = database.connection().createStatement();
        ResultSet rows = statement.executeQuery("SELECT " + column + " FROM dateline_lease")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void onlyOneOwnerHoldsIt() throws Exception {
    JdbcLease a = lease("split", "a", NEVER);
    JdbcLease b = lease("split", "b", NEVER);

    assertThat(get(a.acquire())).isTrue();
    assertThat(get(a.acquire())).isTrue();
    assertThat(get(b.acquire())).isFalse();
    assertThat(a.checkLease()).isTrue();
    assertThat(b.checkLease()).isFalse();
    assertThat(number("token")).isEqualTo(1);
  }

  @Test
  void whatWasReleasedGoesToAnotherUnderALargerToken() throws Exception {
    JdbcLease a = lease("split", "a", NEVER);
    JdbcLease b = lease("split", "b", NEVER);

    assertThat(get(a.acquire())).isTrue();
    assertThat(get(a.release())).isTrue();
    assertThat(a.checkLease()).isFalse();
    assertThat(get(b.acquire())).isTrue();
    assertThat(number("token")).isEqualTo(2);
  }

  @Test
  void anOwnerThatWasStartedAgainNeedNotWaitForItself() throws Exception {
    assertThat(get(lease("split", "a", NEVER).acquire())).isTrue();
    assertThat(get(lease("split", "a", NEVER).acquire())).isTrue();
    assertThat(number("token")).isEqualTo(2);
  }

  @Test
  void ofTwoWhoAskAtOnceExactlyOneGetsIt() throws Exception {
    for (int round = 0; round < 50; round++) {
      JdbcLease a = lease("split" + round, "a", NEVER);
      JdbcLease b = lease("split" + round, "b", NEVER);
      CompletionStage<Boolean> first = a.acquire();
      CompletionStage<Boolean> second = b.acquire();

      assertThat(get(first) ^ get(second)).as("round %d", round).isTrue();
      get(a.release());
      get(b.release());
    }
  }

  @Test
  void aHolderIsToldThatItsLeaseRanOutAndDoesNotTakeItBack() throws Exception {
    CompletableFuture<Optional<Throwable>> lost = new CompletableFuture<>();
    JdbcLease a = lease("split", "a", OFTEN);
    assertThat(get(a.acquire(lost::complete))).isTrue();

    database.letItRunOut();

    assertThat(lost.get(30, TimeUnit.SECONDS)).isEmpty();
    assertThat(a.checkLease()).isFalse();
    assertThat(number("expires_ms")).isEqualTo(1);
  }

  @Test
  void aPausedHolderCanNeitherRenewNorReleaseWhatAnotherHasTaken() throws Exception {
    LeaseTable a = new LeaseTable("split", "a", PERIOD);
    LeaseTable b = new LeaseTable("split", "b", PERIOD);
    long old = a.take(database.connection()).orElseThrow();
    database.letItRunOut();
    long taken = b.take(database.connection()).orElseThrow();

    assertThat(a.renew(database.connection(), old)).isFalse();
    assertThat(a.release(database.connection(), old)).isFalse();
    assertThat(a.take(database.connection())).isEqualTo(OptionalLong.empty());
    assertThat(b.renew(database.connection(), taken)).isTrue();
    assertThat(taken).isGreaterThan(old);
  }

  /** The node was started again under the same name; what the old process still does is refused. */
  @Test
  void theTokenTellsTwoGrantsOfOneOwnerApart() throws Exception {
    LeaseTable table = new LeaseTable("split", "a", PERIOD);
    long old = table.take(database.connection()).orElseThrow();
    long taken = table.take(database.connection()).orElseThrow();

    assertThat(table.renew(database.connection(), old)).isFalse();
    assertThat(table.release(database.connection(), old)).isFalse();
    assertThat(table.renew(database.connection(), taken)).isTrue();
  }

  @Test
  void aHolderThatSleptDoesNotTrustItsLease() throws Exception {
    AtomicLong nowNs = new AtomicLong(Long.MAX_VALUE - 5); // as nanoTime, it may wrap around
    JdbcLease a = new JdbcLease(settings("split", "a", NEVER), database::connect, nowNs::get);
    assertThat(get(a.acquire())).isTrue();

    nowNs.addAndGet(PERIOD.toNanos() - 1);
    assertThat(a.checkLease()).isTrue();
    nowNs.addAndGet(1);
    assertThat(a.checkLease()).isFalse();
  }

  @Test
  void anAbsentDatabaseGrantsNothingUntilItIsBack() throws Exception {
    CompletableFuture<Connection> back = new CompletableFuture<>();
    JdbcLease a =
        new JdbcLease(
            settings("split", "a", NEVER),
            () -> {
              if (!back.isDone()) {
                throw new SQLException("refused");
              }
              return back.join();
            },
            System::nanoTime);

    assertThatThrownBy(() -> get(a.acquire())).hasRootCauseMessage("refused");
    assertThat(a.checkLease()).isFalse();
    back.complete(database.connect());
    assertThat(get(a.acquire())).isTrue();
  }
}
