package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.Reload;
import io.dateline.sm.config.ReloadAnswer;
import io.dateline.sm.config.ReloadAnswer.NotReloaded;
import io.dateline.sm.config.ReloadAnswer.Reloaded;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.manager.ServiceKeys;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.state.SubnetState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders to read a node's settings again. */
class SettingsDeskTest {
  private static final ActorTestKit KIT =
      ActorTestKit.create(
          "settings", NodeConfig.load(ConfigFactory.parseString("dateline.cluster.port = 0")));
  private static final long PATIENCE_S = 20;

  private final BlockingQueue<Config> files = new LinkedBlockingQueue<>();
  private final AtomicInteger reads = new AtomicInteger();
  private final List<String> readers = new CopyOnWriteArrayList<>();
  private final List<String> swept = new CopyOnWriteArrayList<>();
  private final Config started = load("");
  private final LiveSettings live = new LiveSettings(SubnetSettings.of(started));
  private final SmStanding standing = new SmStanding(1, ServiceKeys.set(1, 1), () -> 0);
  private SubnetState subnet = SubnetState.EMPTY;
  private final SettingsSight sight =
      new SettingsSight(live, standing, () -> subnet, InstantSource.fixed(Instant.EPOCH));
  private final TestProbe<ReloadAnswer> probe = KIT.createTestProbe();
  private final ActorRef<SettingsDesk.Command> desk =
      KIT.spawn(
          SettingsDesk.create(
              new Reload(this::read, started, live),
              sight,
              by -> {
                swept.add(by);
                return true;
              }));

  @AfterAll
  static void shutDown() {
    KIT.shutdownTestKit();
  }

  private static Config load(String setting) {
    return NodeConfig.load(ConfigFactory.parseString(setting + "\ndateline.cluster.port = 0"));
  }

