package io.dateline.sm.replica;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** An H2 journal in memory, and an actor system that has it. */
public final class MemoryJournal implements AutoCloseable {
  private final String url = "jdbc:h2:mem:" + System.nanoTime() + ";DB_CLOSE_DELAY=-1";
  private final Journal journal;
  private final ActorTestKit kit;

  public MemoryJournal(Path folder) {
    journal =
        JournalSetup.open(
            ConfigFactory.parseMap(
                    Map.of(
                        "dateline.persistence.h2.url",
                        url,
                        "akka.actor.testkit.typed.filter-leeway", // the machine may be busy
                        "30s"))
                .withFallback(ConfigFactory.load()),
            folder);
    kit = ActorTestKit.create(ActorSystem.create(Behaviors.empty(), "node", journal.config()));
  }

  public ActorTestKit kit() {
    return kit;
  }

  /** A connection beside those of the system. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "dateline", "");
  }

  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Ends the system, and then the database. */
  @Override
  public void close() throws SQLException {
    kit.system().terminate();
    kit.system().getWhenTerminated().toCompletableFuture().join();
    journal.close();
    execute("SHUTDOWN");
  }
}
