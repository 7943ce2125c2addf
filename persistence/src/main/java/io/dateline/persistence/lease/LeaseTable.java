package io.dateline.persistence.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The table {@code dateline_lease}, a row for each lease. It is the database's clock that a lease
 * runs out by, so those of the nodes may differ. Every grant has a larger token than all before it,
 * and only the latest token can renew or release: a holder that slept through its expiry is
 * refused.
 *
 * <p>The same statements serve H2 and PostgreSQL. Each call is a transaction of its own on the
 * connection that is given.
 */
final class LeaseTable {
  private static final String NOW = "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)";
  private static final String NEW_ROW =
      """
      INSERT INTO dateline_lease (lease_name, owner, token, expires_ms)
      SELECT CAST(? AS VARCHAR(255)), '', 0, 0
      WHERE NOT EXISTS (SELECT 1 FROM dateline_lease WHERE lease_name = ?)""";
  private static final String CUT_BACK =
      """
      UPDATE dateline_lease SET expires_ms = %s + ?
      WHERE lease_name = ? AND expires_ms > %s + ?"""
          .formatted(NOW, NOW);
  private static final String TAKE =
      """
      UPDATE dateline_lease SET owner = ?, token = token + 1, expires_ms = %s + ?
      WHERE lease_name = ? AND (owner = ? OR expires_ms <= %s)"""
          .formatted(NOW, NOW);
  private static final String OWNER = "SELECT owner FROM dateline_lease WHERE lease_name = ?";
  private static final String TOKEN = "SELECT token FROM dateline_lease WHERE lease_name = ?";
  private static final String RENEW =
      """
      UPDATE dateline_lease SET expires_ms = %s + ?
      WHERE lease_name = ? AND owner = ? AND token = ? AND expires_ms > %s"""
          .formatted(NOW, NOW);
  private static final String RELEASE =
      """
      UPDATE dateline_lease SET owner = '', expires_ms = 0
      WHERE lease_name = ? AND owner = ? AND token = ?""";
  private static final String UNIQUE_VIOLATION = "23505";

  private final String name;
  private final String owner;
  private final Duration period;

  /**
   * One owner's view of one lease.
   *
   * @param period from a grant or renewal to expiry
   */
  LeaseTable(String name, String owner, Duration period) {
    this.name = name;
    this.owner = owner;
    this.period = period;
  }

  /**
   * Takes the lease where it is free, has run out, or is this owner's: a node that was started
   * again need not wait for what it held before.
   *
   * @return the token of the grant; none if another owner holds the lease
   */
  OptionalLong take(Connection connection) throws SQLException {
    makeRow(connection);
    cutBack(connection);
    connection.setAutoCommit(false);
    try {
      OptionalLong token =
          update(connection, TAKE, owner, period.toMillis(), name, owner)
              ? OptionalLong.of(token(connection))
              : OptionalLong.empty();
      connection.commit();
      return token;
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Holds the lease for another period; false if it has run out or another grant was made. */
  boolean renew(Connection connection, long token) throws SQLException {
    return update(connection, RENEW, period.toMillis(), name, owner, token);
  }

  /** Frees the lease; false if this grant was not the latest any more. */
  boolean release(Connection connection, long token) throws SQLException {
    return update(connection, RELEASE, name, owner, token);
  }

  /** The holder of the lease, or its last one; the empty name if it was released. */
  Optional<String> owner(Connection connection) throws SQLException {
    return select(connection, OWNER, row -> row.getString(1));
  }

  private void makeRow(Connection connection) throws SQLException {
    try {
      update(connection, NEW_ROW, name, name);
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) { // another owner has just made it
        throw e;
      }
    }
  }

  /**
   * A lease that would run out later than one granted now was granted before the database's clock
   * was set back; no node is to wait until that time has come again.
   */
  private void cutBack(Connection connection) throws SQLException {
    update(connection, CUT_BACK, period.toMillis(), name, period.toMillis());
  }

  private long token(Connection connection) throws SQLException {
    return select(connection, TOKEN, row -> row.getLong(1)).orElseThrow();
  }

  /** What is wanted of a row. */
  private interface Column<T> {
    T of(ResultSet row) throws SQLException;
  }

  private <T> Optional<T> select(Connection connection, String sql, Column<T> column)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(column.of(rows)) : Optional.empty();
      }
    }
  }

  private static boolean update(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate() == 1;
    }
  }
}
