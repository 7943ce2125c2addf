package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a served database open with our options, and clients away from it while it is not. H2
 * closes a database whose file it cannot write to, as on a full disk; it is opened again then, each
 * second until that succeeds. Clients lose their connections meanwhile, and connect again.
 */
final class JournalKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JournalKeeper.class);
  private static final int RETRY_S = 1;

  /** What opens the database, as an administrator; by the thread that calls it. */
  interface Opening {
    Connection open() throws SQLException;
  }

  /** What lets clients in. */
  interface Listening {
    Server listen() throws SQLException;
  }

  /** The database as it is open now. */
  private record Life(Connection connection, IdleTransactions idle, Server server, long number) {
    void end() {
      server.stop();
      idle.close();
      closeQuietly(connection);
    }
  }

  private final SyncedFile file;
  private final Opening opening;
  private final Listening listening;
  private final Config config;
  private final Semaphore ended = new Semaphore(0);
  private final Thread thread = Thread.ofPlatform().name("journal-keeper").unstarted(this::run);
  private Life life; // null while it cannot be opened; the keeper's thread's, once that runs
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Opens a database and lets clients in.
   *
   * @param config of which {@code dateline.persistence} gives how long a transaction may be idle
   */
  JournalKeeper(SyncedFile file, Opening opening, Listening listening, Config config)
      throws SQLException {
    this.file = file;
    this.opening = opening;
    this.listening = listening;
    this.config = config;
    file.keep(ended::release);
    try {
      life = begin();
    } catch (SQLException | RuntimeException e) {
      file.release();
      throw e;
    }
    thread.start();
  }

  private Life begin() throws SQLException {
    Connection connection = file.asKeeper(opening::open);
    try {
      connection.setAutoCommit(true);
      long number = file.life();
      isOpen(connection); // in this life, then
      Server server = listening.listen();
      return new Life(
          connection,
          new IdleTransactions(connection, Backend.idleTransaction(config)),
          server,
          number);
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  private static void isOpen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS");
    }
  }

  private void run() {
    String trouble = null; // that was told
    try {
      while (closing.getCount() > 0) {
        boolean isOpen = life != null && life.number() == file.life();
        if (isOpen) {
          ended.acquire();
        } else {
          trouble = beginAgain(trouble);
        }
      }
    } catch (InterruptedException e) {
      // this thread is never interrupted
    }
  }

  /** Returns what keeps it from being open, or null. */
  private String beginAgain(String told) throws InterruptedException {
    if (life != null) {
      log.error("The journal's file cannot be written to; no node is let in until it can");
      life.end();
      life = null;
    }
    try {
      life = begin();
      log.warn("The journal is open again, with all that was acknowledged");
      return null;
    } catch (SQLException | RuntimeException e) {
      String trouble = String.valueOf(e.getMessage());
      if (!trouble.equals(told)) {
        log.error("The journal cannot be opened, it is tried each second: {}", trouble);
      }
      closing.await(RETRY_S, TimeUnit.SECONDS);
      return trouble;
    }
  }

  /** Ends the clients' connections and closes the database. */
  @Override
  public void close() {
    closing.countDown();
    ended.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (life != null) {
      life.end();
    }
    file.release();
  }

  static void closeQuietly(Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // every commit that was answered is in the file
      }
    }
  }
}
