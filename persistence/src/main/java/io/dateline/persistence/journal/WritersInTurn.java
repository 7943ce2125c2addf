package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.api.Trigger;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.table.Table;

/**
 * Has the transactions that write to an H2 journal come one after the other, each with its commit.
 *
 * <p>H2 writes a commit down as the state of all its tables, indexes and undo logs, and goes from
 * one to the next while other sessions write: half of a statement of theirs may be in it, without
 * the note by which it would be undone. If the power goes before they commit, too, the index of a
 * table has rows then that the table lacks, and the journal cannot be read any more.
 *
 * <p>H2 knows this trigger by the name of its class: a journal's file holds it.
 */
public final class WritersInTurn implements Trigger {
  private static final String LOCK = "DATELINE_WRITER"; // a table without rows
  private static final String PREFIX = "DATELINE_TURN_";

  /** The journal's tables, as H2 spells them. */
  static final List<String> TABLES =
      List.of("event_journal", "event_tag", "snapshot", "DATELINE_LEASE");

  /**
   * Has all that write to the journal's tables from now on do so in turn.
   *
   * @param administrator of the database, before others use it
   */
  static void install(Connection administrator) throws SQLException {
    try (Statement statement = administrator.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS %s (NONE INTEGER)".formatted(LOCK));
      for (String table : TABLES) {
        statement.execute(
            "CREATE TRIGGER IF NOT EXISTS \"%s%s\" BEFORE INSERT, UPDATE, DELETE ON \"%s\" CALL '%s'"
                .formatted(PREFIX, table, table, WritersInTurn.class.getName()));
      }
    }
  }

  /** A statement begins: waits until no other transaction writes. It has the turn until it ends. */
  @Override
  public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
    SessionLocal session = (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
    session
        .getDatabase()
        .getMainSchema()
        .getTableOrView(session, LOCK)
        .lock(session, Table.EXCLUSIVE_LOCK);
  }
}
