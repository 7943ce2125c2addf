package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.it.kit.Postgresql;
import io.dateline.persistence.journal.DurableWriter;
import io.dateline.persistence.journal.JournalSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * As {@code DurabilityTest}, with a PostgreSQL server on a small disk, which is killed or has its
 * disk filled while it is written to. {@code -Ddurability.runs=1000} says how many runs, {@code
 * -Ddurability.seed=7} which is the first.
 */
class PostgresqlDurabilityIT {
  private static final int RUNS = Integer.getInteger("durability.runs", 3);
  private static final long FIRST = Long.getLong("durability.seed", new Random().nextInt(1 << 20));
  private static final int WRITERS = 3;
  private static final int DISK_MB = 220;
  private static final long PATIENCE_S = 60;

  @TempDir private Path folder;
  private Config config;

  @BeforeEach
  void letTheServerIn() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @Test
  void shouldKeepWhatWasAcknowledged() throws Exception {
    long acknowledged = 0;
    try (SmallDisk disk = SmallDisk.mount(folder, DISK_MB);
        Postgresql server = Postgresql.start(disk.path())) {
      server.execute(
          "ALTER SYSTEM SET max_wal_size = '32MB'",
          "ALTER SYSTEM SET min_wal_size = '32MB'",
          "SELECT pg_reload_conf()");
      config =
          ConfigFactory.parseMap(server.settings()).withFallback(ConfigFactory.load()).resolve();
      JournalSetup.open(config, folder.resolve("state")).close();
      for (long seed = FIRST; seed < FIRST + RUNS; seed++) {
        server.execute("TRUNCATE event_journal, event_tag, snapshot, dateline_lease");
        String again = "-Ddurability.runs=1 -Ddurability.seed=" + seed;
        acknowledged += new Episode(seed, disk, server).run(again);
      }
    }
    System.out.printf(
        "durability of PostgreSQL: %d runs from seed %d, %d events acknowledged, none lost%n",
        RUNS, FIRST, acknowledged);
  }

  /** Some writing, and what happens to the server meanwhile. */
  private final class Episode {
    private final Random random;
    private final SmallDisk disk;
    private final Postgresql server;
    private final List<DurableWriter> writers = new ArrayList<>();

    Episode(long seed, SmallDisk disk, Postgresql server) {
      random = new Random(seed);
      this.disk = disk;
      this.server = server;
      for (int writer = 0; writer < WRITERS; writer++) {
        writers.add(new DurableWriter("writer|" + writer, seed * WRITERS + writer));
      }
    }

    /** Returns how many events were acknowledged. */
    long run(String again) throws Exception {
      int troubles = 1 + random.nextInt(2);
      for (int i = 0; i < troubles; i++) {
        write(random.nextInt(30), again);
        boolean isFull = random.nextBoolean();
        if (isFull) {
          disk.fill();
          List<CompletableFuture<Void>> all = writeUntilItFails();
          CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
          disk.empty();
          if (random.nextBoolean() || !server.isRunning()) {
            server.kill();
          }
        } else {
          List<CompletableFuture<Void>> all = writeUntilItFails();
          Awaitility.await() // any moment will do
              .pollDelay(random.nextInt(200), TimeUnit.MILLISECONDS)
              .until(() -> true);
          server.kill();
          CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }
        if (!server.isRunning()) {
          server.start();
        }
        write(WRITERS * 2, again);
        check(again);
      }
      return writers.stream().mapToLong(DurableWriter::acknowledged).sum();
    }

    private List<CompletableFuture<Void>> writeUntilItFails() {
      Executor threads = command -> Thread.ofPlatform().start(command);
      return writers.stream()
          .map(writer -> CompletableFuture.runAsync(() -> writeUntilItFails(writer), threads))
          .toList();
    }

    private void writeUntilItFails(DurableWriter writer) {
      try (Connection connection = JournalSetup.connect(config)) {
        while (true) {
          writer.write(connection);
        }
      } catch (SQLException e) {
        // as was to happen
      }
    }

    /** Each in turn, as soon as the server takes it. */
    private void write(int count, String again) {
      for (int i = 0; i < count; i++) {
        DurableWriter writer = writers.get(i % WRITERS);
        Awaitility.await(again)
            .atMost(PATIENCE_S, TimeUnit.SECONDS)
            .ignoreExceptions()
            .until(
                () -> {
                  try (Connection connection = JournalSetup.connect(config)) {
                    writer.write(connection);
                  }
                  return true;
                });
      }
    }

    private void check(String again) throws SQLException {
      try (Connection connection = JournalSetup.connect(config)) {
        for (DurableWriter writer : writers) {
          assertThat(writer.check(connection)).as(again).isEmpty();
        }
      }
    }
  }
}
