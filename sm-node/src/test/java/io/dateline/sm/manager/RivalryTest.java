package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IBA Vol 1, 14.4.1: who is master where several want to be. */
class RivalryTest {
  private static final int OWN_PRIORITY = 5;
  private static final long OWN_GUID = 0x8000_0000_0000_0050L;

  @ParameterizedTest
  @CsvSource({
    // own mastership, rival's state, priority, GUID: does the rival win?
    "false, 3, 0, 99, true", // any master, of a node that is none
    "true, 3, 4, 1, false",
    "true, 3, 6, 99, true",
    "true, 3, 5, 1, true", // a lower GUID; GUIDs are unsigned
    "true, 3, 5, -1, false",
    "false, 1, 6, 99, true", // on its way
    "false, 2, 5, 1, true",
    "false, 1, 4, 1, false",
    "true, 1, 15, 1, false", // a master waits to be asked for a handover
    "true, 2, 15, 1, false",
    "false, 0, 15, 1, false" // not active
  })
  void theRivalWinsWhere(boolean isMaster, int state, int priority, long guid, boolean wins) {
    SmInfo own = new SmInfo().guid(OWN_GUID).priority(OWN_PRIORITY);
    SmInfo rival = new SmInfo().guid(guid).priority(priority).smState(state);
    assertThat(Rivalry.winner(own, isMaster, List.of(info(rival))).isPresent()).isEqualTo(wins);
  }

  @Test
  void nobodyWinsWhereNobodyIs() {
    assertThat(Rivalry.winner(new SmInfo(), false, List.of())).isEmpty();
  }

  private static ManagerInfo info(SmInfo rival) {
    return new ManagerInfo(7, Arrays.copyOf(rival.bytes(), Mad.SMP_DATA_BYTES));
  }
}
