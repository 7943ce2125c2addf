package io.dateline.fabric.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricText;
import io.dateline.fabric.SharedFiles;
import io.dateline.fabric.format.TopologyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An independent generator writes the same networks, name by name and port by port. */
class ReferenceGeneratorTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "torus 4 3 2 1|torus:4x3x2",
        "torus 5 1 1 2|torus:5:2",
        "torus 1 1 1 3|torus:1:3",
        "torus 6 2 1 0|torus:6x2:0",
        "mesh 4 3 2 40|mesh:4x3x2:40",
        "mesh 1 1 7 1|mesh:1x1x7",
        "hypercube 4 2|hypercube:4:2",
        "hypercube 0 1|hypercube:0",
        "ftree 4,4 1,4|ftree:4,4:1,4",
        "ftree 3,4,5 1,2,3|ftree:3,4,5:1,2,3",
        "ftree 12,12,24 1,12,12|ftree:12,12,24:1,12,12",
        "ftree 5 1|ftree:5:1",
        "dragonfly 4 2 2|dragonfly:4,2,2",
        "dragonfly 1 3 1|dragonfly:1,3,1",
        "hyperx 3,4,2 2|hyperx:3,4,2:2",
        "hyperx 8 1|hyperx:8",
        "kautz 2 3 1|kautz:2,3,1",
        "kautz 3 2 2|kautz:3,2,2",
        "kautz 1 1 1|kautz:1,1,1",
      })
  void shouldGenerateTheSameNetwork(String arguments, String spec)
      throws IOException, InterruptedException {
    String expected = FabricText.of(reference(arguments));
    assertThat(FabricText.of(TopologySpec.parse(spec).generate())).isEqualTo(expected);
    List<String> words = List.of(arguments.split(" ", -1));
    TopologySpec ofArguments =
        TopologySpec.ofArguments(words.getFirst(), words.subList(1, words.size()));
    assertThat(FabricText.of(ofArguments.generate())).isEqualTo(expected);
  }

  private Fabric reference(String arguments) throws IOException, InterruptedException {
    Path script = SharedFiles.find("tools/gentopo.py");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "python3 is absent");
    List<String> command = new ArrayList<>(List.of("/usr/bin/python3", script.toString()));
    command.addAll(List.of(arguments.split(" ", -1)));
    Path file = folder.resolve("reference.ib");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(file.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    return TopologyReader.read(file);
  }
}
