package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricText;
import io.dateline.fabric.SharedFiles;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps of live fabrics and test topologies by others; the counts are those of their README. */
class RealTopologiesTest {
  @ParameterizedTest
  @CsvSource({
    "tacc-ranger, 5418, 1376, 4042, 16927, 12885",
    "agpu-cs8500, 1374, 192, 1182, 4144, 2962",
    "dgx-ndr-p1, 622, 40, 582, 1114, 532",
    "psmn-x5, 100, 11, 89, 159, 70",
    "cs8500-selfloop, 62, 60, 2, 807, 805",
    "csi-ring4, 16, 4, 12, 16, 4",
    "mlnx-2005-mt43132, 64, 62, 2, 171, 169",
    "vendor-rhinobased512, 728, 216, 512, 2752, 2240",
    "vendor-is3-128, 145, 17, 128, 256, 128",
    "vendor-is3-loop, 47, 11, 36, 84, 48",
    "vendor-12-ary-2-tree, 168, 24, 144, 288, 144",
    "vendor-4-ary-4-tree, 512, 256, 256, 1024, 768",
    "vendor-2-ary-4-tree, 48, 32, 16, 64, 48",
    "vendor-4-ary-2-tree, 24, 8, 16, 32, 16",
    "vendor-4-ary-2-tree-missing-sw-link, 22, 8, 14, 29, 15",
    "vendor-4-ary-2-tree-links-at-same-rank-1, 24, 8, 16, 35, 19",
    "vendor-32nodes-3lvl-is1, 52, 20, 32, 96, 64",
    "vendor-merge-root-4-ary-3-tree, 104, 40, 64, 192, 128",
    "vendor-merge-roots-4-ary-2-tree, 22, 6, 16, 32, 16",
    "vendor-singlegazelle, 164, 68, 96, 288, 192",
    "vendor-buffalo8, 20, 6, 14, 30, 16",
    "vendor-rhinoddr, 162, 18, 144, 288, 144",
    "gen-4ary3tree-r8, 208, 80, 128, 384, 256",
  })
  void shouldLoadWithTheCountsOfItsTable(
      String name, int nodes, int switches, int adapters, int links, int switchLinks)
      throws IOException {
    Path folder = SharedFiles.find("topologies/real");
    Path file = folder.resolve(name + ".ib");
    assumeTrue(file.toFile().exists(), () -> file + " is absent");
    Fabric fabric = TopologyReader.read(file);
    assertThat(fabric.nodeCount()).isEqualTo(nodes);
    assertThat(fabric.switchCount()).isEqualTo(switches);
    assertThat(fabric.nodeCount() - fabric.switchCount()).isEqualTo(adapters);
    assertThat(FabricText.linkCount(fabric)).isEqualTo(links);
    assertThat(FabricText.switchLinkCount(fabric)).isEqualTo(switchLinks);

    StringBuilder written = new StringBuilder();
    TopologyWriter.write(fabric, written);
    Fabric again = TopologyReader.read(name, new StringReader(written.toString()));
    assertThat(FabricText.of(again)).isEqualTo(FabricText.of(fabric));
  }
}
