package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rolls back what a node has begun in an H2 database and does not end. A master that is paused
 * between an insert and its commit would keep all others from writing for as long: it is its turn
 * ({@link WritersInTurn}), also where nothing was changed yet. PostgreSQL has a setting for it, see
 * {@link Backend#sessionSettings}.
 */
final class IdleTransactions implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(IdleTransactions.class);

  private static final String IDLE =
      """
      SELECT SESSION_ID, CLIENT_ADDR FROM INFORMATION_SCHEMA.SESSIONS
      WHERE (CONTAINS_UNCOMMITTED
          OR SESSION_ID IN (SELECT SESSION_ID FROM INFORMATION_SCHEMA.LOCKS))
        AND SESSION_STATE = 'SLEEP'
        AND DATEDIFF(MILLISECOND, SLEEP_SINCE, CURRENT_TIMESTAMP) > ?""";

  /** Looks in the time a transaction may be idle. */
  private static final int LOOKS = 4;

  private final Connection connection;
  private final Duration patience;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("idle-transactions").daemon().factory());

  private final ScheduledFuture<?> looking;

  private record Idle(int session, String client) {}

  /**
   * Starts looking.
   *
   * @param connection an administrator's, which no other code uses from now on
   * @param patience for how long a transaction may wait for its client
   */
  IdleTransactions(Connection connection, Duration patience) {
    this.connection = connection;
    this.patience = patience;
    long intervalNs = patience.toNanos() / LOOKS;
    looking =
        thread.scheduleWithFixedDelay(this::look, intervalNs, intervalNs, TimeUnit.NANOSECONDS);
  }

  private void look() {
    try {
      for (Idle idle : idle()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("CALL ABORT_SESSION(%d)".formatted(idle.session()));
        }
        log.warn(
            "transaction rolled back: client={} reason=idle for {} ms",
            idle.client(),
            patience.toMillis());
      }
    } catch (SQLException e) {
      log.debug("sessions cannot be looked at: {}", e.getMessage());
    }
  }

  private List<Idle> idle() throws SQLException {
    List<Idle> found = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(IDLE)) {
      query.setLong(1, patience.toMillis());
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(new Idle(rows.getInt(1), rows.getString(2)));
        }
      }
    }
    return found;
  }

  /** Ends looking; the connection stays open. */
  @Override
  public void close() {
    // A thread that is interrupted while it writes would close the database's file.
    looking.cancel(false);
    thread.shutdown();
    try {
      thread.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
