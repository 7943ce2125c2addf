package io.dateline.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EngineMemoryTest {
  private static final EngineMemory TORUS =
      EngineMemory.NONE.with(
          Optional.of(
              TorusFrame.empty(new TorusShape(List.of(4, 3, 1), List.of(true, false, true)))
                  .with(new long[] {7, -1}, new int[] {3, 0})));

  private static TreeFrame tree(long[] guids, int[] levels, long... roots) {
    return TreeFrame.EMPTY.with(guids, levels, roots, new long[0]);
  }

  /** By the build before trees were remembered: nodes of both compare digests. */
  @Test
  void shouldHaveTheNameOfBeforeWhereNoTreeIsRemembered() {
    assertThat(EngineMemory.NONE.digest()).isEmpty();
    assertThat(TORUS.digest())
        .isEqualTo("4396ba40c61c0ee158f93b77fe71da27d4b169e81f8b950b8779765b3b891b21");
    assertThat(TORUS.with(tree(new long[] {7}, new int[] {0})).with(TreeFrame.EMPTY).digest())
        .isEqualTo(TORUS.digest());
  }

  @Test
  void shouldTellTreesApart() {
    List<TreeFrame> trees =
        List.of(
            TreeFrame.EMPTY,
            tree(new long[] {7}, new int[] {0}),
            tree(new long[] {7}, new int[] {1}),
            tree(new long[] {8}, new int[] {0}),
            tree(new long[] {7}, new int[] {0}, 7),
            tree(new long[0], new int[0], 7),
            tree(new long[0], new int[0], 7, 8));
    Set<String> digests = new HashSet<>();
    for (TreeFrame each : trees) {
      digests.add(EngineMemory.NONE.with(each).digest());
      digests.add(TORUS.with(each).digest());
    }
    assertThat(digests).hasSize(2 * trees.size());
  }

  @Test
  void shouldDependOnSwitchesThatAreThere() {
    Fabric.Builder builder = new Fabric.Builder();
    builder.node(NodeType.SWITCH, 7, 4);
    TreeFrame tree = tree(new long[] {7, 8}, new int[] {1, 0}, 7, 9);

    assertThat(EngineMemory.NONE.with(tree).of(builder.build()).tree())
        .isEqualTo(tree(new long[] {7}, new int[] {1}, 7));
  }
}
