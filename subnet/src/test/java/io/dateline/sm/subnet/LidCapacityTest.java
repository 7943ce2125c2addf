package io.dateline.sm.subnet;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.subnet.SubnetView.Attributes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LidCapacityTest {
  @ParameterizedTest
  @CsvSource({
    "49152, 49152, 49152, 49151",
    "49152, 30720, 49152, 30719",
    "49152, 2, 49152, 49151", // one that is broken, or worse
    "40, 40, 40, 39", // all are so small
    "0, 0, 0, 49151"
  })
  void shouldBeWhatSwitchesCanLookUp(int first, int second, int third, int expected) {
    Fabric fabric = TopologySpec.parse("mesh:3x1:1").generate();
    Attributes attributes = Attributes.unread(fabric);
    int[] caps = {first, second, third};
    for (int node = 0; node < caps.length; node++) {
      attributes.switchInfo()[node] = new SwitchInfo().linearFdbCap(caps[node]).bytes();
    }
    assertThat(LidCapacity.lidMax(fabric, attributes, /* lmc= */ 3)).isEqualTo(expected);
    assertThat(expected).isLessThanOrEqualTo(Lid.UNICAST_MAX);
  }
}
