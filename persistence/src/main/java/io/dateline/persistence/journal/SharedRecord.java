package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A small record that all nodes with the same journal have in common: the first one that asks makes
 * it. It lies among the snapshots, under a persistence id that no actor has, so that nodes need no
 * other table and no other right.
 */
public final class SharedRecord {
  private static final String FIND =
      "SELECT \"snapshot_payload\" FROM \"snapshot\""
          + " WHERE \"persistence_id\" = ? AND \"sequence_number\" = 1";
  private static final String MAKE =
      "INSERT INTO \"snapshot\" (\"persistence_id\", \"sequence_number\", \"created\","
          + " \"snapshot_ser_id\", \"snapshot_ser_manifest\", \"snapshot_payload\")"
          + " VALUES (?, 1, ?, 0, 'shared-record', ?)";

  private SharedRecord() {}

  /**
   * The record, made now if there is none.
   *
   * @param config of a journal that is open
   * @param name of the record
   * @param make its bytes; what another node has written meanwhile goes before
   * @throws JournalUnavailableException if the journal cannot be asked
   */
  public static byte[] get(Config config, String name, Supplier<byte[]> make) {
    String id = "shared|" + name;
    try (Connection connection = JournalSetup.connect(config)) {
      connection.setAutoCommit(true);
      Optional<byte[]> found = find(connection, id);
      return found.isPresent() ? found.get() : make(connection, id, make.get());
    } catch (SQLException e) {
      throw new JournalUnavailableException(
          "the journal does not tell its %s: %s".formatted(name, e.getMessage()), e);
    }
  }

  private static byte[] make(Connection connection, String id, byte[] bytes) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(MAKE)) {
      insert.setString(1, id);
      insert.setLong(2, System.currentTimeMillis());
      insert.setBytes(3, bytes);
      insert.executeUpdate();
      return bytes;
    } catch (SQLException e) {
      return find(connection, id).orElseThrow(() -> e); // another node was faster
    }
  }

  private static Optional<byte[]> find(Connection connection, String id) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(FIND)) {
      query.setString(1, id);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
      }
    }
  }
}
