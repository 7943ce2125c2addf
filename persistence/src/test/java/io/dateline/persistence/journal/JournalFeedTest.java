package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializer;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.event.SubnetEvent.LidsReleased;
import io.dateline.persistence.journal.JournalFeed.Item;
import io.dateline.persistence.journal.JournalFeed.News;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of an H2 journal in memory, which several transactions write to at a time. */
class JournalFeedTest {
  private static final int PATIENCE_S = 20;
  private static final LidsReleased EVENT = new LidsReleased(new long[] {1}, "test", 1);

  @TempDir Path folder;

  private final String url = "jdbc:h2:mem:" + System.nanoTime() + ";DB_CLOSE_DELAY=-1";
  private Journal journal;
  private ActorSystem<Void> system;
  private final List<Connection> connections = new ArrayList<>();

  @BeforeEach
  void start() {
    journal =
        JournalSetup.open(
            ConfigFactory.parseMap(Map.of("dateline.persistence.h2.url", url))
                .withFallback(ConfigFactory.load()),
            folder);
    system = ActorSystem.create(Behaviors.empty(), "node", journal.config());
  }

  @AfterEach
  void stop() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
    journal.close();
    try (Connection last = DriverManager.getConnection(url, "dateline", "");
        Statement statement = last.createStatement()) {
      statement.execute("SHUTDOWN");
    }
  }

  /** With a transaction of its own. */
  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url, "dateline", "");
    connections.add(connection);
    connection.setAutoCommit(false);
    return connection;
  }

  private void insert(Connection connection, String id, long sequence) throws SQLException {
    Serialization serialization = SerializationExtension.get(system.classicSystem());
    Serializer serializer = serialization.findSerializerFor(EVENT);
    insert(
        connection,
        id,
        sequence,
        akka.serialization.Serializers.manifestFor(serializer, EVENT),
        serialization.serialize(EVENT).get());
  }

  private void insert(
      Connection connection, String id, long sequence, String manifest, byte[] payload)
      throws SQLException {
    Serialization serialization = SerializationExtension.get(system.classicSystem());
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO \"event_journal\" (\"persistence_id\", \"sequence_number\","
                + " \"deleted\", \"writer\", \"write_timestamp\", \"adapter_manifest\","
                + " \"event_ser_id\", \"event_ser_manifest\", \"event_payload\")"
                + " VALUES (?, ?, FALSE, '', 0, '', ?, ?, ?)")) {
      insert.setString(1, id);
      insert.setLong(2, sequence);
      insert.setInt(3, serialization.findSerializerFor(EVENT).identifier());
      insert.setString(4, manifest);
      insert.setBytes(5, payload);
      insert.execute();
    }
  }

  private JournalFeed feed() {
    return new JournalFeed(system, 0, id -> !id.startsWith("other"));
  }

  private static News next(JournalFeed feed) throws Exception {
    return feed.next().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS);
  }

  private static List<String> names(News news) {
    return news.items().stream().map(item -> item.persistenceId() + item.sequence()).toList();
  }

  @Test
  void shouldBringLateWhatIsCommittedLate() throws Exception {
    JournalFeed feed = feed();
    assertThat(next(feed)).isEqualTo(new News(List.of(), 0, true));
    Connection slow = connect();
    Connection quick = connect();
    insert(slow, "a", 1);
    insert(quick, "b", 1);
    quick.commit();

    News first = next(feed);
    assertThat(names(first)).containsExactly("b1");
    assertThat(first.isAll()).isTrue();
    assertThat(first.items().getFirst().event()).usingRecursiveComparison().isEqualTo(EVENT);
    slow.commit();
    insert(quick, "b", 2);
    insert(quick, "other", 1);
    quick.commit();
    assertThat(names(next(feed))).containsExactly("a1", "b2");
    assertThat(names(next(feed))).isEmpty();
  }

  @Test
  void shouldTellWhetherThereIsMore() throws Exception {
    Connection connection = connect();
    for (int sequence = 1; sequence <= 2500; sequence++) {
      insert(connection, sequence % 2 == 0 ? "other" : "a", sequence);
    }
    connection.commit();

    JournalFeed feed = feed();
    List<Integer> sizes = new ArrayList<>();
    News news = next(feed);
    while (!news.isAll()) {
      sizes.add(news.items().size());
      news = next(feed);
    }
    assertThat(sizes).containsExactly(500, 500);
    assertThat(news.items()).hasSize(250);
  }

  @Test
  void shouldBringAgainWhatItCouldNotRead() throws Exception {
    Connection connection = connect();
    insert(connection, "a", 1);
    insert(connection, "a", 2, "SwitchPainted:3", new byte[1]);
    insert(connection, "other", 1, "SwitchPainted:3", new byte[1]);
    connection.commit();

    JournalFeed feed = feed();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> next(feed)).matches(FutureRecord::isIn);
    }
    assertThat(feed.firstUnknown().toCompletableFuture().get(PATIENCE_S, TimeUnit.SECONDS))
        .contains("event 2 of a");
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM \"event_journal\" WHERE \"sequence_number\" = 2");
    }
    insert(connection, "a", 2);
    connection.commit();
    assertThat(names(next(feed))).containsExactly("a1", "a2");
  }

  /** The asker may be stopped in the middle for longer than transactions last. */
  @Test
  void shouldNotGiveUpWhatItHasNotLookedForSince() throws Exception {
    Connection slow = connect();
    Connection slower = connect();
    Connection quick = connect();
    insert(slow, "a", 1);
    insert(slower, "s", 1);
    insert(quick, "b", 1);
    quick.commit();
    AtomicLong now = new AtomicLong();
    AtomicBoolean isStopped = new AtomicBoolean();
    JournalFeed feed =
        new JournalFeed(
            system,
            0,
            id -> {
              if (isStopped.getAndSet(false)) {
                now.addAndGet(Duration.ofMinutes(1).toNanos());
              }
              return true;
            },
            now::get);
    assertThat(names(next(feed))).containsExactly("b1");
    slow.commit();
    isStopped.set(true);
    assertThat(names(next(feed))).containsExactly("a1");
    slower.commit();
    assertThat(names(next(feed))).containsExactly("s1");

    insert(slow, "a", 2);
    insert(quick, "b", 2);
    quick.commit();
    assertThat(names(next(feed))).containsExactly("b2");
    now.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(names(next(feed))).isEmpty();
    slow.commit();
    assertThat(names(next(feed))).as("given up").isEmpty();
  }

  /** Nine writers in four transactions, as entities that each write one event after the other. */
  @Test
  void shouldBringEachEventOnceAndThoseOfOneIdInOrder() throws Exception {
    long seed = Long.getLong("dateline.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<Connection> transactions = List.of(connect(), connect(), connect(), connect());
    List<Map<String, Long>> open = new ArrayList<>(); // by transaction: what it has written
    transactions.forEach(transaction -> open.add(new HashMap<>()));
    Map<String, Long> written = new HashMap<>();
    Map<String, Long> brought = new HashMap<>();
    JournalFeed feed = feed();
    for (int step = 0; step < 3000; step++) {
      int at = random.nextInt(transactions.size());
      String id = "id" + random.nextInt(9);
      switch (random.nextInt(12)) {
        case 0, 1 -> {
          transactions.get(at).commit();
          written.putAll(open.get(at));
          open.get(at).clear();
        }
        case 2 -> {
          transactions.get(at).rollback();
          open.get(at).clear();
        }
        case 3, 4, 5 -> take(next(feed), brought, seed);
        default -> {
          boolean isOthers = false;
          for (int other = 0; other < open.size(); other++) {
            isOthers |= other != at && open.get(other).containsKey(id);
          }
          if (!isOthers) {
            long sequence = open.get(at).getOrDefault(id, written.getOrDefault(id, 0L)) + 1;
            insert(transactions.get(at), id, sequence);
            open.get(at).put(id, sequence);
          }
        }
      }
    }
    for (int at = 0; at < transactions.size(); at++) {
      transactions.get(at).commit();
      written.putAll(open.get(at));
    }
    take(next(feed), brought, seed);
    assertThat(brought).as("seed %d", seed).isEqualTo(written);
  }

  private static void take(News news, Map<String, Long> brought, long seed) {
    for (Item item : news.items()) {
      long before = brought.getOrDefault(item.persistenceId(), 0L);
      assertThat(item.sequence()).as("seed %d", seed).isEqualTo(before + 1);
      brought.put(item.persistenceId(), item.sequence());
    }
  }
}
