package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.format.PrefixRoutes.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenSM's file of prefix routes. */
class PrefixRoutesTest {
  @TempDir Path folder;

  @Test
  void shouldTakeTheFirstRouteThatIsAboutAPrefix() throws IOException {
    PrefixRoutes routes =
        read("# routes\n\n 0xfec1 0x17 # a router\n0xfec2\t*\n* 18\n0xfec3 0x19\n");
    assertThat(routes.to(0xfec1)).contains(route(0xfec1, 0x17));
    assertThat(routes.to(0xfec2))
        .contains(new Route(OptionalLong.of(0xfec2), OptionalLong.empty()));
    assertThat(routes.to(0xfec3)).contains(new Route(OptionalLong.empty(), OptionalLong.of(18)));
    assertThat(PrefixRoutes.NONE.to(0xfec1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'0xfec1', ':1: port GUID expected'",
    "'0xfec1 #', ':1: port GUID expected'",
    "'\n0xfec1 router', ':2: port GUID expected'",
    "'fabric 0x1', ':1: prefix expected'",
    "'0xfec1 1 2', ':1: more than a prefix and a port GUID'",
    "'** 1', ':1: more than a prefix and a port GUID'",
    "'-1 1', ':1: prefix expected'",
    "'0x1ffffffffffffffff 1', ':1: prefix expected'",
  })
  void shouldNameTheLineThatIsWrong(String text, String problem) {
    String lines = text.replace("\\n", "\n");
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void shouldNameAllLinesThatAreWrong() {
    assertThatThrownBy(() -> read("0x1\n* *\n0x2\n"))
        .hasMessageContaining(":1: ")
        .hasMessageContaining(":3: ");
  }

  private static Route route(long prefix, long guid) {
    return new Route(OptionalLong.of(prefix), OptionalLong.of(guid));
  }

  private PrefixRoutes read(String text) throws IOException {
    return PrefixRoutesReader.read(Files.writeString(folder.resolve("routes"), text));
  }
}
