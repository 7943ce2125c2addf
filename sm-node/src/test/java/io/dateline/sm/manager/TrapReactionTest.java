package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.discover.Extent;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBA Vol 1, table of traps. */
class TrapReactionTest {
  @ParameterizedTest
  @CsvSource({
    "128, true, Sweep",
    "144, true, Sweep",
    "145, true, Sweep",
    "128, false, none",
    "129, true, LookAround",
    "130, true, LookAround",
    "131, false, LookAround",
    "256, true, none",
    "257, true, none",
    "64, true, none"
  })
  void shouldDoWhatATrapMeans(int number, boolean sweepOnTrap, String reaction) {
    Mad mad = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    new Notice().isGeneric(true).trapNumber(number).copyTo(mad.bytes(), Mad.SMP_DATA);

    Optional<SmCommand> command =
        TrapReaction.to(new MadPacket(mad, 0, 5, 0, 0), 0x5L, sweepOnTrap);

    assertThat(command.map(it -> it.getClass().getSimpleName()).orElse("none")).isEqualTo(reaction);
    if (command.orElse(null) instanceof SmCommand.Sweep(String reason, Extent extent)) {
      assertThat(extent).isEqualTo(Extent.at(0x5));
      assertThat(reason).matches("trap " + number + " from LID 5: [a-zA-Z ]+");
    }
  }
}
