package io.dateline.routing.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.routing.Net;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayerCertificateTest {
  /** Three switches in a line, an adapter at each end: a path is one turn each way. */
  private final Fabric fabric =
      new Net().switches(3, 3).cable(0, 1, 1, 1).cable(1, 2, 2, 1).host(0, 3).host(2, 3).build();

  private final LidMap lids = Net.lids(fabric, 0);
  private final int left = Net.lidAt(fabric, lids, 0, 3);
  private final int right = Net.lidAt(fabric, lids, 2, 3);

  // Channels: 0 to 1, 1 to 0, 1 to 2, 2 to 1.
  private static final int[] TO_THE_RIGHT = {0, 3, 1, 4};
  private static final int[] TO_THE_LEFT = {1, 3, 0, 2};
  private static final int[] BOTH_WAYS = {0, 2, 1, 1};

  private final ForwardingTables tables = new ForwardingTables(3, lids.maxLid());

  {
    for (int lid : new int[] {left, right}) {
      boolean isRight = lid == right;
      tables.set(0, lid, isRight ? 1 : 3);
      tables.set(1, lid, isRight ? 2 : 1);
      tables.set(2, lid, isRight ? 3 : 1);
    }
  }

  private boolean holds(List<int[]> orders, int layerOfLeft) {
    return new LayerCertificate(orders)
        .refuted(fabric, lids, tables, (node, lid) -> lid == left ? layerOfLeft : 0)
        .isEmpty();
  }

  @Test
  void shouldHoldWhereAllPathsAscend() {
    assertThat(holds(List.of(BOTH_WAYS), 0)).isTrue();
    assertThat(holds(List.of(TO_THE_RIGHT, TO_THE_LEFT), 1)).isTrue();
  }

  @Test
  void shouldNameThePathThatDescends() {
    assertThat(holds(List.of(TO_THE_RIGHT), 0)).isFalse();
    assertThat(holds(List.of(TO_THE_LEFT, TO_THE_RIGHT), 1)).isFalse();
    assertThat(
            new LayerCertificate(List.of(TO_THE_RIGHT))
                .refuted(fabric, lids, tables, (node, lid) -> 0))
        .contains("the path from switch 2 to LID %d does not ascend in layer 0".formatted(left));
  }

  @Test
  void shouldNotKnowALayerWithoutAnOrder() {
    assertThat(holds(List.of(BOTH_WAYS), 1)).isFalse();
    assertThat(holds(List.of(BOTH_WAYS), -1)).isFalse();
  }
}
