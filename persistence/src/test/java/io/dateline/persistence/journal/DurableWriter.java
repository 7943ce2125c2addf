package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;

/**
 * One that writes events, snapshots and its row of the leases to a journal, and knows what was
 * acknowledged. Each event tells its number and its writer's seed by its bytes alone.
 */
public final class DurableWriter {
  private static final int SMALL_BYTES = 3_000;
  private static final int LARGE_BYTES = 150_000; // lies outside its row
  private static final int AT_ONCE_MAX = 4;
  private static final int KEPT = 40;

  private final String id;
  private final long seed;
  private final Random random;

  private long acknowledged; // the last number of which the commit was answered
  private long attempted;
  private long removed; // numbers up to this one may be gone
  private long removedSurely;
  private long leaseAcknowledged;
  private long leaseAttempted;
  private boolean isSure = true; // that nothing but what was acknowledged is there

  /** A writer that has written nothing yet. */
  public DurableWriter(String id, long seed) {
    this.id = id;
    this.seed = seed;
    random = new Random(seed);
  }

  /** How many events were acknowledged. */
  public long acknowledged() {
    return acknowledged;
  }

  /** Writes something, in one transaction; it is acknowledged when this returns. */
  public void write(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try {
      if (!isSure) {
        attempted = Math.max(last(connection), removed);
        isSure = true;
        connection.rollback();
      }
      int kind = random.nextInt(12);
      if (kind == 0) {
        lease(connection);
      } else if (kind == 1 && acknowledged - removed > KEPT) {
        remove(connection);
      } else {
        append(connection, kind == 2);
      }
    } catch (SQLException | RuntimeException e) {
      isSure = false;
      throw e;
    }
  }

  private void append(Connection connection, boolean withSnapshot) throws SQLException {
    long first = attempted + 1;
    long last = first + random.nextInt(AT_ONCE_MAX);
    for (long number = first; number <= last; number++) {
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\","
                  + " \"deleted\", \"writer\", \"write_timestamp\", \"adapter_manifest\","
                  + " \"event_ser_id\", \"event_ser_manifest\", \"event_payload\")"
                  + " VALUES (?, ?, FALSE, '', 0, '', 0, '', ?)")) {
        byte[] bytes = bytes(number);
        insert.setString(1, id);
        insert.setLong(2, number);
        insert.setBytes(3, bytes);
        insert.executeUpdate();
      }
    }
    if (withSnapshot) {
      snapshot(connection, last);
    }
    attempted = last;
    connection.commit();
    acknowledged = last;
  }

  private void snapshot(Connection connection, long number) throws SQLException {
    try (PreparedStatement delete =
            connection.prepareStatement("DELETE FROM \"snapshot\" WHERE \"persistence_id\" = ?");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO \"snapshot\" (\"persistence_id\", \"sequence_number\", \"created\","
                    + " \"snapshot_ser_id\", \"snapshot_ser_manifest\", \"snapshot_payload\")"
                    + " VALUES (?, ?, 0, 0, '', ?)")) {
      delete.setString(1, id);
      delete.executeUpdate();
      byte[] bytes = bytes(number);
      insert.setString(1, id);
      insert.setLong(2, number);
      insert.setBytes(3, bytes);
      insert.executeUpdate();
    }
  }

  private void remove(Connection connection) throws SQLException {
    long upTo = removed + 1 + random.nextInt(KEPT / 2);
    removed = upTo;
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM \"event_journal\" WHERE \"persistence_id\" = ?"
                + " AND \"sequence_number\" <= ?")) {
      delete.setString(1, id);
      delete.setLong(2, upTo);
      delete.executeUpdate();
    }
    connection.commit();
    removedSurely = upTo;
  }

  private void lease(Connection connection) throws SQLException {
    leaseAttempted++;
    try (PreparedStatement delete =
            connection.prepareStatement("DELETE FROM dateline_lease WHERE lease_name = ?");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO dateline_lease VALUES (?, '', ?, 0)")) {
      delete.setString(1, id);
      delete.executeUpdate();
      insert.setString(1, id);
      insert.setLong(2, leaseAttempted);
      insert.executeUpdate();
    }
    connection.commit();
    leaseAcknowledged = leaseAttempted;
  }

  private byte[] bytes(long number) {
    Random content = new Random(seed * 31 + number);
    byte[] bytes =
        new byte[1 + content.nextInt(content.nextInt(20) == 0 ? LARGE_BYTES : SMALL_BYTES)];
    content.nextBytes(bytes);
    return bytes;
  }

  private long last(Connection connection) throws SQLException {
    return number(
        connection,
        "SELECT COALESCE(MAX(\"sequence_number\"), 0) FROM \"event_journal\""
            + " WHERE \"persistence_id\" = ?");
  }

  private long number(Connection connection, String sql) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, id);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /**
   * Looks for all that was acknowledged.
   *
   * @return what is wrong, or an empty string
   */
  public String check(Connection connection) throws SQLException {
    long next = -1;
    long place = -1;
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT \"sequence_number\", \"ordering\", \"event_payload\" FROM \"event_journal\""
                + " WHERE \"persistence_id\" = ? ORDER BY \"sequence_number\"")) {
      query.setString(1, id);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          long number = row.getLong(1);
          if (next < 0 ? number > removed + 1 || number <= removedSurely : number != next) {
            return "%s: event %d comes after %d".formatted(id, number, next - 1);
          }
          if (row.getLong(2) <= place) {
            return "%s: event %d is in the place of an earlier one".formatted(id, number);
          }
          if (!Arrays.equals(row.getBytes(3), bytes(number))) {
            return "%s: event %d is another".formatted(id, number);
          }
          place = row.getLong(2);
          next = number + 1;
        }
      }
    }
    long last = next < 0 ? removed : next - 1;
    if (last < acknowledged) {
      return "%s: acknowledged up to %d, there up to %d".formatted(id, acknowledged, last);
    }
    return checkRest(connection);
  }

  private String checkRest(Connection connection) throws SQLException {
    long token =
        number(
            connection, "SELECT COALESCE(MAX(token), 0) FROM dateline_lease WHERE lease_name = ?");
    if (token < leaseAcknowledged || token > leaseAttempted) {
      return "%s: lease %d was acknowledged, %d is there".formatted(id, leaseAcknowledged, token);
    }
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT \"sequence_number\", \"snapshot_payload\" FROM \"snapshot\""
                + " WHERE \"persistence_id\" = ?")) {
      query.setString(1, id);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          if (!Arrays.equals(row.getBytes(2), bytes(row.getLong(1)))) {
            return "%s: snapshot %d is another".formatted(id, row.getLong(1));
          }
        }
      }
    }
    isSure = false;
    return "";
  }
}
