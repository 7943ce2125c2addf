package io.dateline.persistence.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.Journaled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes of earlier versions stay readable. Fixtures are files {@code NAME-VERSION.hex}. After a
 * type was added, run this test once with {@code -Ddateline.fixtures=add}: it writes the fixtures
 * that are missing and never touches one that is there.
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
      Path file = fixture(SERIALIZER.manifest(sample));
      if (!Files.exists(file)) {
        String hex = HexFormat.of().formatHex(SERIALIZER.toBinary(sample));
        Files.writeString(file, hex + "\n", StandardOpenOption.CREATE_NEW);
      }
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
    String manifest = file.getFileName().toString().replace(".hex", "").replace('-', ':');
    String name = manifest.substring(0, manifest.indexOf(':'));
    Journaled expected =
        Samples.ALL.stream()
            .filter(sample -> sample.getClass().getSimpleName().equals(name))
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
  }
}
