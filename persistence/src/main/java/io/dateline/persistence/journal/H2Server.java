package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.h2.tools.Server;

/**
 * An H2 journal that several nodes on one host share over TCP. No node hosts it, so that none takes
 * it along when it dies.
 *
 * <p>The database is made here, with its tables, and stays open for as long as the server runs;
 * clients can open it, but make no other. Its file is written as an embedded journal's is, so
 * either can go on with the other's.
 */
public final class H2Server implements AutoCloseable {
  /** Takes a free port. */
  public static final int ANY_PORT = 0;

  private static final String DATABASE = "journal";

  private final StateDirectory directory;
  private final Connection keeper;
  private final IdleTransactions idle;
  private final Server server;
  private final String host;

  private H2Server(
      StateDirectory directory,
      Connection keeper,
      IdleTransactions idle,
      Server server,
      String host) {
    this.directory = directory;
    this.keeper = keeper;
    this.idle = idle;
    this.server = server;
    this.host = host;
  }

  /**
   * Serves the journal of a directory.
   *
   * @param directory for the database's file; no node may have it
   * @param host that nodes are to connect to; unless it is the loopback, nodes elsewhere may
   * @param port to listen on, or {@link #ANY_PORT}
   * @param config of which {@code dateline.persistence} gives user, password, options and how long
   *     a transaction may be idle
   * @throws StateDirectoryInUseException if another has the directory
   * @throws JournalUnavailableException if the database or the port cannot be opened
   */
  public static H2Server start(Path directory, String host, int port, Config config) {
    Config h2 = config.getConfig("dateline.persistence.h2");
    StateDirectory taken = StateDirectory.take(directory);
    // H2 reads it once, when it is first used; it would listen on every address otherwise.
    System.setProperty("h2.bindAddress", host);
    SyncedFilePath.register();
    String base = SyncedFilePath.SCHEME + ":" + directory.toAbsolutePath();
    JournalFile file = new JournalFile(directory.resolve(DATABASE));
    Connection keeper = null;
    try {
      file.opening();
      keeper =
          DriverManager.getConnection(
              "jdbc:h2:%s/%s;%s".formatted(base, DATABASE, h2.getString("options")),
              h2.getString("user"),
              h2.getString("password"));
      JournalSetup.createSchema(keeper, Backend.H2, Optional.of(file));
      file.made();
      keeper.setAutoCommit(true);
      Server server = listen(base, host, port);
      return new H2Server(
          taken,
          keeper,
          new IdleTransactions(keeper, Backend.idleTransaction(config)),
          server,
          host);
    } catch (JournalUnavailableException e) {
      closeQuietly(keeper);
      taken.close();
      throw e;
    } catch (SQLException e) {
      closeQuietly(keeper);
      taken.close();
      throw new JournalUnavailableException(
          "journal in %s cannot be served at %s:%d: %s"
              .formatted(directory, host, port, e.getMessage()),
          e);
    }
  }

  private static Server listen(String base, String host, int port) throws SQLException {
    String[] common = {"-tcpPort", Integer.toString(port), "-baseDir", base};
    if (isLoopback(host)) {
      return Server.createTcpServer(common).start();
    }
    return Server.createTcpServer(common[0], common[1], common[2], common[3], "-tcpAllowOthers")
        .start();
  }

  /** Whether only processes on this host can reach it. */
  public static boolean isLoopback(String host) {
    return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
  }

  /** What {@code dateline.persistence.h2.url} of every node is to be. */
  public String url() {
    return "jdbc:h2:tcp://%s:%d/%s".formatted(host, server.getPort(), DATABASE);
  }

  /** Ends the clients' connections, closes the database, lets go of the directory. */
  @Override
  public void close() {
    server.stop();
    idle.close();
    closeQuietly(keeper);
    directory.close();
  }

  private static void closeQuietly(Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // every commit that was answered is in the file
      }
    }
  }
}
