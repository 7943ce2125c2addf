package io.dateline.routing.actors.programmer;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadRequest;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.routing.actors.programmer.LftProgrammer.Program;
import io.dateline.routing.actors.programmer.LftProgrammer.Programmed;
import io.dateline.routing.actors.programmer.LftProgrammer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The largest subnet there can be, on a real journal, with switches that answer at once: 3,840
 * switches of 764 blocks. Takes a minute; runs with {@code -Ddateline.largest=true} and prints what
 * it measured.
 */
final class LargestFabricTest {
  private static final int SWITCHES = Integer.getInteger("dateline.largest.switches", 3840);
  private static final int BLOCKS = 764;
  private static final int TOP = BLOCKS * 64 - 1;

  @TempDir Path temporary;

  private ActorTestKit kit;
  private FakeSwitch fake;
  private TestProbe<Reply> replies;

  @Test
  void shouldProgramTheLargestFabricWithinAMinute() throws IOException {
    Assumptions.assumeTrue(
        Boolean.getBoolean("dateline.largest"), "runs with -Ddateline.largest=true only");
    Config config =
        ConfigFactory.parseString(
                """
                akka.actor.provider = cluster
                akka.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                """)
            .withFallback(ConfigFactory.load());
    byte[][] rows = rows();
    Duration first;
    Duration nothing;
    Duration changed;
    try (Journal journal = JournalSetup.open(config, temporary);
        ExecutorService exchange = Executors.newSingleThreadExecutor()) {
      start(journal, exchange, 0);
      first = program(1, rows, BLOCKS + 1);
      fake.seen.linearFdbTop(TOP);
      nothing = program(2, rows, 0);
      for (byte[] row : rows) {
        row[64] ^= 1;
      }
      changed = program(3, rows, 1);
      stop();
    }
    Duration recovered;
    try (Journal journal = JournalSetup.open(config, temporary);
        ExecutorService exchange = Executors.newSingleThreadExecutor()) {
      start(journal, exchange, TOP);
      recovered = program(4, rows, 0);
      stop();
    }
    System.out.printf(
        "%d switches x %d blocks: first %d ms, nothing new %d ms, one block each %d ms, nothing new"
            + " after restart %d ms, journal %d MB%n",
        SWITCHES,
        BLOCKS,
        first.toMillis(),
        nothing.toMillis(),
        changed.toMillis(),
        recovered.toMillis(),
        Files.size(temporary.resolve("journal.mv.db")) >> 20);
    assertThat(first).isLessThan(Duration.ofMinutes(1));
  }

  private void start(Journal journal, ExecutorService exchange, int seenTop) {
    kit = ActorTestKit.create(ActorSystem.create(Behaviors.empty(), "largest", journal.config()));
    Cluster cluster = Cluster.get(kit.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    fake =
        new FakeSwitch() {
          @Override
          public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
            Mad reply = request.packet().mad();
            exchange.execute(() -> onOutcome.accept(new MadOutcome.Answered(request, reply)));
          }
        };
    fake.seen.linearFdbTop(seenTop);
    LftProgrammer.init(kit.system(), fake.setup());
    replies = kit.createTestProbe(Reply.class);
  }

  private void stop() {
    kit.system().terminate();
    kit.system().getWhenTerminated().toCompletableFuture().join();
  }

  /** Rows as in a fat tree: neighbouring LIDs by neighbouring ports, with some irregularity. */
  private static byte[][] rows() {
    byte[][] rows = new byte[SWITCHES][BLOCKS * 64];
    for (int node = 0; node < SWITCHES; node++) {
      for (int lid = 0; lid < rows[node].length; lid++) {
        int hash = (lid * 0x9E3779B9 + node) >>> 28;
        rows[node][lid] = (byte) (1 + (lid + node + (hash == 0 ? 1 : 0)) % 32);
      }
    }
    return rows;
  }

  private Duration program(long generation, byte[][] rows, int madsPerSwitch) {
    long beginNs = System.nanoTime();
    for (int node = 0; node < SWITCHES; node++) {
      ClusterSharding.get(kit.system())
          .entityRefFor(LftProgrammer.TYPE_KEY, LftProgrammer.entityId(1000 + node))
          .tell(new Program(generation, TOP, rows[node].clone(), false, replies.ref()));
    }
    for (int node = 0; node < SWITCHES; node++) {
      Reply reply = replies.receiveMessage(Duration.ofMinutes(2));
      assertThat(reply).isInstanceOf(Programmed.class);
      assertThat(((Programmed) reply).madsSent()).isEqualTo(madsPerSwitch);
    }
    return Duration.ofNanos(System.nanoTime() - beginNs);
  }
}
