package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.h2.mvstore.MVStoreException;
import org.h2.tools.Server;

/**
 * An H2 journal that several nodes on one host share over TCP. No node hosts it, so that none takes
 * it along when it dies.
 *
 * <p>The database is made here, with its tables, and stays open for as long as the server runs
 * ({@link JournalKeeper}); clients can open it, but make no other. Its file is written as an
 * embedded journal's is, so either can go on with the other's.
 */
public final class H2Server implements AutoCloseable {
  /** Takes a free port. */
  public static final int ANY_PORT = 0;

  private static final String DATABASE = "journal";
  private static final Pattern IN_127 = Pattern.compile("127(\\.\\d{1,3}){3}"); // no name

  private final StateDirectory directory;
  private final JournalKeeper keeper;
  private final ServedDatabase database;
  private final String host;
  private final int port;

  private H2Server(
      StateDirectory directory,
      JournalKeeper keeper,
      ServedDatabase database,
      String host,
      int port) {
    this.directory = directory;
    this.keeper = keeper;
    this.database = database;
    this.host = host;
    this.port = port;
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
    return start(directory, "", host, port, config);
  }

  /**
   * As the other.
   *
   * @param storage beginning of the file's path, for H2: the file system that it is on
   */
  static H2Server start(Path directory, String storage, String host, int port, Config config) {
    StateDirectory taken = StateDirectory.take(directory);
    // H2 reads it once, when it is first used; it would listen on every address otherwise.
    System.setProperty("h2.bindAddress", host);
    SyncedFilePath.register();
    Path database = directory.toAbsolutePath().resolve(DATABASE);
    String name = SyncedFilePath.SCHEME + ":" + storage + database;
    AtomicInteger listened = new AtomicInteger(port);
    try {
      ServedDatabase served =
          new ServedDatabase(
              name,
              new JournalFile(database),
              directory,
              config.getConfig("dateline.persistence.h2"));
      JournalKeeper keeper =
          new JournalKeeper(
              SyncedFilePath.file(name), served::open, () -> listen(name, host, listened), config);
      return new H2Server(taken, keeper, served, host, listened.get());
    } catch (MVStoreException e) {
      taken.close();
      throw new JournalUnavailableException(
          "journal in %s cannot be served: %s".formatted(directory, e.getMessage()), e);
    } catch (RuntimeException e) {
      taken.close();
      throw e;
    } catch (SQLException e) {
      taken.close();
      throw new JournalUnavailableException(
          "journal in %s cannot be served at %s:%d: %s"
              .formatted(directory, host, port, e.getMessage()),
          e);
    }
  }

  /** Clients name a key instead of a database: there is no other that they could name. */
  private static Server listen(String name, String host, AtomicInteger port) throws SQLException {
    List<String> arguments =
        new ArrayList<>(List.of("-tcpPort", Integer.toString(port.get()), "-key", DATABASE, name));
    if (!isLoopback(host)) {
      arguments.add("-tcpAllowOthers");
    }
    // Else each wrong password keeps right ones waiting for seconds; the right one is no word.
    System.setProperty("h2.delayWrongPasswordMin", "0");
    Server server = Server.createTcpServer(arguments.toArray(String[]::new)).start();
    port.set(server.getPort());
    return server;
  }

  /** Whether only processes on this host can reach it. */
  public static boolean isLoopback(String host) {
    return host.equals("localhost") || IN_127.matcher(host).matches() || host.equals("[::1]");
  }

  /** What {@code dateline.persistence.h2.url} of every node is to be. */
  public String url() {
    return "jdbc:h2:tcp://%s:%d/%s".formatted(host, port, DATABASE);
  }

  /**
   * Settings of a node whose journal this is: where it is, and its password, or the file that holds
   * it.
   */
  public Map<String, String> settings() {
    String h2 = "dateline.persistence.h2.";
    return Map.of(
        h2 + "url",
        url(),
        h2 + (database.passwordFile().isPresent() ? "password-file" : "password"),
        database.passwordFile().map(Path::toString).orElseGet(database::password));
  }

  /** Where the nodes' password is, unless it was configured. */
  public Optional<Path> passwordFile() {
    return database.passwordFile();
  }

  /** The nodes' password. */
  public String password() {
    return database.password();
  }

  /** Ends the clients' connections, closes the database, lets go of the directory. */
  @Override
  public void close() {
    keeper.close();
    directory.close();
  }
}
