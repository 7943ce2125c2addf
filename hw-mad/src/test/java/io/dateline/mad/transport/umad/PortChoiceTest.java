package io.dateline.mad.transport.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.mad.transport.FabricAddress;
import io.dateline.mad.transport.TransportUnavailableException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortChoiceTest {
  private static final UmadPort ETHERNET = port("mlx5_0", 1, 4, 5, "Ethernet");
  private static final UmadPort DOWN = port("mlx5_1", 1, 1, 2, "InfiniBand");
  private static final UmadPort INIT = port("mlx5_1", 2, 2, 5, "InfiniBand");
  private static final UmadPort ACTIVE = port("mlx5_2", 1, 4, 5, "IB");
  private static final List<UmadPort> PORTS = List.of(ETHERNET, DOWN, INIT, ACTIVE);

  @Test
  void shouldTakeTheFirstInfiniBandPortWithALink() {
    assertThat(choose("", 0)).isEqualTo(INIT);
    assertThat(choose("mlx5_2", 0)).isEqualTo(ACTIVE);
  }

  @Test
  void shouldTakeThePortThatIsNamedEvenWithoutALink() {
    assertThat(choose("mlx5_1", 1)).isEqualTo(DOWN);
  }

  @Test
  void shouldListWhatThereIsWhenNothingFits() {
    assertThatThrownBy(() -> choose("mlx5_0", 0))
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageStartingWith("no InfiniBand port of mlx5_0 has a link; this host has ")
        .hasMessageContaining("mlx5_0/1 (0x0000000000000abc, Ethernet)")
        .hasMessageContaining("mlx5_1/1 (0x0000000000000abc, no link)")
        .hasMessageContaining("mlx5_2/1 (0x0000000000000abc, has a link)");
    assertThatThrownBy(() -> choose("mlx5_0", 1))
        .hasMessageStartingWith("there is no InfiniBand port mlx5_0/1");
    assertThatThrownBy(() -> choose("mlx5_9", 1))
        .hasMessageStartingWith("there is no InfiniBand port mlx5_9/1");
    assertThatThrownBy(() -> PortChoice.choose(new FabricAddress.Umad("", 0), List.of(DOWN)))
        .hasMessageStartingWith("no InfiniBand port has a link");
  }

  @Test
  void shouldSayThatThisHostHasNoPort() {
    assertThatThrownBy(() -> PortChoice.choose(new FabricAddress.Umad("", 0), List.of()))
        .isInstanceOf(TransportUnavailableException.class)
        .hasMessageContaining("no port on this host");
  }

  private static UmadPort choose(String ca, int number) {
    return PortChoice.choose(new FabricAddress.Umad(ca, number), PORTS);
  }

  private static UmadPort port(
      String ca, int number, int state, int physicalState, String linkLayer) {
    return new UmadPort(ca, number, 0xab0, 0xabc, state, physicalState, linkLayer);
  }
}
