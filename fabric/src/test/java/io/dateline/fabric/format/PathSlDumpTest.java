package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathSlDumpTest {
  @TempDir Path folder;

  @Test
  void shouldLetLaterLinesWin() throws IOException {
    PathSl pathSl = read("1 9 3\n* 9 2\n4 9 5\n49151 9 6\n# end\n");
    assertThat(pathSl.sl(1, 9)).isEqualTo(2);
    assertThat(pathSl.sl(4, 9)).isEqualTo(5);
    assertThat(pathSl.sl(5, 9)).isEqualTo(2);
    assertThat(pathSl.sl(49151, 9)).isEqualTo(6);
    assertThat(pathSl.sl(4, 8)).isZero();
  }

  @Test
  void shouldWriteTheUsualServiceLevelOnce() throws IOException {
    LidMap lids = RandomLids.assign(PairFabric.fabric(), new Random(1));
    int special = lids.maxLid();
    StringBuilder text = new StringBuilder();
    PathSlDump.write(lids, (source, destination) -> source == special ? 1 : 4, text);
    long reached = 0;
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      reached += lids.port(lid) == Fabric.NONE ? 0 : 1;
    }
    assertThat(text.toString().lines()).hasSize((int) (2 * reached));
    assertThat(text.toString()).startsWith("* ").contains("\n" + special + " " + special + " 1\n");
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    LidMap lids = RandomLids.assign(PairFabric.fabric(), new Random(2));
    PathSl odd = (source, destination) -> (source * 31 + destination * 17) % 11;
    StringBuilder text = new StringBuilder();
    PathSlDump.write(lids, odd, text);
    PathSl again = read(text.toString());
    for (int source = 1; source <= lids.maxLid(); source++) {
      for (int destination = 1; destination <= lids.maxLid(); destination++) {
        if (lids.port(source) != Fabric.NONE && lids.port(destination) != Fabric.NONE) {
          assertThat(again.sl(source, destination)).isEqualTo(odd.sl(source, destination));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 2|SL expected, found the end of the line",
        "1 2 16|SL 16 is not within 0 to 15",
        "0 2 1|source LID 0 is not within 1 to 49151",
        "* * 1|destination LID expected, found '* 1'",
        "1 2 3 4|nothing more expected after the SL, found '4'",
      })
  void shouldNameThePlaceAndTheMistake(String line, String sentence) {
    assertThatThrownBy(() -> read("* 1 1\n" + line))
        .hasMessage(folder.resolve("sl") + ":2: " + sentence);
  }

  private PathSl read(String text) throws IOException {
    return PathSlDump.read(Files.writeString(folder.resolve("sl"), text));
  }
}
