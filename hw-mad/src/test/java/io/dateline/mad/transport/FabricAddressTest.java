package io.dateline.mad.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FabricAddressTest {
  @Test
  void shouldReadPortsOfThisHost() {
    assertThat(FabricAddress.parse("umad")).isEqualTo(new FabricAddress.Umad("", 0));
    assertThat(FabricAddress.parse("umad:mlx5_0")).isEqualTo(new FabricAddress.Umad("mlx5_0", 0));
    assertThat(FabricAddress.parse("umad:mlx5_0/2")).isEqualTo(new FabricAddress.Umad("mlx5_0", 2));
  }

  @Test
  void shouldReadNodesOfASimulatedFabric() {
    assertThat(FabricAddress.parse("sim://localhost:7070"))
        .isEqualTo(new FabricAddress.Sim("localhost", 7070, ""));
    assertThat(FabricAddress.parse("sim://10.0.0.1:7070/MF0;leaf 1:MSB7800/U1"))
        .as("descriptions have slashes and blanks")
        .isEqualTo(new FabricAddress.Sim("10.0.0.1", 7070, "MF0;leaf 1:MSB7800/U1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"umad", "umad:mlx5_0", "umad:mlx5_0/2", "sim://a:1", "sim://a:65535/H-01 x"})
  void shouldPrintWhatItRead(String text) {
    assertThat(FabricAddress.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|neither umad",
        "umadx|neither umad",
        "ib0|neither umad",
        "umad:|name is missing",
        "umad:/1|name is missing",
        "umad:mlx5_0/|'' is not a number",
        "umad:mlx5_0/99|'99' is not a number from 0 to 9",
        "sim://|host or port is missing",
        "sim://host|host or port is missing",
        "sim://:7070|host or port is missing",
        "sim://host:0|'0' is not a number from 1 to 65535",
        "sim://host:x/H-1|'x' is not a number"
      })
  void shouldSayWhatIsWrong(String text, String why) {
    assertThatThrownBy(() -> FabricAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("fabric '" + text + "': ")
        .hasMessageContaining(why);
  }
}
