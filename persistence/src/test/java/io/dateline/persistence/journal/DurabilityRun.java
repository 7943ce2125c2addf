package io.dateline.persistence.journal;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One journal on one disk through several lives, served and embedded in turn, each with several
 * writers, a disk that is full or fails for a while, and an end: the power goes at some moment,
 * also while the journal is closed, or nothing happens.
 */
final class DurabilityRun {
  private static final int WRITERS = 3;
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

  private final long seed;
  private final Random random;
  private final Path directory;
  private final CrashDisk disk;
  private final List<DurableWriter> writers = new ArrayList<>();
  private long crashes;
  private long troubles;

  DurabilityRun(long seed, Path directory) {
    this.seed = seed;
    this.directory = directory;
    random = new Random(seed);
    disk = new CrashDisk(seed);
    for (int writer = 0; writer < WRITERS; writer++) {
      writers.add(new DurableWriter("writer|" + writer, seed * WRITERS + writer));
    }
  }

  long acknowledged() {
    return writers.stream().mapToLong(DurableWriter::acknowledged).sum();
  }

  long crashes() {
    return crashes;
  }

  long troubles() {
    return troubles;
  }

  /** Where a life's journal is, and how to get to it. */
  private record Place(Config config, AutoCloseable journal) {
    Connection connect() throws SQLException {
      return JournalSetup.connect(config);
    }
  }

  /** Returns what was lost, or an empty string. */
  String run() {
    int lives = 2 + random.nextInt(4);
    for (int life = 0; life < lives; life++) {
      String wrong;
      try {
        wrong = live(life, life == lives - 1);
      } catch (JournalUnavailableException | SQLException e) {
        wrong = "cannot be opened: " + e.getMessage();
      } catch (Exception e) {
        wrong = e.toString();
      }
      CrashDiskPath.unmount(directory.resolve("life-" + life).toString());
      if (!wrong.isEmpty()) {
        return "life %d: %s".formatted(life, wrong);
      }
    }
    return "";
  }

  private String live(int life, boolean isLast) throws Exception {
    // A name of its own: H2 may still know the last life's.
    Path place = directory.resolve("life-" + life);
    disk.boot();
    disk.moveTo(place + "/journal.mv.db");
    Place opened = open(place, CrashDiskPath.mount(place.toString(), disk));
    String wrong = check(opened);
    if (wrong.isEmpty() && !isLast) {
      if (random.nextInt(4) != 0) {
        disk.crashAfter(random.nextInt(150));
      }
      wrong = work(opened, 20 + random.nextInt(150), random.nextBoolean());
    }
    if (random.nextBoolean()) {
      disk.crash();
    } else if (random.nextBoolean()) {
      disk.crashAfter(random.nextInt(12)); // while it is closed
    }
    try {
      opened.journal().close();
    } catch (SQLException e) {
      // the power was gone
    }
    if (disk.isCrashed()) {
      crashes++;
    }
    disk.crash(); // what was synced is on the disk, the rest not for sure
    return wrong;
  }

  private Place open(Path place, String storage) throws SQLException {
    Config config = ConfigFactory.load();
    if (random.nextBoolean()) {
      H2Server server = H2Server.start(place, storage, "127.0.0.1", H2Server.ANY_PORT, config);
      return new Place(
          with(with(config, "url", server.url()), "password", server.password()), server);
    }
    Config embedded = H2Access.ofOwn(config, storage + place.resolve("journal"));
    Connection held = JournalSetup.connect(embedded);
    JournalSetup.writeAtOnce(held);
    JournalSetup.createSchema(held, Backend.H2, Optional.empty());
    held.setAutoCommit(true);
    JournalSetup.prepare(held);
    return new Place(embedded, held);
  }

  private static Config with(Config config, String key, String value) {
    return config.withValue("dateline.persistence.h2." + key, ConfigValueFactory.fromAnyRef(value));
  }

  private String check(Place place) throws SQLException {
    try (Connection connection = place.connect()) {
      for (DurableWriter writer : writers) {
        String wrong = writer.check(connection);
        if (!wrong.isEmpty()) {
          return wrong;
        }
      }
    }
    return "";
  }

