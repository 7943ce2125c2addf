package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;
import java.util.Arrays;

/**
 * Cables and the link state machine (IBA Vol 1, 7.2.7, and Vol 2, 5.9): what plugging, power and an
 * SM's wishes do to the ports at both ends. Every port that goes up or down by link logic marks its
 * switch as changed.
 */
final class Links {
  private final SimulatedState state;
  private final int[] lastCables; // by port: where the last cable led, NONE where there was none

  Links(SimulatedState state) {
    this.state = state;
    lastCables = new int[state.cables.length];
    Arrays.fill(lastCables, Fabric.NONE);
  }

  /** Pulls the cable out; false where there is none. */
  boolean unplug(int port) {
    int peer = state.cables[port];
    if (peer == Fabric.NONE) {
      return false;
    }
    drop(port);
    state.cables[port] = Fabric.NONE;
    state.cables[peer] = Fabric.NONE;
    lastCables[port] = peer;
    lastCables[peer] = port;
    return true;
  }

  /** Puts a cable between two ports; false where one of them has a cable already. */
  boolean plug(int a, int b) {
    if (state.cables[a] != Fabric.NONE || state.cables[b] != Fabric.NONE) {
      return false;
    }
    state.cables[a] = b;
    state.cables[b] = a;
    train(a);
    return true;
  }

  /** Puts the cable back that was last pulled out; false where that cannot be. */
  boolean replug(int port) {
    return lastCables[port] != Fabric.NONE && plug(port, lastCables[port]);
  }

  /** Brings the link at a port to Init where both ends have power and are enabled. */
  void train(int port) {
    int peer = state.cables[port];
    if (peer == Fabric.NONE || !canTrain(port) || !canTrain(peer)) {
      return;
    }
    if (LinkTraining.agree(state.portInfo(port), state.portInfo(peer))) {
      up(port);
      up(peer);
    }
  }

  /** Takes the link at a port down, at both ends. */
  void drop(int port) {
    if (down(port)) {
      changed(port);
    }
    dropPeer(port);
  }

  /** As {@link #drop}, by a Set: that is no change the port's own switch has to tell of. */
  void dropBySet(int port) {
    down(port);
    dropPeer(port);
  }

  private void dropPeer(int port) {
    int peer = state.cables[port];
    if (peer != Fabric.NONE && down(peer)) {
      changed(peer);
    }
  }

  private boolean canTrain(int port) {
    return state.powered[state.fabric.nodeOf(port)]
        && state.portInfo(port).portPhysicalState() != PortPhysicalState.DISABLED;
  }

  private void up(int port) {
    state.portInfo(port).portState(PortState.INIT).portPhysicalState(PortPhysicalState.LINK_UP);
    changed(port);
  }

  private boolean down(int port) {
    PortInfo info = state.portInfo(port);
    if (info.portState() == PortState.DOWN) {
      return false;
    }
    info.portState(PortState.DOWN).portPhysicalState(info.linkDownDefaultState());
    state.counters.linkDowned[port]++;
    return true;
  }

  private void changed(int port) {
    int node = state.fabric.nodeOf(port);
    if (state.fabric.isSwitch(node) && state.powered[node]) {
      state.switchInfo(node).portStateChange(true);
      state.changedSwitches.add(node);
    }
  }
}
