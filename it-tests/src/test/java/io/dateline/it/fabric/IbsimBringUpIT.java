package io.dateline.it.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.ibsim.IbsimTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node brings fabrics on Debian's ibsim up over its remote protocol, and the field's tools see
 * the subnet that the node holds. The node is in this process, so that thirteen of them take the
 * time of one JVM's start; {@link UmadBringUpIT} has processes. Real ones are chosen for what is
 * odd about them: LIDs that are there already, self-loops, 8-port and 65-port switches, a speed
 * ibsim does not know, trunks, two hosts in all, and size.
 */
@Timeout(180)
class IbsimBringUpIT {
  @TempDir Path folder;

  @BeforeEach
  void checkTools() {
    Machine.needs(
        "ibsim", "ibsim-run", "ibnetdiscover", "ibtracert", "ibroute", "smpquery", "saquery");
  }

  static Stream<String> names() throws IOException {
    return BringUpFabrics.names(
        "torus 6 5 1 1",
        "mesh 6 6 1 2 --drop-switches 2:3",
        "ftree 6,6,6 1,6,6 --drop-links 15:9 --shuffle-ports 4",
        "dragonfly 4 2 2 --shuffle-guids 7",
        "jellyfish 64 8 4 1 --drop-links 8:2",
        "hypercube 6 1",
        "csi-ring4.ib",
        "cs8500-selfloop.ib",
        "dgx-ndr-p1.ib",
        "mlnx-2005-mt43132.ib",
        "psmn-x5.ib",
        "tacc-ranger.ib");
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldBringUpWhatTheToolsThenSee(String name) throws IOException {
    BroughtUp up = bringUp(BringUpFabrics.file(name, folder));
    assertThat(up.status.path("warnings")).as("warnings").isEmpty();
  }

  @Test
  void shouldGiveEachPortALidOfItsOwnWhereAllHadTheSame() throws IOException {
    Path file = BringUpFabrics.file("torus 3 3 1 2", folder);
    Files.writeString(file, Files.readString(file).replaceAll("lid \\d+", "lid 7"));
    JsonNode fabric = bringUp(file).fabric;
    assertThat(
            StreamSupport.stream(fabric.path("nodes").spliterator(), false)
                .filter(node -> node.path("lid").asInt() == 7))
        .hasSizeLessThanOrEqualTo(1);
  }

  private record BroughtUp(JsonNode status, JsonNode fabric) {}

  private BroughtUp bringUp(Path file) throws IOException {
    long seed = Long.getLong("bringup.seed", new Random().nextLong());
    System.out.println(file.getFileName() + ", seed " + seed);
    Random random = new Random(seed);
    String nodeHost = BringUpFabrics.host(file, random);
    try (Ibsim ibsim = Ibsim.start(file, folder);
        EmbeddedNode node =
            EmbeddedNode.start(
                folder,
                IbsimTransport.connect(new FabricAddress.Sim("127.0.0.1", ibsim.port(), nodeHost)),
                Map.of("dateline.subnet.sweep_interval", "10s"))) {
      JsonNode status = node.awaitQuiet();
      assertThat(status.path("portsNotActive").asInt()).isZero();
      JsonNode fabric = node.get("fabric");
      String toolHost = BringUpFabrics.host(file, random);
      new ToolAgreement(ibsim, toolHost, folder, status, fabric, random.nextLong()).check();
      return new BroughtUp(status, fabric);
    }
  }
}
