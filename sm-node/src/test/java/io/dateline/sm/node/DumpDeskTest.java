package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.actors.generation.ComputedRouting;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.generation.Generations;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.dump.DumpAnswer;
import io.dateline.sm.subnet.SubnetView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps that a running node writes. */
class DumpDeskTest {
  private static final int GROUP = 0xC001;

  @TempDir private Path parent;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final LidMap lids =
      LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false).lids();
  private final Routing routing =
      Routing.singleLane("ftree", new ForwardingTables(fabric.switchCount(), lids.maxLid()));
  private final MulticastRow row = new MulticastRow.Builder().set(GROUP, 2).set(GROUP, 17).build();
  private final SubnetView view =
      new SubnetView(
          5,
          fabric,
          lids,
          routing,
          SubnetView.Attributes.unread(fabric),
          0,
          18,
          Optional.empty(),
          Map.of(),
          List.of(),
          guid -> guid == fabric.nodeGuid(0) ? row : MulticastRow.EMPTY);
  private final Generations generations = new Generations();
  private Optional<String> obstacle = Optional.empty();
  private ChainSteps steps = ChainSteps.NONE;

  private DumpAnswer order(Path folder, String... only) {
    return new DumpDesk(
            folder,
            () -> Optional.of(view),
            routed -> steps,
            generations,
            () -> obstacle,
            Runnable::run)
        .order(List.of(only))
        .toCompletableFuture()
        .join();
  }

  private void routed() {
    generations.add(FabricGeneration.of(5, fabric, lids, EngineMemory.NONE));
    generations.add(
        new ComputedRouting(
            5,
            routing,
            true,
            "digest",
            1,
            List.of(),
            EngineMemory.NONE,
            List.of(),
            List.of(),
            false,
            Map.of("opensm-ftree-ca-order.dump", "order"),
            Map.of()));
  }

  @Test
  void shouldRemoveWhatAKilledProcessHasLeft() throws IOException {
    routed();
    Path folder = parent.resolve("dumps");
    order(folder);
    Path draft = Files.createFile(folder.resolve(".guid2lid0123.new"));
    Path other = Files.createFile(folder.resolve(".mine.new"));
    order(folder);
    assertThat(draft).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void shouldWriteOpensmsFilesForTheOwnerAlone() throws IOException {
    routed();
    Path folder = parent.resolve("var/dumps");
    DumpAnswer.Written written = (DumpAnswer.Written) order(folder);
    assertThat(written.missing()).isEmpty();
    assertThat(written.generation()).isEqualTo(5);
    assertThat(written.files().stream().map(file -> Path.of(file).getFileName().toString()))
        .containsExactlyInAnyOrder(
            "opensm-ftree-ca-order.dump",
            "engine.dump",
            "opensm-lfts.dump",
            "opensm.fdbs",
            "opensm-subnet.lst",
            "opensm-lid-matrix.dump",
            "opensm.mcfdbs",
            "guid2lid");
    assertThat(mode(folder)).isEqualTo("rwx------");
    for (String file : written.files()) {
      assertThat(mode(Path.of(file))).isEqualTo("rw-------");
    }
    assertThat(folder.resolve("opensm.mcfdbs"))
        .content()
        .contains("0xC001 : 0x002  0x011 \n")
        .containsOnlyOnce("0xC001");
    assertThat(folder.resolve("opensm-ftree-ca-order.dump")).hasContent("order");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  /** Somebody else may write to the folder. */
  @Test
  void shouldFollowNoLinkInAFilesPlace() throws IOException {
    routed();
    Path elsewhere = Files.writeString(parent.resolve("elsewhere"), "mine");
    Files.createSymbolicLink(parent.resolve("guid2lid"), elsewhere);
    order(parent, "guid2lid");
    assertThat(elsewhere).hasContent("mine");
    assertThat(parent.resolve("guid2lid")).isRegularFile().isNotEmptyFile();
    assertThat(Files.isSymbolicLink(parent.resolve("guid2lid"))).isFalse();
  }

  @Test
  void shouldSayWhatAnEarlierTermKnew() {
    DumpAnswer.Written written = (DumpAnswer.Written) order(parent);
    assertThat(written.missing()).singleElement().asString().contains("engine ftree");
  }

  @Test
  void shouldWriteFilesOfStepsAlone() throws IOException {
    routed();
    Path old = Files.writeString(parent.resolve("opensm-lfts.step-7.dump"), "old");
    Path other = Files.writeString(parent.resolve("mine.step-7.dump"), "mine");
    steps =
        new ChainSteps(
            Map.of("opensm-lfts.step-2.dump", out -> out.append("two")), List.of("a note"));
    DumpAnswer.Written written = (DumpAnswer.Written) order(parent);
    assertThat(written.missing()).containsExactly("a note");
    assertThat(parent.resolve("opensm-lfts.step-2.dump")).hasContent("two");
    assertThat(old).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void shouldWriteWhatIsNamedAlone() {
    assertThat(((DumpAnswer.Written) order(parent, "path-sl.dump")).files())
        .containsExactly(parent.resolve("path-sl.dump").toString());
    assertThat(((DumpAnswer.Unknown) order(parent, "lft")).why())
        .startsWith("there is no 'lft' here; there are: ")
        .contains("opensm-lfts.dump");
  }

  @Test
  void shouldSayWhyNot() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "");
    assertThat(((DumpAnswer.NotWritten) order(file)).why())
        .isEqualTo(file + ": a file is in the place of the folder");
    Path tooLong = parent.resolve("x".repeat(300));
    assertThat(((DumpAnswer.NotWritten) order(tooLong)).why())
        .as("the folder's name once, then the system's reason")
        .startsWith(tooLong + ": ")
        .doesNotEndWith(": ")
        .satisfies(why -> assertThat(why.lastIndexOf(tooLong.toString())).isZero());
    obstacle = Optional.of("the subnet manager is at b:1");
    assertThat(((DumpAnswer.NotWritten) order(parent)).why())
        .isEqualTo("the subnet manager is at b:1");
  }
}
