package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Prepares the journal before the actor system starts: lock, database, tables, settings. */
public final class JournalSetup {
  private static final Set<String> TABLES =
      Set.of("event_journal", "event_tag", "snapshot", "dateline_lease");

  private static final String SETTINGS = "dateline.persistence.";
  private static final String POOL = "akka-persistence-jdbc.shared-databases.dateline.db.";

  private JournalSetup() {}

  /**
   * Takes the state directory and makes the journal's tables where they are missing.
   *
   * @param config the node's, with reference.conf; {@code dateline.persistence} is read
   * @param stateDirectory where an H2 journal lies unless the configuration says otherwise
   * @throws StateDirectoryInUseException if another node has the directory
   * @throws JournalUnavailableException if the database cannot be opened
   * @throws JournalWentBackException if it lacks what was read of it from this directory
   * @throws com.typesafe.config.ConfigException if a setting is missing or wrong
   */
  public static Journal open(Config config, Path stateDirectory) {
    Backend backend = Backend.of(config);
    StateDirectory directory = StateDirectory.take(stateDirectory);
    try {
      Config complete = complete(config, backend, stateDirectory);
      createSchema(complete, backend, ownFile(config, stateDirectory), stateDirectory);
      return new Journal(JournalMark.with(complete, stateDirectory), directory);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /** Whether nothing can be in the journal yet: the file of an H2 journal does not exist. */
  public static boolean isNew(Config config, Path stateDirectory) {
    return ownFile(config, stateDirectory).filter(file -> !file.exists()).isPresent();
  }

  /** Whether a node's journal is an H2 database in a file of its own, which no server has. */
  public static boolean isOwn(Config config) {
    return Backend.of(config) == Backend.H2 && config.getString(SETTINGS + "h2.url").isEmpty();
  }

  /** Where a node's journal is, for people: a file, or a URL without what it may say of access. */
  public static String place(Config config, Path stateDirectory) {
    return isOwn(config)
        ? h2File(config, stateDirectory).toString()
        : withoutSecrets(config.getString(SETTINGS + Backend.of(config).lowerCase() + ".url"));
  }

  /** Without its parameters, and without a user: one of them may be a password. */
  private static String withoutSecrets(String url) {
    return url.replaceAll("[?;].*", "").replaceAll("//[^/]*@", "//");
  }

  /** What a driver says, which may have all of the URL in it. */
  static String withoutSecrets(String said, String url) {
    return said.replace(url, withoutSecrets(url));
  }

  /** That file. */
  private static Optional<JournalFile> ownFile(Config config, Path stateDirectory) {
    return isOwn(config)
        ? Optional.of(new JournalFile(h2File(config, stateDirectory)))
        : Optional.empty();
  }

  static Config complete(Config config, Backend backend, Path stateDirectory) {
    Config known = config;
    if (backend == Backend.H2) {
      known =
          isOwn(config)
              ? H2Access.ofOwn(config, h2File(config, stateDirectory).toString())
              : H2Access.ofServed(config);
    }
    Config complete =
        ConfigFactory.parseResources(JournalSetup.class, backend.settingsResource())
            .withFallback(known)
            .resolve();
    Config patient =
        complete.withValue(
            POOL + "properties",
            ConfigValueFactory.fromMap(backend.driverSettings(Backend.silence(complete))));
    return backend
        .sessionSettings(patient)
        .map(
            sql ->
                patient.withValue(POOL + "connectionInitSql", ConfigValueFactory.fromAnyRef(sql)))
        .orElse(patient);
  }

  private static Path h2File(Config config, Path stateDirectory) {
    String path = config.getString(SETTINGS + "h2.path");
    return (path.isEmpty() ? stateDirectory.resolve("journal") : Path.of(path)).toAbsolutePath();
  }

  private static void createSchema(
      Config config, Backend backend, Optional<JournalFile> file, Path stateDirectory) {
    file.ifPresent(JournalFile::opening);
    try (Connection connection = connect(config)) {
      if (file.isPresent()) {
        writeAtOnce(connection);
      }
      createSchema(connection, backend, file);
      if (file.isPresent()) {
        file.get().made();
        prepare(connection);
      }
      JournalMark.check(
          stateDirectory, connection, config.getBoolean(SETTINGS + "accept-lost-events"));
    } catch (SQLException e) {
      String url = config.getString(SETTINGS + backend.lowerCase() + ".url");
      throw new JournalUnavailableException(
          "journal %s cannot be opened: %s"
              .formatted(withoutSecrets(url), withoutSecrets(String.valueOf(e.getMessage()), url)),
          e);
    }
  }

  /**
   * Has what an administrator of an H2 database changes from now on be in its file at once.
   *
   * @param administrator of the database, before others use it
   */
  static void writeAtOnce(Connection administrator) throws SQLException {
    try (Statement statement = administrator.createStatement()) {
      statement.execute("SET WRITE_DELAY 0");
    }
  }

  /**
   * Makes an H2 journal that has its tables ready to be written to.
   *
   * @param administrator of the database, before others use it
   */
  static void prepare(Connection administrator) throws SQLException {
    EventNumbers.putAhead(administrator);
    WritersInTurn.install(administrator);
  }

  /**
   * Where the tables are there already, the right to make some is not needed.
   *
   * @param file the database's if it is ours
   * @throws JournalUnavailableException if there should be tables in it
   */
  static void createSchema(Connection connection, Backend backend, Optional<JournalFile> file)
      throws SQLException {
    Set<String> missing = missingTables(connection);
    if (missing.isEmpty()) {
      return;
    }
    if (missing.equals(TABLES)) {
      file.ifPresent(JournalFile::isEmpty);
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements(backend)) {
        statement.execute(sql);
      }
    }
    connection.commit();
  }

  private static Set<String> missingTables(Connection connection) throws SQLException {
    Set<String> missing = new HashSet<>(TABLES);
    try (ResultSet tables =
        connection
            .getMetaData()
            .getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
      while (tables.next()) {
        missing.remove(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return missing;
  }

  /**
   * Another connection to the journal's database.
   *
   * @param config of a journal that is open
   */
  public static Connection connect(Config config) throws SQLException {
    return connect(config, Backend.silence(config));
  }

  /**
   * As the other, for a caller in more of a hurry.
   *
   * @param silence after which a server on another host that does not answer is given up, and the
   *     connection with it
   */
  public static Connection connect(Config config, Duration silence) throws SQLException {
    Backend backend = Backend.of(config);
    if (backend == Backend.H2) {
      SyncedFilePath.register();
    }
    Config database = config.getConfig(SETTINGS + backend.lowerCase());
    Properties driver = new Properties();
    driver.putAll(backend.driverSettings(silence));
    driver.setProperty("user", database.getString("user"));
    driver.setProperty("password", database.getString("password"));
    Connection connection = DriverManager.getConnection(database.getString("url"), driver);
    Optional<String> settings = backend.sessionSettings(config);
    if (settings.isPresent()) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(settings.get());
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  private static String[] statements(Backend backend) {
    try (InputStream resource = JournalSetup.class.getResourceAsStream(backend.schemaResource())) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return text.replaceAll("(?m)^--.*$", "").strip().split(";\\s*");
    } catch (IOException e) {
      throw new UncheckedIOException(backend.schemaResource(), e);
    }
  }
}
