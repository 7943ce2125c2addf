package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.PartitionsRead;
import io.dateline.sm.link.Enforcement;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.PartitionSettings;
import io.dateline.sm.partition.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionsFileTest {
  private static final String OPEN = "Default=0x7fff,ipoib:ALL=full;\n";

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("partitions.conf");
  }

  private Config config(String more) {
    return NodeConfig.load(
        ConfigFactory.parseString(
            "dateline.subnet.partition_config_file = \"%s\"\n%s".formatted(file(), more)));
  }

  private SubnetSettings settings(String text, String more) throws IOException {
    Files.writeString(file(), text);
    return SubnetSettings.of(config(more));
  }

  @Test
  void shouldReadTheFile() throws IOException {
    PartitionSettings read = settings(OPEN + "Storage=0x8010:0x2c900011=full;", "").partitions();

    assertThat(read.trouble()).isEmpty();
    assertThat(read.file().orElseThrow().partitions().find(0x10).orElseThrow().name())
        .isEqualTo("Storage");
  }

  @Test
  void shouldWarnOfWhatTheFileMayNotMean() throws IOException {
    String level = "Default=0x7fff:ALL=full;Fast,sl=3:ALL=full;";
    assertThat(settings(level, "").routing().warnings())
        .singleElement()
        .asString()
        .contains("sl=3 of 'Fast' (0x0001) counts where QoS is on");
    assertThat(settings(level, "dateline.subnet.qos = true").routing().warnings())
        .noneMatch(warning -> warning.contains("sl=3"));
    assertThat(settings("Default=0x7fff,ipoib:ALL;", "").routing().warnings())
        .singleElement()
        .asString()
        .startsWith(file() + ": ")
        .contains("limited");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "Default=0x7fff,ipoib:ALL=full\nStorage=0x10:0x1;"})
  void shouldTellWhyAFileCannotBeUsed(String text) throws IOException {
    SubnetSettings settings = settings(text, "");
    PartitionSettings read = settings.partitions();

    assertThat(read.file()).isEmpty();
    assertThat(read.trouble().orElseThrow()).startsWith(file() + ":");
    assertThat(settings.routing().warnings()).as("the journal is not read yet").isEmpty();
    assertThat(read.warning(PartitionBook.EMPTY)).isEmpty();
    PartitionBook known =
        PartitionBook.EMPTY.with(
            new SubnetEvent.PartitionsRead(
                Partitions.DEFAULT.lines(), "digest", List.of(), "test", 0));
    assertThat(read.warning(known))
        .contains(
            read.trouble().orElseThrow() + "; the partitions that the journal has stay in force");
  }

  /** The place that OpenSM looks at by itself need not have a file. */
  @Test
  void shouldTellThatAFileWhichWasNamedIsMissing() {
    assertThat(SubnetSettings.of(config("")).partitions().trouble().orElseThrow())
        .contains(file().toString());
    assertThat(SubnetSettings.of(NodeConfig.load(ConfigFactory.empty())).partitions().trouble())
        .isEmpty();
  }

  @Test
  void shouldLeaveTheFileAloneWhereItIsToldTo() throws IOException {
    SubnetSettings told = settings("broken", "dateline.subnet.partitions = ignore");

    assertThat(told.partitions().isManaged()).isFalse();
    assertThat(told.partitions().trouble()).isEmpty();
    assertThat(told.routing().warnings())
        .containsExactly(
            file()
                + " is not read, for dateline.subnet.partitions = ignore: ports keep their P_Keys");
  }

  @Test
  void shouldTakeTheOptionsOfOpensm() throws IOException {
    Path opensm = folder.resolve("opensm.conf");
    Files.writeString(
        opensm,
        "part_enforce out\nallow_both_pkeys TRUE\nkeep_pkey_indexes FALSE\npartition_config_file %s\n"
            .formatted(file()));
    Files.writeString(file(), OPEN);
    PartitionSettings read =
        SubnetSettings.of(
                NodeConfig.load(
                    ConfigFactory.parseString(
                        "dateline.subnet.opensm_conf = \"%s\"".formatted(opensm))))
            .partitions();

    assertThat(read.enforcement()).isEqualTo(Enforcement.OUT);
    assertThat(read.allowsBoth()).isTrue();
    assertThat(read.keepsIndexes()).isFalse();
    assertThat(read.file()).isPresent();
    assertThat(settings(OPEN, "dateline.subnet.no_partition_enforcement = true").partitions())
        .extracting(PartitionSettings::enforcement)
        .isEqualTo(Enforcement.OFF);
    assertThatThrownBy(() -> settings(OPEN, "dateline.subnet.part_enforce = some"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("takes both, in, out, off");
  }

  private Reload.Outcome reloaded(String before, String after) throws IOException {
    return reloaded(new LiveSettings(settings(before, "")), before, after);
  }

  private Reload.Outcome reloaded(LiveSettings live, String before, String after)
      throws IOException {
    Reload reload = new Reload(() -> config(""), config(""), live);
    if (after == null) {
      Files.delete(file());
    } else {
      Files.writeString(file(), after);
    }
    Reload.Outcome outcome = reload.read();
    boolean isTaken = outcome instanceof Reload.Outcome.Read;
    assertThat(live.get().partitions().file().orElseThrow().digest())
        .isEqualTo(
            settings(isTaken ? after : before, "").partitions().file().orElseThrow().digest());
    return outcome;
  }

  @Test
  void shouldTellWhatAReloadChanges() throws IOException {
    assertThat(reloaded(OPEN, OPEN + "Storage=0x10:0x2c900011=full;"))
        .isInstanceOfSatisfying(
            Reload.Outcome.Read.class,
            read ->
                assertThat(read.changed())
                    .singleElement()
                    .asString()
                    .startsWith("what partition_config_file says: ")
                    .contains("Storage"));
    assertThat(reloaded(OPEN, OPEN))
        .isEqualTo(new Reload.Outcome.Read(List.of(), List.of(), List.of()));
  }

  private static PartitionBook counting(PartitionBook book, String text) {
    PartitionFile file = PartitionFile.read(text);
    return book.with(
        new PartitionsRead(file.partitions().lines(), file.digest(), List.of(), "test", 1));
  }

  /** A node that started with a broken file has read none, and the journal has partitions. */
  @Test
  void shouldTellWhatAReloadChangesOfWhatTheJournalHas() throws IOException {
    String storage = OPEN + "Storage=0x10:0x2c900011=full;";
    LiveSettings live = new LiveSettings(settings(OPEN, ""));
    live.saw(counting(PartitionBook.EMPTY, storage));
    assertThat(reloaded(live, OPEN, storage + "Job=0x20:0x2c900011=full;"))
        .isInstanceOfSatisfying(
            Reload.Outcome.Read.class,
            read ->
                assertThat(read.changed().toString()).contains("Job").doesNotContain("Storage"));
  }

  @Test
  void shouldWarnThatAFileThatCountedBeforeStaysUnused() throws IOException {
    String storage = OPEN + "Storage=0x10:0x2c900011=full;";
    LiveSettings live = new LiveSettings(settings(OPEN, ""));
    live.saw(counting(counting(PartitionBook.EMPTY, OPEN), storage));
    assertThat(reloaded(live, OPEN, OPEN))
        .isInstanceOfSatisfying(
            Reload.Outcome.Read.class,
            read -> assertThat(read.warnings()).singleElement().asString().contains("is older"));
  }

  @Test
  void shouldKnowThatAnotherFileCameToCountMeanwhile() throws IOException {
    PartitionBook first = counting(PartitionBook.EMPTY, OPEN);
    PartitionBook second = counting(first, OPEN + "Storage=0x10:0x2c900011=full;");
    LiveSettings live = new LiveSettings(settings(OPEN, ""));
    assertThat(live.isOvertakenBy(second.digest())).as("nothing was read yet").isFalse();
    live.saw(first);
    assertThat(live.isOvertakenBy(first.digest())).isFalse();
    live.saw(second);
    assertThat(live.isOvertakenBy(second.digest())).isTrue();
    live.replace(settings(OPEN, ""));
    live.saw(second);
    assertThat(live.isOvertakenBy(second.digest())).as("after a reload").isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Default=0x7fff:ALL=full\nStorage=1:0x2;"})
  void shouldKeepPartitionsWhoseFileIsBrokenAtAReload(String after) throws IOException {
    assertThat(reloaded(OPEN + "Storage=0x10:0x2c900011=full;", after))
        .isInstanceOfSatisfying(
            Reload.Outcome.Refused.class,
            refused -> assertThat(refused.why()).startsWith(file() + ":"));
  }

  @Test
  void shouldKeepPartitionsWhoseFileIsGoneAtAReload() throws IOException {
    assertThat(reloaded(OPEN + "Storage=0x10:0x2c900011=full;", null))
        .isInstanceOfSatisfying(
            Reload.Outcome.Refused.class,
            refused -> assertThat(refused.why()).contains(file().toString()));
  }
}
