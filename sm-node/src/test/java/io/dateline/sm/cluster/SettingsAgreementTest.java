package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

class SettingsAgreementTest {
  private static final String PRIORITY = "dateline.subnet.sm_priority";

  private static Config says(String value) {
    return ConfigFactory.parseString("dateline.subnet.sm_priority = " + value);
  }

  @Test
  void shouldTellBothValuesAsTheyWereSet() {
    assertThat(SettingsAgreement.difference(PRIORITY, says("3"), says("\"9\"")))
        .contains("dateline.subnet.sm_priority is 9 here and 3 there");
    assertThat(SettingsAgreement.difference(PRIORITY, says("0xa"), says("[ftree, updn]")))
        .contains("dateline.subnet.sm_priority is [\"ftree\",\"updn\"] here and 0xa there");
  }

  @Test
  void shouldTakeOneValueInTwoWritingsForOne() {
    assertThat(SettingsAgreement.difference(PRIORITY, says("10"), says("\"0x0a\""))).isEmpty();
  }
}
