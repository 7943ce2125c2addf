package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric.NodeDraft;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class TopologyIdTest {
  private static Fabric fabric(LinkSpeed speed, Consumer<NodeDraft> changeSecond) {
    Fabric.Builder builder = new Fabric.Builder();
    NodeDraft a = builder.node(NodeType.SWITCH, 10, 4);
    NodeDraft b = builder.node(NodeType.SWITCH, 20, 4);
    changeSecond.accept(b);
    return builder.link(a, 1, b, 2, LinkWidth.X4, speed).build();
  }

  private static final long ID = TopologyId.of(fabric(LinkSpeed.EDR, b -> {}));

  @Test
  void shouldNotDependOnTheOrderOfDiscovery() {
    Fabric.Builder builder = new Fabric.Builder();
    NodeDraft b = builder.node(NodeType.SWITCH, 20, 4);
    NodeDraft a = builder.node(NodeType.SWITCH, 10, 4);
    builder.link(b, 2, a, 1, LinkWidth.X4, LinkSpeed.EDR);

    assertThat(TopologyId.of(builder.build())).isEqualTo(ID);
  }

  @Test
  void shouldNotDependOnLidsAndDescriptions() {
    assertThat(TopologyId.of(fabric(LinkSpeed.EDR, b -> b.lid(0, 5, 0).description("spine"))))
        .isEqualTo(ID);
  }

  @Test
  void shouldChangeWithNodesAndLinks() {
    assertThat(TopologyId.of(fabric(LinkSpeed.HDR, b -> {}))).isNotEqualTo(ID);
    assertThat(TopologyId.of(fabric(LinkSpeed.EDR, b -> b.portGuid(0, 21)))).isNotEqualTo(ID);
    assertThat(TopologyId.of(fabric(LinkSpeed.EDR, b -> b.enhancedPort0(true)))).isNotEqualTo(ID);
    Fabric.Builder builder = new Fabric.Builder();
    NodeDraft a = builder.node(NodeType.SWITCH, 10, 4);
    NodeDraft b = builder.node(NodeType.SWITCH, 20, 4);
    builder.link(a, 1, b, 3, LinkWidth.X4, LinkSpeed.EDR);
    assertThat(TopologyId.of(builder.build())).isNotEqualTo(ID);
  }
}
