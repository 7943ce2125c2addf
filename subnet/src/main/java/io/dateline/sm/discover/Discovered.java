package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.sm.subnet.SubnetView.Attributes;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.util.List;
import java.util.Optional;

/**
 * What one discovery found.
 *
 * @param fabric all nodes that answered and are connected to the local port
 * @param attributes their attributes, indexed as the fabric
 * @param localPort the end port the subnet manager sends from
 * @param managerPorts end ports whose IsSM bit is set
 * @param warnings sentences for the operator: nodes dropped, GUIDs found twice
 * @param isClear whether it is all that there is, but for ports that do not answer: then a later
 *     look may go on from it
 * @param looked what was looked at
 */
public record Discovered(
    Fabric fabric,
    Attributes attributes,
    int localPort,
    int[] managerPorts,
    List<String> warnings,
    boolean isClear,
    Looked looked) {

  /**
   * What a look has looked at.
   *
   * @param nodes GUIDs of the nodes that were known before, and were asked; none where all were
   * @param why all were, though a part was to be; empty otherwise
   */
  public record Looked(boolean isWhole, LongSet nodes, String why) {
    public static final Looked WHOLE = whole("");

    static Looked whole(String why) {
      return new Looked(true, LongSets.EMPTY_SET, why);
    }

    /** What two looks have looked at. */
    public Looked and(Looked later) {
      if (isWhole || later.isWhole) {
        return whole(later.isWhole ? later.why : why);
      }
      LongSet both = new LongOpenHashSet(nodes);
      both.addAll(later.nodes);
      return new Looked(false, both, "");
    }
  }

  /** Of all there is. */
  public Discovered(
      Fabric fabric,
      Attributes attributes,
      int localPort,
      int[] managerPorts,
      List<String> warnings) {
    this(fabric, attributes, localPort, managerPorts, warnings, true, Looked.WHOLE);
  }

  /** The same, looked at otherwise. */
  public Discovered with(Looked other) {
    return new Discovered(fabric, attributes, localPort, managerPorts, warnings, isClear, other);
  }

  /**
   * What is wrong with the local port if nothing can be reached through it: its cable, or the node
   * at the other end, is dead. An end node that is there instead of a switch can be reached.
   */
  public Optional<String> cutOff() {
    byte[] info = attributes.portInfo()[localPort];
    if (fabric.isSwitch(fabric.nodeOf(localPort)) || info == null) {
      return Optional.empty();
    }
    if (PortInfo.portState(info) < PortState.INIT) {
      return Optional.of("is down");
    }
    return fabric.peer(localPort) == Fabric.NONE
        ? Optional.of("cannot be used: it is linked, but the node behind it did not answer")
        : Optional.empty();
  }
}
