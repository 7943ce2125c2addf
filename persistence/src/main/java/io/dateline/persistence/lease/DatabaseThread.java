package io.dateline.persistence.lease;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * One thread that waits for the database, so that no other thread has to, and the one connection
 * that it owns. Opens the connection when it is first needed, and anew after a failure.
 */
final class DatabaseThread {
  /** Opens a connection to the database. */
  @FunctionalInterface
  interface Database {
    Connection connect() throws SQLException;
  }

  /** A piece of work for the connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private final Database database;
  private final ScheduledExecutorService thread;

  /** Of the thread. */
  private Connection connection;

  DatabaseThread(Database database, String name) {
    this.database = database;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name(name).daemon().factory());
  }

  /** Runs work on the thread; fails when it takes longer than {@code patience}, and goes on. */
  <T> CompletionStage<T> inTime(Duration patience, Callable<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    thread.execute(
        () -> {
          try {
            answer.complete(work.call());
          } catch (Exception e) {
            answer.completeExceptionally(e);
          }
        });
    return answer.orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** To be called on the thread. */
  <T> T onConnection(Work<T> work) throws SQLException {
    try {
      if (connection == null) {
        connection = database.connect();
      }
      return work.on(connection);
    } catch (SQLException e) {
      disconnect();
      throw e;
    }
  }

  ScheduledFuture<?> every(Duration interval, Runnable work) {
    long intervalNs = interval.toNanos();
    return thread.scheduleWithFixedDelay(work, intervalNs, intervalNs, TimeUnit.NANOSECONDS);
  }

  /** Ends the thread once what was asked for before is done. */
  void close() {
    thread.execute(this::disconnect);
    thread.shutdown();
  }

  private void disconnect() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // it was of no use any more
      }
      connection = null;
    }
  }
}
