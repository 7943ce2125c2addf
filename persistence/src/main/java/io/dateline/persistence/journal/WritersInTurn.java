package io.dateline.persistence.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.api.Trigger;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.tx.Transaction;
import org.h2.table.Table;

/**
 * Has the transactions that write to an H2 journal come one after the other, each with its commit.
 *
 * <p>H2 writes a commit down as the state of all its tables, indexes and undo logs, and goes from
 * one to the next while other sessions write: half of a statement of theirs may be in it, without
 * the note by which it would be undone. If the power goes before they commit, too, the index of a
 * table has rows then that the table lacks, and the journal cannot be read any more.
 *
 * <p>A commit is not all that H2 writes its file at: with {@code WRITE_DELAY=0} the end of any
 * transaction is one, also of one that is rolled back and has changed nothing, and such a one has
 * no turn; with another delay a thread of H2's writes it at any time. So there is no delay at all,
 * which only a negative number says. A transaction that has the turn gets a name: H2 writes its
 * file when one with a name ends, and before it answers.
 *
 * <p>H2 finds the last commit in a file by its header, which may name one of 20 versions before,
 * and by what each version says of the place of the next. Room in the file that is not needed any
 * more is used again, also that of these versions: a commit that is half written when the power
 * goes then hides those before it. So what the last {@value #VERSIONS} versions consist of stays as
 * it is; a journal is opened with {@code REUSE_SPACE=FALSE}, which holds until that is said.
 *
 * <p>H2 knows this trigger by the name of its class: a journal's file holds it.
 */
public final class WritersInTurn implements Trigger {
  private static final String LOCK = "DATELINE_WRITER"; // a table without rows
  private static final String NAME = "turn"; // of a transaction
  private static final int NO_DELAY = -1;

  /** H2 writes the file's header when it is more than 20 behind. */
  private static final int VERSIONS = 64;

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
    writeAtTurns(session(administrator));
  }

  /** A statement begins: waits until no other transaction writes. It has the turn until it ends. */
  @Override
  public void fire(Connection connection, Object[] before, Object[] after) throws SQLException {
    SessionLocal session = session(connection);
    session
        .getDatabase()
        .getMainSchema()
        .getTableOrView(session, LOCK)
        .lock(session, Table.EXCLUSIVE_LOCK);
    writeAtTurns(session);
    Transaction transaction = session.getTransaction();
    if (transaction.getName() == null) {
      transaction.setName(NAME);
    }
  }

  private static SessionLocal session(Connection connection) throws SQLException {
    return (SessionLocal) connection.unwrap(JdbcConnection.class).getSession();
  }

  /**
   * A database that was just opened has H2's delay and keeps no versions, and options of a
   * connection may set a delay.
   */
  private static void writeAtTurns(SessionLocal session) {
    MVStore store = session.getDatabase().getStore().getMvStore();
    if (store.getVersionsToKeep() != VERSIONS) {
      store.setVersionsToKeep(VERSIONS);
      store.setReuseSpace(true);
    }
    if (store.getAutoCommitDelay() != NO_DELAY) {
      store.setAutoCommitDelay(0); // waits for a thread of H2's that writes
      store.setAutoCommitDelay(NO_DELAY);
    }
  }
}
