package io.dateline.sm.lane;

import com.typesafe.config.ConfigFactory;
import io.dateline.sm.config.SubnetSettings;

/** Settings of lanes as a configuration gives them. */
public final class QosSamples {
  /** Nothing is programmed. */
  public static final QosSettings OFF = SubnetSettings.of(ConfigFactory.load()).qos();

  private QosSamples() {}

  /** With {@code qos}, and these settings of {@code dateline.subnet}. */
  public static QosSettings read(String settings) {
    return SubnetSettings.of(
            ConfigFactory.parseString("dateline.subnet { qos = true, " + settings + " }")
                .withFallback(ConfigFactory.load()))
        .qos();
  }
}
