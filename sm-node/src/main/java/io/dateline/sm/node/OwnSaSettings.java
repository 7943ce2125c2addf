package io.dateline.sm.node;

import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.NodeSettings;
import io.dateline.sm.manager.ServiceKeys;
import io.dateline.sm.sa.SaSettings;

/** How a node's subnet administration answers, by the settings that are in force. */
final class OwnSaSettings {
  private OwnSaSettings() {}

  static SaSettings of(NodeSettings settings, LiveSettings live, ServiceKeys keys) {
    SaSettings defaults = SaSettings.DEFAULTS;
    return new SaSettings(
        keys::saKey,
        defaults.respTimeCode(),
        defaults.answerBytesMax(),
        defaults.transfersMax(),
        defaults.transferBytesMax(),
        !settings.subnet().groups().isDisabled(),
        () -> live.get().prefixRoutes(),
        () -> live.get().qos().enabled(),
        () -> live.get().trust().requests());
  }
}
