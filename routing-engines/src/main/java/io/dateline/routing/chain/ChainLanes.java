package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SlToVl;
import java.util.List;

/**
 * The lanes of a chain: those of the last step that uses lanes and has the cable in its part, else
 * those of the first step. A packet that comes into a part from outside is on the lane that one of
 * the switch itself would be on, as its SL is that of a path from there. Where the first step has
 * no lanes, all is on VL 0 outside of the other parts, whatever SLs there are within them.
 *
 * <p>Any thread may ask.
 */
final class ChainLanes implements SlToVl {
  private final Fabric fabric;
  private final List<Stage> stages;
  private final short[] stageOf; // by port: whose lanes go out there

  ChainLanes(Fabric fabric, List<Stage> stages) {
    this.fabric = fabric;
    this.stages = stages;
    stageOf = new short[fabric.portCount()];
    for (int at = 1; at < stages.size(); at++) {
      if (stages.get(at).hasLanes()) {
        for (int port = 0; port < stageOf.length; port++) {
          if (stages.get(at).part().port(port) != Fabric.NONE) {
            stageOf[port] = (short) at;
          }
        }
      }
    }
  }

  /** Those that the same parts have are of one kind. */
  @Override
  public boolean areEndPortsAlike() {
    return stages.stream()
        .allMatch(stage -> !stage.hasLanes() || stage.routing().slToVl().areEndPortsAlike());
  }

  @Override
  public int vl(int node, int inputNumber, int outputNumber, int sl) {
    int at = stageOf[fabric.port(node, outputNumber)];
    Stage stage = stages.get(at);
    if (at == 0) {
      return stage.hasLanes() ? stage.vl(node, inputNumber, outputNumber, sl) : 0;
    }
    boolean isInside = stage.part().port(fabric.port(node, inputNumber)) != Fabric.NONE;
    return stage.vl(stage.part().node(node), isInside ? inputNumber : 0, outputNumber, sl);
  }
}
