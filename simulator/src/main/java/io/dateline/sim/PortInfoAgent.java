package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortPhysicalState;
import io.dateline.mad.attribute.PortState;

/**
 * Get and Set of PortInfo. A Set is checked as a whole first; one that asks for anything invalid
 * changes nothing. Components that are read-only, or not used at this kind of port, are ignored. A
 * port with extended speeds takes them, and shows them in its answer to a Set, only where the
 * AttributeModifier says that the subnet manager knows them.
 */
final class PortInfoAgent {
  private final SimulatedState state;
  private final Links links;
  private final byte[] nextBytes = new byte[PortInfo.BYTES];
  private final PortInfo next = PortInfo.of(nextBytes);

  PortInfoAgent(SimulatedState state, Links links) {
    this.state = state;
    this.links = links;
  }

  /** The port that a PortInfo SMP means, which came in by {@code arrival}; or none. */
  int port(Mad smp, int arrival) {
    int node = state.fabric.nodeOf(arrival);
    int number = smp.attributeModifier() & ~PortInfo.SM_SUPPORT_EXTENDED_SPEEDS;
    if (number > state.fabric.externalPortCount(node)) {
      return Fabric.NONE;
    }
    return number == 0 && !state.fabric.isSwitch(node) ? arrival : state.fabric.port(node, number);
  }

  void get(Mad smp, int arrival, int port, boolean mayShowKey) {
    byte[] bytes = smp.bytes();
    System.arraycopy(state.portInfos, SimulatedState.at(port), bytes, Mad.SMP_DATA, PortInfo.BYTES);
    PortInfo.LOCAL_PORT_NUM.setInt(bytes, Mad.SMP_DATA, state.fabric.portNumber(arrival));
    if (!mayShowKey) {
      PortInfo.M_KEY.set(bytes, Mad.SMP_DATA, 0);
    }
    if (smp.method() == Mad.SET
        && (smp.attributeModifier() & PortInfo.SM_SUPPORT_EXTENDED_SPEEDS) == 0) {
      PortInfo.in(bytes, Mad.SMP_DATA)
          .linkSpeedExtActive(0)
          .linkSpeedExtSupported(0)
          .linkSpeedExtEnabled(0)
          .linkSpeedExtActive2(0)
          .linkSpeedExtSupported2(0)
          .linkSpeedExtEnabled2(0);
    }
  }

  /**
   * Carries out a Set and returns its status.
   *
   * @return 0, or {@link Mad#STATUS_INVALID_FIELD}
   */
  int set(Mad smp, int arrival, int port) {
    int node = state.fabric.nodeOf(port);
    boolean isSwitch = state.fabric.isSwitch(node);
    boolean isPort0 = isSwitch && state.fabric.portNumber(port) == 0;
    boolean isBasePort0 = isPort0 && !state.fabric.hasEnhancedPort0(node);
    PortInfo now = state.portInfo(port);
    PortInfo asked = PortInfo.in(smp.bytes(), Mad.SMP_DATA);
    if ((smp.attributeModifier() & PortInfo.SM_SUPPORT_EXTENDED_SPEEDS) == 0) {
      asked.linkSpeedExtEnabled(0); // no change
    }
    boolean valid =
        (isSwitch || port == arrival) // other ports of a channel adapter can only be read
            && ((isSwitch && !isPort0) || PortInfoRules.validAddress(asked, now, isBasePort0))
            && (isBasePort0 || PortInfoRules.validLanes(asked, now))
            && (isPort0 || PortInfoRules.validWidthAndSpeed(asked, now))
            && (isPort0 || PortInfoRules.validState(asked, now));
    if (!valid) {
      return Mad.STATUS_INVALID_FIELD;
    }
    byte[] mask = PortInfoMasks.END_PORT;
    if (isBasePort0) {
      mask = PortInfoMasks.BASE_PORT0;
    } else if (isSwitch && !isPort0) {
      mask = PortInfoMasks.SWITCH_EXTERNAL;
    }
    merge(port, smp.bytes(), mask);
    clearViolations(asked);
    if (!isBasePort0 && asked.operationalVls() != 0) {
      next.operationalVls(asked.operationalVls());
    }
    if (!isPort0) {
      enable(asked, now);
    }
    next.copyTo(state.portInfos, SimulatedState.at(port));
    if (!isPort0) {
      move(port, asked);
    }
    return 0;
  }

  private void merge(int port, byte[] smp, byte[] mask) {
    int at = SimulatedState.at(port);
    for (int i = 0; i < PortInfo.BYTES; i++) {
      nextBytes[i] =
          (byte) ((state.portInfos[at + i] & ~mask[i]) | (smp[Mad.SMP_DATA + i] & mask[i]));
    }
  }

  /** Violation counters are cleared by writing 0 and keep counting otherwise. */
  private void clearViolations(PortInfo asked) {
    if (asked.mKeyViolations() == 0) {
      next.mKeyViolations(0);
    }
    if (asked.pKeyViolations() == 0) {
      next.pKeyViolations(0);
    }
    if (asked.qKeyViolations() == 0) {
      next.qKeyViolations(0);
    }
  }

  /** What is enabled counts from the next training on. */
  private void enable(PortInfo asked, PortInfo now) {
    if (asked.linkWidthEnabled() != 0) {
      next.linkWidthEnabled(asked.linkWidthEnabled() & now.linkWidthSupported());
    }
    if (asked.linkSpeedEnabled() != 0) {
      next.linkSpeedEnabled(asked.linkSpeedEnabled() & now.linkSpeedSupported());
    }
    int extended = asked.linkSpeedExtEnabled();
    if (extended != 0) {
      next.linkSpeedExtEnabled(
          extended == PortInfoRules.NO_EXTENDED_SPEED ? 0 : extended & now.linkSpeedExtSupported());
    }
    if (asked.linkDownDefaultState() != 0) {
      next.linkDownDefaultState(asked.linkDownDefaultState());
    }
  }

  private void move(int port, PortInfo asked) {
    int physicalState = asked.portPhysicalState();
    if (physicalState != PortPhysicalState.NO_CHANGE) {
      links.dropBySet(port);
      state.portInfo(port).portPhysicalState(physicalState);
      if (physicalState == PortPhysicalState.POLLING) {
        links.train(port);
      }
    } else if (asked.portState() == PortState.DOWN) {
      links.dropBySet(port);
      links.train(port);
    } else if (asked.portState() != PortState.NO_CHANGE) {
      state.portInfo(port).portState(asked.portState());
    }
  }
}
