package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

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

  /** A node that joins asks each member, and a member more than once. */
  @Test
  void shouldTellOnceOfOneJoin() {
    AtomicLong nanos = new AtomicLong(7);
    SettingsAgreement agreement = new SettingsAgreement(nanos::get);
    List<String> told = new ArrayList<>();
    Logger logger = (Logger) LoggerFactory.getLogger(SettingsAgreement.class);
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            told.add(event.getFormattedMessage());
          }
        };
    appender.start();
    logger.addAppender(appender);
    try {
      agreement.check(says("3"), says("9"));
      nanos.addAndGet(80_000_000);
      agreement.check(says("3"), says("9"));
      assertThat(told)
          .containsExactly(
              "A node with another setting would join: dateline.subnet.sm_priority is 9 here and 3"
                  + " there");
      agreement.check(says("4"), says("9"));
      assertThat(told).hasSize(2);
      nanos.addAndGet(10_000_000_000L);
      agreement.check(says("3"), says("9"));
      assertThat(told).hasSize(3);
    } finally {
      logger.detachAppender(appender);
    }
  }
}
