package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.discover.Extent;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.Babblers.Endless;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.QuotaSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.helpers.NOPLogger;

class TrapDoorTest {
  private static final int SENDER = 5;

  private final List<Endless> endless = new ArrayList<>();
  private final TrapGate gate = new TrapGate(command -> {}, () -> 0);
  private final TrapDoor door =
      new TrapDoor(
          new Fairness(QuotaSettings.DEFAULTS),
          new Babblers(QuotaSettings.DEFAULTS),
          () -> true,
          gate,
          trap -> {},
          endless::add,
          NOPLogger.NOP_LOGGER);

  /** Of traps 129 to 131 a sender can say what it wants: only its own ports count. */
  @ParameterizedTest
  @CsvSource({"129, 5, 7", "131, 5, 7", "129, 6, 0", "128, 5, 0", "144, 5, 0"})
  void shouldTellWhichPortAnEndlessBabbleNames(int trapNumber, int namedLid, int expected) {
    Mad mad = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    new Notice()
        .isGeneric(true)
        .trapNumber(trapNumber)
        .dataDetails(new PortErrorDetails().lidAddr(namedLid).portNo(7).bytes())
        .copyTo(mad.bytes(), Mad.SMP_DATA);

    for (int i = 0; i < 400; i++) {
      door.accept(new MadPacket(mad, 0, SENDER, 0, 0));
    }

    assertThat(endless).singleElement().extracting(Endless::portNumber).isEqualTo(expected);
  }

  /** Such traps are counted by their LID, which is no GUID that a port could be looked for by. */
  @Test
  void shouldAskForAllWhereNoSubnetIsKnownYet() {
    Mad mad = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    new Notice().isGeneric(true).trapNumber(144).copyTo(mad.bytes(), Mad.SMP_DATA);

    door.accept(new MadPacket(mad, 0, SENDER, 0, 0));

    assertThat(gate.take())
        .isEqualTo(
            new SmCommand.Sweep(
                "trap 144 from LID 5: capabilities or description changed", Extent.WHOLE));
  }
}
