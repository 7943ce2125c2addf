package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.routing.actors.entity.HomePorts;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftProgrammer.Program;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.ProgrammerReply.Programmed;
import io.dateline.routing.actors.programmer.ProgrammerSettings;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.sm.config.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programmers of the largest subnet there can be, 3,840 switches of 764 blocks, on a real
 * journal. Prints what it measured.
 */
@Timeout(300)
class LargestFabricIT {
  private static final int SWITCHES = 3840;
  private static final int BLOCKS = 764;
  private static final int TOP = BLOCKS * 64 - 1;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** One start of a node, as far as programmers need it. */
  private static final class Programmers implements AutoCloseable {
    private final Journal journal;
    private final ObedientSwitches switches = new ObedientSwitches();
    private final ActorSystem<Void> system;

    private Programmers(Config config, Path state, int seenTop) {
      journal = JournalSetup.open(config, state);
      system = ActorSystem.create(Behaviors.empty(), "largest", journal.config());
      Cluster cluster = Cluster.get(system);
      cluster.manager().tell(Join.create(cluster.selfMember().address()));
      switches.seenTop(seenTop);
      LftProgrammer.init(
          system,
          new LftProgrammer.Setup(
              switches,
              HomePorts.none(),
              new Turns(),
              ProgrammerSettings.of(journal.config()),
              InstantSource.system()));
    }

    private Duration program(long generation, byte[][] rows, int madsPerSwitch) {
      long beginNs = System.nanoTime();
      List<CompletionStage<ProgrammerReply>> replies = new ArrayList<>();
      for (int node = 0; node < SWITCHES; node++) {
        byte[] row = rows[node].clone();
        replies.add(
            ClusterSharding.get(system)
                .entityRefFor(LftProgrammer.TYPE_KEY, LftProgrammer.entityId(1000 + node))
                .ask(
                    replyTo ->
                        new Program(
                            generation, TOP, row, false, replyTo, switches.reach(), Turns.UNKNOWN),
                    PATIENCE));
      }
      for (CompletionStage<ProgrammerReply> stage : replies) {
        ProgrammerReply reply = stage.toCompletableFuture().join();
        assertThat(reply).isInstanceOf(Programmed.class);
        assertThat(((Programmed) reply).madsSent()).isEqualTo(madsPerSwitch);
      }
      return Duration.ofNanos(System.nanoTime() - beginNs);
    }

    @Override
    public void close() {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().join();
      switches.close();
      journal.close();
    }
  }

  @Test
  void shouldProgramEverySwitchWithinAMinuteAndKnowAfterARestart(@TempDir Path state)
      throws IOException {
    Config config = NodeConfig.load(ConfigFactory.empty());
    byte[][] rows = rows();
    Duration first;
    Duration nothing;
    Duration changed;
    try (Programmers programmers = new Programmers(config, state, 0)) {
      first = programmers.program(1, rows, BLOCKS + 1);
      programmers.switches.seenTop(TOP);
      nothing = programmers.program(2, rows, 0);
      for (byte[] row : rows) {
        row[64] ^= 1;
      }
      changed = programmers.program(3, rows, 1);
    }
    Duration recovered;
    try (Programmers programmers = new Programmers(config, state, TOP)) {
      recovered = programmers.program(4, rows, 0);
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
        Files.size(state.resolve("journal.mv.db")) >> 20);
    assertThat(first).isLessThan(Duration.ofMinutes(1));
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
}
