package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.persistence.jdbc.db.SlickDatabase;
import akka.persistence.jdbc.db.SlickExtension;
import akka.persistence.jdbc.db.SlickExtensionImpl;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * The journal's tables, asked directly through the journal's own pool, for what Akka's queries do
 * not tell.
 */
final class JournalTables {
  private final SlickDatabase database;
  private final Executor blocking;

  /** For the journal of a system that {@link JournalSetup} has configured. */
  JournalTables(ActorSystem<?> system) {
    database =
        ((SlickExtensionImpl) SlickExtension.get(system.classicSystem()))
            .database(system.settings().config().getConfig("jdbc-read-journal"));
    blocking = system.dispatchers().lookup(DispatcherSelector.blocking());
  }

  /** What is asked of a connection. */
  interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  /** What is made of the rows of a query. */
  interface Rows<T> {
    T read(ResultSet rows) throws SQLException;
  }

  /** The answer of one query; fails while the journal cannot be asked. */
  <T> CompletionStage<T> ask(String sql, Rows<T> rows, Object... parameters) {
    return ask(connection -> read(connection, sql, rows, parameters));
  }

  /** One query of a question. */
  static <T> T read(Connection connection, String sql, Rows<T> rows, Object... parameters)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        query.setObject(1 + i, parameters[i]);
      }
      try (ResultSet result = query.executeQuery()) {
        return rows.read(result);
      }
    }
  }

  /** The number that a query gives; 0 for none. */
  static long number(Connection connection, String sql, Object... parameters) throws SQLException {
    return read(
        connection,
        sql,
        row -> {
          row.next();
          return row.getLong(1);
        },
        parameters);
  }

  /** The texts that a query gives. */
  static List<String> texts(Connection connection, String sql) throws SQLException {
    return read(
        connection,
        sql,
        rows -> {
          List<String> texts = new ArrayList<>();
          while (rows.next()) {
            texts.add(rows.getString(1));
          }
          return texts;
        });
  }

  /** The answer; fails while the journal cannot be asked. */
  <T> CompletionStage<T> ask(Question<T> question) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Connection connection = database.database().source().createConnection()) {
            return question.ask(connection);
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        },
        blocking);
  }
}
