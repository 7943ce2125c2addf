package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import io.dateline.persistence.file.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far this node has read the journal, kept in its state directory: a journal that ends before
 * that is recognized after a restart as well. One of it a node; any thread may use it.
 */
public final class JournalMark implements Extension {
  private static final Logger log = LoggerFactory.getLogger(JournalMark.class);
  private static final ExtensionId<JournalMark> ID = new Id();
  private static final String NAME = "dateline.mark";
  private static final String PATH = "dateline.persistence.mark-file";

  /** Between writes within a term. */
  private static final long PAUSE_NS = Duration.ofSeconds(10).toNanos();

  private final JournalTables tables;
  private final Optional<Path> file;
  private final Executor blocking;
  private Optional<ReadMark> mark = Optional.empty();
  private long writtenNs;
  private boolean isWriting;

  private JournalMark(ActorSystem<?> system) {
    tables = new JournalTables(system);
    Config config = system.settings().config();
    file = config.hasPath(PATH) ? Optional.of(Path.of(config.getString(PATH))) : Optional.empty();
    blocking = system.dispatchers().lookup(DispatcherSelector.blocking());
    mark = file.flatMap(JournalMark::load);
  }

  /** The node's. */
  public static JournalMark get(ActorSystem<?> system) {
    return system.registerExtension(ID);
  }

  /** The last one. */
  public synchronized Optional<ReadMark> last() {
    return mark;
  }

  /** What the journal lacks of it, if anything. */
  public CompletionStage<Optional<JournalWentBack>> missed() {
    Optional<ReadMark> last = last();
    return tables.ask(
        connection -> last.isPresent() ? last.get().missedIn(connection) : Optional.empty());
  }

  /** This has been read, and is in the journal for good. It is on the disk soon. */
  public synchronized void reach(ReadMark reached) {
    boolean isNewTerm = mark.isEmpty() || mark.get().term() != reached.term();
    boolean isFurther = mark.isEmpty() || !mark.get().equals(reached);
    mark = Optional.of(reached);
    boolean isTime = isNewTerm || writtenNs == 0 || System.nanoTime() - writtenNs > PAUSE_NS;
    if (isFurther && isTime && !isWriting && file.isPresent()) {
      isWriting = true;
      writtenNs = System.nanoTime();
      blocking.execute(() -> write(file.get(), reached));
    }
  }

  private void write(Path to, ReadMark reached) {
    try {
      PrivateFile.write(to, reached.text());
    } catch (IOException e) {
      log.warn("{} cannot be written: {}", to, e.toString());
    } finally {
      synchronized (this) {
        isWriting = false;
      }
    }
  }

  /** Where the mark of a node is, for its actor system. */
  static Config with(Config config, Path stateDirectory) {
    return config.withValue(
        PATH, ConfigValueFactory.fromAnyRef(stateDirectory.resolve(NAME).toString()));
  }

  /**
   * Compares the mark of a state directory with a journal, before anything is decided by it.
   *
   * @param isAccepted whether what is missing is given up
   * @throws JournalWentBackException if something is missing
   * @throws JournalUnavailableException if the mark is something else
   */
  static void check(Path stateDirectory, Connection connection, boolean isAccepted)
      throws SQLException {
    Path file = stateDirectory.resolve(NAME);
    Optional<ReadMark> mark = load(file);
    Optional<JournalWentBack> missed =
        mark.isPresent() ? mark.get().missedIn(connection) : Optional.empty();
    if (missed.isEmpty()) {
      return;
    }
    if (!isAccepted) {
      throw new JournalWentBackException(missed.get().sentence());
    }
    log.warn("Given up by {} = true: {}", JournalWentBack.ACCEPT, missed.get().sentence());
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new JournalUnavailableException("%s cannot be removed: %s".formatted(file, e), e);
    }
  }

  private static Optional<ReadMark> load(Path file) {
    try {
      return PrivateFiles.read(file).map(ReadMark::parse);
    } catch (IOException | IllegalArgumentException e) {
      throw new JournalUnavailableException(
          "%s, how far this node has read the journal, cannot be read (%s): remove it if it is damaged"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static final class Id extends ExtensionId<JournalMark> {
    @Override
    public JournalMark createExtension(ActorSystem<?> system) {
      return new JournalMark(system);
    }
  }
}
