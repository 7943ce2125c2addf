package io.dateline.sm.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.routing.GuidPort;
import io.dateline.routing.RoutingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineOptionsTest {
  @TempDir Path folder;

  private static GivenOption given(String name, String value) {
    return new GivenOption(name, value, "opensm.conf", 12);
  }

  private EngineOptions read(String name, String content) throws IOException {
    Path file = Files.writeString(folder.resolve("list"), content);
    return EngineOptions.read(List.of(given(name, file.toString())));
  }

  @Test
  void shouldBeTheDefaultsWhereNothingIsGiven() {
    EngineOptions read =
        EngineOptions.read(
            List.of(
                given("connect_roots", "FALSE"),
                given("root_guid_file", "(null)"),
                given("cn_guid_file", ""),
                given("scatter_ports", "0x0")));

    assertThat(read.routing()).isEqualTo(RoutingOptions.DEFAULTS);
    assertThat(read.text()).isEmpty();
    assertThat(read.summary()).isEqualTo("defaults; digest " + read.digest().substring(0, 16));
  }

  @Test
  void shouldReadFlagsAndNumbers() {
    RoutingOptions routing =
        EngineOptions.read(
                List.of(
                    given("port_profile_switch_nodes", "TRUE"),
                    given("scatter_ports", "4294967295"),
                    given("max_reverse_hops", "3"),
                    given("quasi_ftree_indexing", "true"))) // as the configuration writes it
            .routing();

    assertThat(routing.ports().portProfileSwitchNodes()).isTrue();
    assertThat(routing.ports().portShifting()).isFalse();
    assertThat(routing.ports().scatterPorts()).isEqualTo(-1);
    assertThat(routing.trees().maxReverseHops()).isEqualTo(3);
    assertThat(routing.trees().quasiFtreeIndexing()).isTrue();
    assertThat(routing.trees().rootGuids()).isEmpty();
  }

  @Test
  void shouldReadFilesAndTellWhatTheySkip() throws IOException {
    EngineOptions roots = read("root_guid_file", "0x7\nroot\n0x9\n0x7\n");
    assertThat(roots.routing().trees().rootGuids()).contains(List.of(7L, 9L));
    assertThat(roots.warnings()).hasSize(1);
    assertThat(roots.warnings().getFirst()).contains("list:2: GUID expected, found 'root'");

    assertThat(read("cn_guid_file", "0x7").routing().trees().cnGuids()).contains(List.of(7L));
    assertThat(read("io_guid_file", "").routing().trees().ioGuids()).contains(List.of());
    assertThat(read("guid_routing_order_file", "9\n7\n9\n").routing().ports().guidRoutingOrder())
        .containsExactly(9L, 7L);
    assertThat(read("ids_guid_file", "0x7 1\n0x9 2\n0x7 3\n").routing().trees().ids())
        .isEqualTo(Map.of(7L, 3L, 9L, 2L));
    assertThat(read("hop_weights_file", "0x7 1 2\n0x7 1 255\n").routing().ports().hopWeights())
        .isEqualTo(Map.of(new GuidPort(7, 1), 255));
    assertThat(read("dimn_ports_file", "0x7 4 2\n0x7 1\n").routing().ports().portSearchOrdering())
        .isEqualTo(Map.of(7L, List.of(4, 2)));
    assertThat(read("ignore_guids", "0x7 1\n0x7 2 3\n").routing().ports().portProfIgnore())
        .containsExactlyInAnyOrder(new GuidPort(7, 1), new GuidPort(7, 2));
  }

  @Test
  void shouldReadWhatTorusIsTold() throws IOException {
    EngineOptions read = read("torus_config", "mesh 5 1 1\nxp_link 0x7 0x8\n");
    EngineOptions same = read("torus_config", "torus 5m 1m 1m # as a mesh\nxp_link 7 8\n");
    EngineOptions other = read("torus_config", "torus 5 1 1\nxp_link 0x7 0x8\n");

    assertThat(read.routing().torus().conf().orElseThrow().shape()).hasToString("torus 5m 1m 1m");
    assertThat(read.routing().lanes().qos()).isFalse();
    assertThat(read.digest()).isEqualTo(same.digest()).isNotEqualTo(other.digest());
    assertThat(EngineOptions.read(List.of(given("qos", "TRUE"))).routing().lanes().qos()).isTrue();
    assertThatThrownBy(() -> read("torus_config", "torus 5 1 1\nxp_link 7\n"))
        .isInstanceOf(OptionException.class)
        .hasMessageContaining("opensm.conf:12: torus_config cannot be used: ")
        .hasMessageContaining("list:2: the GUID of its neighbour expected");
  }

  @Test
  void shouldLetTheLastOneCount() {
    assertThat(
            EngineOptions.read(
                    List.of(given("connect_roots", "TRUE"), given("connect_roots", "FALSE")))
                .routing())
        .isEqualTo(RoutingOptions.DEFAULTS);
    assertThat(
            EngineOptions.read(
                    List.of(given("ignore_guids", "/missing"), given("port_prof_ignore_file", "")))
                .text())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense|1|there is no option 'nonsense'",
        "sweep_interval|1|sweep_interval is no option of an engine",
        "connect_roots|perhaps|connect_roots takes TRUE or FALSE, not 'perhaps'",
        "max_reverse_hops|65536|max_reverse_hops takes a number from 0 to 65535",
        "root_guid_file|/missing|root_guid_file cannot be used: there is no file /missing",
        "root_guid_file|/dev/zero|is a device",
        "ignore_guids|/tmp|port_prof_ignore_file cannot be used: file /tmp is a folder",
      })
  void shouldSayWhatIsWrongAndWhere(String name, String value, String sentence) {
    assertThatThrownBy(() -> EngineOptions.read(List.of(given(name, value))))
        .isInstanceOf(OptionException.class)
        .hasMessageStartingWith("opensm.conf:12: ")
        .hasMessageContaining(sentence);
  }
}
