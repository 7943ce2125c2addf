package io.dateline.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.Journaled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes of earlier versions stay readable. Fixtures are files {@code NAME-VERSION.hex}, with {@code
 * -COMPONENT} behind the version where one was appended to it. After a type or component was added,
 * run this test once with {@code -Ddateline.fixtures=add}: it writes the fixtures that are missing
 * and never touches one that is there.
 */
final class StoredFixturesTest {
  private static final Path DIRECTORY = Path.of("src/test/resources/stored");

  private static final KryoEventSerializer SERIALIZER = new KryoEventSerializer();

  @BeforeAll
  static void addMissingFixtures() throws IOException {
    if (!"add".equals(System.getProperty("dateline.fixtures"))) {
      return;
    }
    Files.createDirectories(DIRECTORY);
    for (Journaled sample : Samples.ALL) {
      addIfMissing(fixture(SERIALIZER.manifest(sample)), sample);
    }
    for (Map.Entry<String, Journaled> grown : Samples.GROWN.entrySet()) {
      addIfMissing(fixture(grown.getKey()), grown.getValue());
    }
  }

  private static void addIfMissing(Path file, Journaled sample) throws IOException {
    if (!Files.exists(file)) {
      String hex = HexFormat.of().formatHex(SERIALIZER.toBinary(sample));
      Files.writeString(file, hex + "\n", StandardOpenOption.CREATE_NEW);
    }
  }

  private static Path fixture(String manifest) {
    return DIRECTORY.resolve(manifest.replace(':', '-') + ".hex");
  }

  static List<Path> fixtures() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void shouldReadBytesOfEarlierVersions(Path file) throws Exception {
    String fixture = file.getFileName().toString().replace(".hex", "");
    List<String> parts = List.of(fixture.split("-", -1));
    String manifest = parts.get(0) + ":" + parts.get(1);
    Journaled expected =
        parts.size() > 2
            ? Samples.GROWN.get(fixture)
            : Samples.ALL.stream()
                .filter(sample -> sample.getClass().getSimpleName().equals(parts.get(0)))
                .findAny()
                .orElseThrow();
    byte[] bytes = HexFormat.of().parseHex(Files.readString(file).strip());

    assertThat(SERIALIZER.fromBinary(bytes, manifest))
        .usingRecursiveComparison()
        .isEqualTo(expected);
  }

  @Test
  void shouldHaveAFixtureOfEveryType() {
    assertThat(JournaledTypes.ALL.all())
        .isNotEmpty()
        .allSatisfy(type -> assertThat(fixture(type.manifest())).exists());
    assertThat(Samples.GROWN.keySet()).allSatisfy(name -> assertThat(fixture(name)).exists());
  }
}
