package io.dateline.fabric.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologySpecTest {
  @ParameterizedTest
  @CsvSource({
    "torus:4x4x4, 64, 64, 192",
    "torus:2x2, 4, 4, 4",
    "mesh:3x3, 9, 9, 12",
    "hypercube:3:2, 8, 16, 12",
    "'ftree:4,4:1,4', 8, 16, 16",
    "'dragonfly:4,2,2', 36, 72, 90",
    "'jellyfish:20,5,2,7', 20, 40, 50",
    "'hyperx:3,3:2', 9, 18, 18",
    "'kautz:2,2,1', 12, 12, 21",
    "'slimfly:5,2', 50, 100, 175",
    "model:chic, 120, 566, 1152",
    "model:deimos, 108, 724, 924",
    "model:juropa, 568, 3288, 8556",
    "model:odin, 18, 128, 144",
    "model:tsubame, 243, 1407, 3384",
  })
  void shouldGenerateAsManyNodesAndLinksAsTheTextbookSays(
      String spec, int switches, int hosts, int switchLinks) {
    Fabric fabric = TopologySpec.parse(spec).generate();
    assertThat(fabric.switchCount()).isEqualTo(switches);
    assertThat(fabric.nodeCount() - switches).isEqualTo(hosts);
    assertThat(FabricText.switchLinkCount(fabric)).isEqualTo(switchLinks);
  }

  @Test
  void shouldGenerateTheLargestFatTree() {
    Fabric fabric = TopologySpec.parse("ftree:32,32,44:1,32,32").generate();
    assertThat(fabric.switchCount()).isEqualTo(3840);
    assertThat(fabric.endPorts()).hasSize(3840 + 45056);
    assertThat(FabricText.switchLinkCount(fabric)).isEqualTo(2 * 45056);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "taurus:4|unknown kind of topology 'taurus'; there are torus, mesh, hypercube, ftree, ",
        "torus|'torus:' is not of the form torus:XxYxZ[:HOSTS]",
        "torus:4,4,4|'torus:4,4,4' is not of the form torus:XxYxZ[:HOSTS]",
        "torus:4x4x|'torus:4x4x' is not of the form torus:XxYxZ[:HOSTS]",
        "torus:4x4:1:1|'torus:4x4:1:1' is not of the form torus:XxYxZ[:HOSTS]",
        "torus:2x2x2x2|torus:2x2x2x2: a grid has 1 to 3 dimensions, not 4",
        "torus:0x4|torus:0x4: size of a dimension is 1 to 49151, not 0",
        "torus:4x4:-1|torus:4x4:-1: hosts per switch is 0 to 254, not -1",
        "torus:4x4:249|a switch of this network needs 255 ports, it can have 254",
        "torus:9999x9999x9999|this network has far too many end ports, there are 49151 LIDs",
        "torus:64x64:12|this network has 53248 end ports, there are 49151 LIDs",
        "torus:99999999999999999999|'torus:99999999999999999999' is not of the form",
        "hypercube:16|hypercube:16: number of dimensions is 0 to 15, not 16",
        "model:roadrunner|there is no model of a cluster 'roadrunner'; there are chic, deimos, ",
        "hypercube:3,3|'hypercube:3,3' is not of the form hypercube:D[:HOSTS]",
        "ftree:4,4|'ftree:4,4' is not of the form ftree:M1,M2,..:W1,W2,..",
        "ftree:4,4:1|ftree:4,4:1: a fat tree has as many M as W, not 2 and 1",
        "ftree:4,4:2,2|ftree:4,4:2,2: W1 is 1 (a host has one port), not 2",
        "ftree:200,200:1,100|a switch of this network needs 300 ports, it can have 254",
        "dragonfly:4,2|'dragonfly:4,2' is not of the form dragonfly:A,H,P",
        "jellyfish:5,3,1,1|jellyfish:5,3,1,1: 5 switches with 3 links each: their product has to",
        "jellyfish:4,4,1,1|jellyfish:4,4,1,1: 4 switches cannot have 4 different neighbours each",
        "jellyfish:4,1,1,1|jellyfish:4,1,1,1: 4 switches with 1 links each are not connected",
        "jellyfish:9,3,1|'jellyfish:9,3,1' is not of the form jellyfish:SW,DEG,HOSTS,SEED",
        "kautz:9,9,1|this network has far too many end ports, there are 49151 LIDs",
        "hyperx:300:1|hyperx:300:1: size of a dimension is 1 to 255, not 300",
      })
  void shouldSayWhatIsWrongWithASpec(String spec, String sentence) {
    assertThatThrownBy(() -> TopologySpec.parse(spec))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4 4|'torus 4 4' is not of the form torus X Y Z [HOSTS] or torus:XxYxZ[:HOSTS]",
        "4 4 4 1 1|'torus 4 4 4 1 1' is not of the form torus X Y Z [HOSTS]",
        "4 4 four 1|'torus 4 4 four 1' is not of the form torus X Y Z [HOSTS]",
        "4 4 4 --drop-links|--drop-links needs a value",
        "4 4 4 --drop-links 3|--drop-links is a count and a seed, K:SEED, not '3'",
        "4 4 4 --drop-links=-3:1|--drop-links is a count and a seed, K:SEED, not '-3:1'",
        "4 4 4 --drop-switches 3:x|the seed of --drop-switches is a whole number, not that of '3:x'",
        "4 4 4 --shuffle-ports x|the seed of --shuffle-ports is a whole number, not that of 'x'",
        "4 4 4 --drop-nodes 1:1|unknown option --drop-nodes; there are --drop-links K:SEED,",
      })
  void shouldSayWhatIsWrongWithArguments(String arguments, String sentence) {
    assertThatThrownBy(() -> TopologySpec.ofArguments("torus", List.of(arguments.split(" ", -1))))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void shouldTakeASpecificationInOneWordForItsArguments() {
    Fabric fabric =
        TopologySpec.ofArguments("torus:4x4:2", List.of("--drop-switches", "1:7")).generate();
    assertThat(fabric.switchCount()).isEqualTo(15);
    assertThatThrownBy(() -> TopologySpec.ofArguments("torus:4x4", List.of("4")))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("torus:4x4 has its sizes in it, '4' is too much");
  }

  @Test
  void shouldTellSpecsFromFileNames() {
    assertThat(TopologySpec.isSpec("torus:4x4")).isTrue();
    assertThat(TopologySpec.isSpec("taurus:4x4")).isTrue();
    assertThat(TopologySpec.isSpec("torus.ib")).isFalse();
    assertThat(TopologySpec.isSpec("c:/torus")).isFalse();
  }
}
