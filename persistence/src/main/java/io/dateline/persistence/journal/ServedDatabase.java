package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.stream.Collectors;
import org.h2.api.ErrorCode;

/**
 * A database that is served: its administrator, whose password never goes over the network, and the
 * nodes' user, which reads and writes the journal's tables and can do nothing else.
 */
final class ServedDatabase {
  private static final String PASSWORD_FILE = "journal.password";
  private static final String TABLES =
      WritersInTurn.TABLES.stream().map("\"%s\""::formatted).collect(Collectors.joining(", "));

  private final String name;
  private final JournalFile file;
  private final String options;
  private final String user;
  private final String password;
  private final Optional<Path> passwordFile;
  private String secret; // known from the first opening on

  /**
   * One that is not open.
   *
   * @param name as it stands in H2's URL
   * @param directory for the file of the nodes' password
   * @param h2 settings; a password in them is the nodes'
   * @throws JournalUnavailableException if the password cannot be read or written
   */
  ServedDatabase(String name, JournalFile file, Path directory, Config h2) {
    this.name = name;
    this.file = file;
    options = h2.getString("options");
    user = h2.getString("user");
    String configured = h2.getString("password");
    passwordFile =
        configured.isEmpty()
            ? Optional.of(directory.toAbsolutePath().resolve(PASSWORD_FILE))
            : Optional.empty();
    password = passwordFile.map(ServedDatabase::readOrMake).orElse(configured);
  }

  private static String readOrMake(Path path) {
    try {
      Optional<String> there = PrivateFiles.read(path).map(String::strip);
      if (there.isPresent() && !there.get().isEmpty()) {
        return there.get();
      }
      String made = KeeperSecret.random();
      PrivateFile.write(path, made + "\n");
      return made;
    } catch (IOException e) {
      throw new JournalUnavailableException(
          "the journal's password %s cannot be read or written: %s".formatted(path, e), e);
    }
  }

  /** Where the nodes' password is, unless it was configured. */
  Optional<Path> passwordFile() {
    return passwordFile;
  }

  String password() {
    return password;
  }

  /**
   * Opens it as its administrator, and makes tables and users as they should be. Every time: what
   * was made just before the disk failed may be lost.
   */
  Connection open() throws SQLException {
    boolean isFirst = secret == null;
    if (isFirst) {
      file.opening();
    }
    String found = isFirst ? KeeperSecret.findOrMake(name) : secret;
    Connection keeper = asKeeper(found);
    try {
      if (isFirst) {
        JournalSetup.createSchema(keeper, Backend.H2, Optional.of(file));
        file.made();
      }
      keeper.setAutoCommit(true);
      takeRights(keeper);
      JournalSetup.prepare(keeper);
      secret = found;
      return keeper;
    } catch (SQLException | RuntimeException e) {
      JournalKeeper.closeQuietly(keeper);
      throw e;
    }
  }

  /** Of a journal from before there was a keeper, or of a node's own, the user is administrator. */
  private Connection asKeeper(String found) throws SQLException {
    try {
      return connect(KeeperSecret.USER, found);
    } catch (SQLException e) {
      if (e.getErrorCode() != ErrorCode.WRONG_USER_OR_PASSWORD) {
        throw e;
      }
    }
    try (Connection administrator = asBefore();
        Statement statement = administrator.createStatement()) {
      statement.execute("CREATE USER %s PASSWORD '%s' ADMIN".formatted(KeeperSecret.USER, found));
      return connect(KeeperSecret.USER, found); // before the other is closed, and the database
    }
  }

  private Connection asBefore() throws SQLException {
    try {
      return connect(user, "");
    } catch (SQLException e) {
      if (e.getErrorCode() != ErrorCode.WRONG_USER_OR_PASSWORD || passwordFile.isPresent()) {
        throw e;
      }
      return connect(user, password);
    }
  }

  private Connection connect(String as, String with) throws SQLException {
    Connection connection =
        DriverManager.getConnection("jdbc:h2:%s;%s".formatted(name, options), as, with);
    try {
      JournalSetup.writeAtOnce(connection);
    } catch (SQLException e) {
      JournalKeeper.closeQuietly(connection);
      throw e;
    }
    return connection;
  }

  /** Others could have made users and code of their own in a journal without a password. */
  private void takeRights(Connection keeper) throws SQLException {
    ForeignCode.remove(keeper);
    try (Statement statement = keeper.createStatement()) {
      for (String other :
          JournalTables.texts(
              keeper,
              "SELECT USER_NAME FROM INFORMATION_SCHEMA.USERS WHERE USER_NAME NOT IN ('%s', UPPER('%s'))"
                  .formatted(KeeperSecret.USER, quoted(user)))) {
        statement.execute("DROP USER \"%s\"".formatted(other.replace("\"", "\"\"")));
      }
      String nodes = '"' + user.toUpperCase(java.util.Locale.ROOT).replace("\"", "\"\"") + '"';
      statement.execute(
          "CREATE USER IF NOT EXISTS %s PASSWORD '%s'".formatted(nodes, quoted(password)));
      statement.execute("ALTER USER %s SET PASSWORD '%s'".formatted(nodes, quoted(password)));
      statement.execute("ALTER USER %s ADMIN FALSE".formatted(nodes));
      statement.execute(
          "GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s".formatted(TABLES, nodes));
    }
  }

  private static String quoted(String text) {
    return text.replace("'", "''");
  }
}
