package io.dateline.sm.multicast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The transcripts in {@code src/test/resources/transcripts/multicast}: what happens to the machine,
 * line by line, and what it wants done.
 */
class MulticastTranscriptTest {
  static List<Path> transcripts() throws IOException, URISyntaxException {
    Path folder =
        Path.of(MulticastTranscriptTest.class.getResource("/transcripts/multicast").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void shouldPlayAsWritten(Path transcript) throws IOException {
    List<String> lines = Files.readAllLines(transcript).stream().map(String::strip).toList();
    List<String> played =
        new MulticastTranscript().play(lines).stream().map(String::strip).toList();

    assertThat(played).isEqualTo(lines);
  }
}
