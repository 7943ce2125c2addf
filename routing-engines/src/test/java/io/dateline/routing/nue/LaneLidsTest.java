package io.dateline.routing.nue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneLidsTest {
  private static final Fabric FABRIC =
      new Net().switches(2, 4).cable(0, 1, 1, 1).host(0, 2).host(0, 3).host(1, 2).build();
  private static final NueTask TASK =
      NueTask.of(FABRIC, Net.lids(FABRIC, 1), RoutingOptions.DEFAULTS);

  private static int[] homes(boolean takeTurns) {
    int[] members = IntStream.range(0, TASK.destinations().count).toArray();
    LaneLids lids = LaneLids.of(TASK, members, takeTurns);
    return IntStream.of(lids.destinations()).map(TASK::home).toArray();
  }

  @Test
  void shouldServeOneSwitchAfterTheOther() {
    assertThat(homes(false)).containsExactly(0, 0, 0, 0, 1, 1);
  }

  @Test
  void shouldHaveSwitchesTakeTurns() {
    assertThat(homes(true)).containsExactly(0, 1, 0, 1, 0, 0);
  }
}