  /** Waits until the test says what there is to read. */
  private Config read() {
    reads.incrementAndGet();
    readers.add(Thread.currentThread().getName());
    try {
      Config read = files.poll(PATIENCE_S, TimeUnit.SECONDS);
      if (read.hasPath("broken")) {
        throw new ConfigException.Generic("roots\ncannot be read");
      }
      return read;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void order(String by, boolean sweepsAnyway) {
    desk.tell(new SettingsDesk.ReadAgain(by, sweepsAnyway, probe.ref()));
  }

  @Test
  void shouldReadOffTheActorsThreadAndSweepThen() {
    order("SIGHUP", true);
    files.add(load("dateline.subnet.port_shifting = true"));
    assertThat(probe.receiveMessage())
        .isEqualTo(new Reloaded(List.of("port_shifting"), List.of(), List.of(), true));
    assertThat(live.get().routing().options().text()).contains("port_shifting");
    assertThat(swept).containsExactly("SIGHUP");
    assertThat(readers).allMatch(name -> name.contains("blocking"));
  }

  /** A file may have been changed after it was read for the first of them. */
  @Test
  void shouldReadOnceMoreForAllThatIsOrderedMeanwhile() {
    order("first", false);
    probe.awaitAssert(
        () -> {
          assertThat(reads).hasValue(1);
          return null;
        });
    order("second", false);
    order("third", false);
    files.add(load(""));
    assertThat(probe.receiveMessage())
        .isEqualTo(new Reloaded(List.of(), List.of(), List.of(), true));
    files.add(load("dateline.subnet.port_shifting = true"));
    for (int i = 0; i < 2; i++) {
      assertThat(probe.receiveMessage())
          .isEqualTo(new Reloaded(List.of("port_shifting"), List.of(), List.of(), true));
    }
    assertThat(reads).hasValue(2);
    assertThat(swept).containsExactly("first", "second");
  }

  @Test
  void shouldTellWhyAndSweepForSigHupAlone() {
    files.add(ConfigFactory.parseString("broken = true"));
    order("dateline reload", false);
    assertThat(((NotReloaded) probe.receiveMessage()).why())
        .isEqualTo("the settings of before stay in force: roots; cannot be read");
    assertThat(sight.now().trouble()).isEqualTo("roots; cannot be read");
    assertThat(swept).isEmpty();
    files.add(ConfigFactory.parseString("broken = true"));
    order("SIGHUP", true);
    assertThat(probe.receiveMessage()).isInstanceOf(NotReloaded.class);
    probe.awaitAssert(
        () -> {
          assertThat(swept).containsExactly("SIGHUP");
          return null;
        });
    files.add(load("dateline.subnet.lmc = 1"));
    order("dateline reload", false);
    probe.receiveMessage();
    assertThat(sight.now().trouble()).isNull();
    assertThat(sight.now().needRestart()).containsExactly("lmc");
  }

  @Test
  void shouldTellWhatIsNotActedOn(@TempDir Path folder) throws IOException {
    assertThat(sight.now().warnings()).isEmpty();
    Path file = Files.writeString(folder.resolve("opensm.conf"), "sa_db_dump TRUE");
    files.add(load("dateline.subnet.opensm_conf = \"" + file + "\""));
    order("dateline reload", false);
    probe.receiveMessage();
    assertThat(sight.now().warnings())
        .singleElement()
        .asString()
        .contains("opensm.conf:1: Dateline does not act on sa_db_dump");
  }

  @Test
  void shouldTellAtAStandbyThatTheMasterHasPlannedOtherwise() {
    assertThat(sight.now().differs()).as("nothing is planned").isNull();
    subnet = planned(live.get().planOptions());
    assertThat(sight.now().differs()).isNull();
    subnet = planned("connect_roots TRUE; digest 1");
    assertThat(sight.now().differs())
        .endsWith("would sweep as master: options only there: connect_roots TRUE");
  }

  @Test
  void shouldTellOfAPlanWhatIsOtherwiseAlone(@TempDir Path folder) throws IOException {
    Path roots = Files.writeString(folder.resolve("roots"), "0x1");
    files.add(
        load(
            "dateline.subnet { connect_roots = true, routing_engine = [updn], root_guid_file = \"%s\" }"
                .formatted(roots)));
    order("dateline reload", false);
    probe.receiveMessage();
    String own = live.get().planOptions();
    subnet = planned(own.replace("connect_roots TRUE", "scatter_ports 7"));
    assertThat(sight.now().differs())
        .endsWith(
            ": it was by minhop, this node has updn,minhop;"
                + " options only there: scatter_ports 7; options only here: connect_roots TRUE");
    subnet = planned(own.replaceAll("digest \\p{XDigit}+", "digest 1"));
    assertThat(sight.now().differs()).endsWith("; files of engines say something else");
    subnet = planned(own + "; policy 1");
    assertThat(sight.now().differs()).endsWith("; qos_policy_file says something else");
  }

  /** A journal without partitions has none that could stay in force: the node ends then. */
  @Test
  void shouldTellOfAPartitionFileOnceTheJournalHasPartitions(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("partitions.conf"), "broken");
    SubnetSettings settings =
        SubnetSettings.of(load("dateline.subnet.partition_config_file = \"%s\"".formatted(file)));
    SettingsSight sight = sight(settings);
    assertThat(sight.now().warnings()).isEmpty();
    subnet = SubnetState.EMPTY.apply(read("digest"));
    assertThat(sight.now().warnings())
        .singleElement()
        .asString()
        .startsWith(file + ":")
        .endsWith("; the partitions that the journal has stay in force");
  }

  /** A standby, too: what the next master gives is seen before it gives it. */
  @Test
  void shouldTellOfAPartitionFileThatCountedBeforeAnother(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("partitions.conf"), "Default=0x7fff:ALL=full;");
    SubnetSettings settings =
        SubnetSettings.of(load("dateline.subnet.partition_config_file = \"%s\"".formatted(file)));
    SettingsSight sight = sight(settings);
    subnet = SubnetState.EMPTY.apply(read(settings.partitions().file().orElseThrow().digest()));
    assertThat(sight.now().warnings()).as("it counts").isEmpty();
    subnet = subnet.apply(read("of another file"));
    assertThat(sight.now().warnings())
        .singleElement()
        .asString()
        .contains("is older than the one that counts, and is not used");
    standing.appear();
    assertThat(sight.now().warnings()).as("of one that stands by").hasSize(1);
    SubnetSettings without = SubnetSettings.of(load(""));
    assertThat(sight(without).now().warnings())
        .containsExactly("there is no partition file; the partitions of before stay in force");
  }

  private SettingsSight sight(SubnetSettings settings) {
    return new SettingsSight(
        new LiveSettings(settings), standing, () -> subnet, InstantSource.fixed(Instant.EPOCH));
  }

  private static SubnetEvent.PartitionsRead read(String digest) {
    return new SubnetEvent.PartitionsRead(Partitions.DEFAULT.lines(), digest, List.of(), "test", 0);
  }

  private static SubnetState planned(String options) {
    return SubnetState.EMPTY.apply(
        new SubnetEvent.RoutingPlanned(
            1, 1, "minhop", options, "digest", 1, 1, "test", 0, List.of(), ""));
  }
}
