package io.dateline.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.Done;
import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.RetentionCriteria;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetEvent.LidsReleased;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real journal on a real file. */
final class JournalSetupTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path temporary;

  /** Remembers GUIDs in the order they came; large enough ones do not fit into an H2 row. */
  private static final class Memory
      extends EventSourcedBehavior<Memory.Command, LidsReleased, SubnetSnapshot> {
    sealed interface Command {}

    record Remember(long[] guids, ActorRef<Done> replyTo) implements Command {}

    record Recall(ActorRef<long[]> replyTo) implements Command {}

    private Memory(String id) {
      super(PersistenceId.ofUniqueId(id));
    }

    static Behavior<Command> create(String id) {
      return new Memory(id);
    }

    @Override
    public SubnetSnapshot emptyState() {
      return snapshot(new long[0]);
    }

    @Override
    public CommandHandler<Command, LidsReleased, SubnetSnapshot> commandHandler() {
      return (state, command) ->
          switch (command) {
            case Remember(long[] guids, ActorRef<Done> replyTo) ->
                Effect()
                    .persist(new LidsReleased(guids, "test", 1))
                    .thenReply(replyTo, after -> Done.getInstance());
            case Recall(ActorRef<long[]> replyTo) -> Effect().reply(replyTo, state.portGuids());
          };
    }

    @Override
    public EventHandler<SubnetSnapshot, LidsReleased> eventHandler() {
      return (state, event) -> {
        long[] old = state.portGuids();
        long[] guids = Arrays.copyOf(old, old.length + event.portGuids().length);
        System.arraycopy(event.portGuids(), 0, guids, old.length, event.portGuids().length);
        return snapshot(guids);
      };
    }

    private static SubnetSnapshot snapshot(long[] guids) {
      int count = guids.length;
      return new SubnetSnapshot(
          0,
          TermKeys.NONE,
          guids,
          new int[count],
          new byte[count],
          null,
          null,
          null,
          List.of(),
          PackedNodes.EMPTY,
          0,
          null,
          null,
          List.of(),
          SiteKeys.NONE,
          PartitionSnapshot.NONE,
          Registered.NOTHING,
          FabricChange.NONE,
          Silence.NONE,
          TreeFrame.EMPTY,
          null);
    }

    @Override
    public RetentionCriteria retentionCriteria() {
      return RetentionCriteria.snapshotEvery(3, 1).withDeleteEventsOnSnapshot();
    }
  }

  private static final class Node implements AutoCloseable {
    private final Journal journal;
    private final ActorTestKit kit;

    Node(Config config, Path directory) {
      journal = JournalSetup.open(config, directory);
      kit =
          ActorTestKit.create(
              ActorSystem.create(
                  akka.actor.typed.javadsl.Behaviors.empty(), "node", journal.config()));
    }

    void remember(String id, long... guids) {
      ActorRef<Memory.Command> memory = kit.spawn(Memory.create(id));
      TestProbe<Done> done = kit.createTestProbe();
      memory.tell(new Memory.Remember(guids, done.ref()));
      done.receiveMessage(PATIENCE);
      kit.stop(memory);
    }

    long[] recall(String id) {
      ActorRef<Memory.Command> memory = kit.spawn(Memory.create(id));
      TestProbe<long[]> recalled = kit.createTestProbe();
      memory.tell(new Memory.Recall(recalled.ref()));
      return recalled.receiveMessage(PATIENCE);
    }

    @Override
    public void close() {
      kit.system().terminate();
      kit.system().getWhenTerminated().toCompletableFuture().join();
      journal.close();
    }
  }

  private static Config config() {
    return ConfigFactory.load();
  }

  @Test
  void shouldReplayAfterRestart() {
    try (Node node = new Node(config(), temporary)) {
      node.remember("memory|1", 1, 2);
      node.remember("memory|1", 3);
      node.remember("memory|2", 4);
    }
    try (Node node = new Node(config(), temporary)) {
      assertThat(node.recall("memory|1")).containsExactly(1, 2, 3);
      assertThat(node.recall("memory|2")).containsExactly(4);
    }
  }

  @Test
  void shouldRecoverFromSnapshotAndWhatCameAfter() {
    long[] large = new long[40_000]; // 320 KB
    Arrays.setAll(large, i -> ~i);
    try (Node node = new Node(config(), temporary)) {
      node.remember("memory|1", large);
      node.remember("memory|1", 2);
      node.remember("memory|1", 3);
      node.remember("memory|1", 4);
    }
    try (Node node = new Node(config(), temporary)) {
      assertThat(node.recall("memory|1")).startsWith(large).endsWith(2, 3, 4).hasSize(40_003);
    }
  }

  /** What is in the file at this moment is what is left after {@code kill -9}. */
  @Test
  void shouldHaveWrittenEveryAnsweredEventToTheFile() throws Exception {
    Path left = Files.createDirectories(temporary.resolve("left"));
    Path running = temporary.resolve("running");
    try (Node node = new Node(config(), running)) {
      for (int i = 1; i <= 3; i++) {
        node.remember("memory|1", i);
        Files.copy(running.resolve("journal.mv.db"), left.resolve(i + ".mv.db"));
      }
    }
    for (int i = 1; i <= 3; i++) {
      Path survivor = Files.createDirectories(temporary.resolve("survivor" + i));
      Files.move(left.resolve(i + ".mv.db"), survivor.resolve("journal.mv.db"));
      try (Node node = new Node(config(), survivor)) {
        assertThat(node.recall("memory|1")).hasSize(i).endsWith(i);
      }
    }
  }

  @Test
  void shouldRefuseADirectoryThatIsInUse() {
    try (Journal first = JournalSetup.open(config(), temporary)) {
      assertThat(first.config().getString("akka.persistence.journal.plugin"))
          .isEqualTo("jdbc-journal");
      assertThatThrownBy(() -> JournalSetup.open(config(), temporary))
          .isInstanceOf(StateDirectoryInUseException.class)
          .hasMessage(
              "state directory %s is in use by another node (process %d)",
              temporary, ProcessHandle.current().pid());
    }
    JournalSetup.open(config(), temporary).close();
  }

  @Test
  void shouldLetGoOfTheDirectoryWhenTheDatabaseIsBroken() throws Exception {
    Files.writeString(temporary.resolve("journal.mv.db"), "no database at all ".repeat(1000));

    assertThatThrownBy(() -> JournalSetup.open(config(), temporary))
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining(temporary.toString());

    StateDirectory.take(temporary).close();
  }

  /** H2 takes such a file for a new database. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8192})
  void shouldRefuseAFileOfWhichNothingIsLeft(int bytes) throws Exception {
    try (Node node = new Node(config(), temporary)) {
      node.remember("memory|1", 1);
    }
    Path file = temporary.resolve("journal.mv.db");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }

    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThatThrownBy(() -> JournalSetup.open(config(), temporary))
          .isInstanceOf(JournalUnavailableException.class)
          .hasMessageContaining(file + " is there, but nothing is in it");
    }

    Files.delete(file);
    JournalSetup.open(config(), temporary).close();
  }

  /** As a node leaves it that is killed before its tables are there. */
  @ParameterizedTest
  @ValueSource(ints = {0, 8192, 20480})
  void shouldFinishAJournalWhoseMakingWasInterrupted(int bytes) throws Exception {
    JournalFile file = new JournalFile(temporary.resolve("journal"));
    file.opening();
    Path content = temporary.resolve("journal.mv.db");
    DriverManager.getConnection("jdbc:h2:" + temporary.resolve("journal"), "dateline", "").close();
    try (FileChannel channel = FileChannel.open(content, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
    }

    try (Node node = new Node(config(), temporary)) {
      node.remember("memory|1", 1);
    }

    assertThat(temporary.resolve("journal.new")).doesNotExist();
    JournalSetup.open(config(), temporary).close();
  }

  @Test
  void shouldRefuseAnUnknownBackend() {
    Config config =
        ConfigFactory.parseString("dateline.persistence.backend = oracle").withFallback(config());

    assertThatThrownBy(() -> JournalSetup.open(config, temporary))
        .isInstanceOf(ConfigException.BadValue.class)
        .hasMessageContaining("must be h2 or postgresql, not oracle");
  }

  @Test
  void shouldKeepJavaSerializationOff() {
    try (Journal journal = JournalSetup.open(config(), temporary)) {
      assertThat(journal.config().getBoolean("akka.actor.allow-java-serialization")).isFalse();
    }
  }

  /** As one whose host has lost its power since it acknowledged what it was sent. */
  @Test
  @Timeout(60)
  void shouldNotWaitForeverForAServerThatIsSilent() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Config config =
          ConfigFactory.parseMap(
                  Map.of(
                      "dateline.persistence.backend",
                      "postgresql",
                      "dateline.persistence.postgresql.url",
                      "jdbc:postgresql://127.0.0.1:%d/silent?sslmode=disable"
                          .formatted(silent.getLocalPort()),
                      "dateline.persistence.postgresql.silence-timeout",
                      "1s"))
              .withFallback(ConfigFactory.load());

      assertThatThrownBy(() -> JournalSetup.open(config, temporary))
          .isInstanceOf(JournalUnavailableException.class);
      assertThat(
              JournalSetup.complete(config, Backend.POSTGRESQL, temporary)
                  .getString(
                      "akka-persistence-jdbc.shared-databases.dateline.db.properties.socketTimeout"))
          .isEqualTo("1");
    }
  }

  /** As drivers do that cannot read a URL. */
  @Test
  void shouldTellNoPasswordOfAUrlThatADriverComplainsOf() {
    for (String url :
        List.of(
            "jdbc:postgresql://127.0.0.1:54x2/d?password=S3CRET",
            "jdbc:postgres://u:S3CRET@host/d",
            "jdbc:postgresql://u:S3@S3CRET@host/d",
            "jdbc:h2:tcp://host/d;PASSWORD=S3CRET")) {
      assertThat(JournalSetup.withoutSecrets("Unable to parse URL " + url, url))
          .startsWith("Unable to parse URL jdbc:")
          .doesNotContain("S3");
    }
  }
}