  /** All write, at the same time or in turn, until they have written enough or the power goes. */
  private String work(Place place, int count, boolean atOnce) {
    long troubleSeed = random.nextLong();
    if (!atOnce) {
      return new Worker(place, writers, count, troubleSeed).work();
    }
    CountDownLatch done = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<CompletableFuture<String>> all = new ArrayList<>();
      CompletableFuture<Void> bystander =
          CompletableFuture.runAsync(() -> standBy(place, done), threads);
      for (int i = 0; i < WRITERS; i++) {
        Worker worker =
            new Worker(place, List.of(writers.get(i)), count / WRITERS, i == 0 ? troubleSeed : 0);
        all.add(CompletableFuture.supplyAsync(worker::work, threads));
      }
      String wrong = all.stream().map(CompletableFuture::join).reduce("", String::concat);
      done.countDown();
      bystander.join();
      return wrong;
    } catch (CompletionException e) {
      throw new IllegalStateException("seed " + seed + ": " + e.getCause(), e);
    } finally {
      done.countDown();
    }
  }

  /** Begins, reads, and rolls back, and now and then leaves: H2 writes its file then, too. */
  private void standBy(Place place, CountDownLatch done) {
    while (done.getCount() > 0 && !disk.isCrashed()) {
      try (Connection connection = place.connect();
          Statement statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        for (int i = 0; i < 20 && done.getCount() > 0; i++) {
          statement.execute("SELECT COUNT(*) FROM \"event_journal\"");
          connection.rollback();
        }
        statement.execute("SELECT COUNT(*) FROM \"event_journal\"");
      } catch (SQLException | RuntimeException e) {
        LockSupport.parkNanos(1_000_000); // the disk is full, or without power
      }
    }
  }

  /** A thread of its own, with a connection for each of its writers. */
  private final class Worker {
    private final Place place;
    private final List<DurableWriter> mine;
    private final int count;
    private final Random own;
    private final boolean makesTrouble;
    private final Connection[] connections;
    private int troubleLeft; // writes until the disk is in order again

    Worker(Place place, List<DurableWriter> mine, int count, long troubleSeed) {
      this.place = place;
      this.mine = mine;
      this.count = count;
      own = new Random(troubleSeed);
      makesTrouble = troubleSeed != 0;
      connections = new Connection[mine.size()];
    }

    String work() {
      try {
        for (int i = 0; i < count && !disk.isCrashed(); i++) {
          if (makesTrouble) {
            trouble();
          }
          String wrong = write(own.nextInt(mine.size()));
          if (!wrong.isEmpty()) {
            return wrong;
          }
        }
        return "";
      } finally {
        if (makesTrouble) {
          endTrouble();
        }
        for (int i = 0; i < connections.length; i++) {
          drop(i);
        }
      }
    }

    private void trouble() {
      if (troubleLeft > 0) {
        if (--troubleLeft == 0) {
          endTrouble();
        }
      } else if (own.nextInt(60) == 0) {
        troubleLeft = 1 + own.nextInt(3);
        troubles++;
        if (own.nextInt(3) == 0) {
          disk.setFailing(true);
        } else {
          disk.setFull(true);
        }
      }
    }

    private void endTrouble() {
      disk.setFull(false);
      disk.setFailing(false);
    }

    /** Tries until it is written, or the disk has been in order for long, or not yet. */
    private String write(int which) {
      long since = System.nanoTime();
      String last = "";
      long began = since;
      int tries = 0;
      while (!disk.isCrashed() && System.nanoTime() - since < PATIENCE_NS) {
        began = System.nanoTime();
        tries++;
        try {
          if (connections[which] == null) {
            connections[which] = place.connect();
          }
          mine.get(which).write(connections[which]);
          return "";
        } catch (SQLException | RuntimeException e) {
          last = String.valueOf(e.getMessage());
          drop(which);
          if (makesTrouble) {
            trouble();
          }
          pause();
        }
      }
      return disk.isCrashed()
          ? ""
          : "not written again in %d tries, the last of %d ms: %s"
              .formatted(tries, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began), last);
    }

    private void pause() {
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void drop(int which) {
      if (connections[which] != null) {
        try {
          connections[which].close();
        } catch (SQLException | RuntimeException e) {
          // it is dead
        }
        connections[which] = null;
      }
    }
  }
}
