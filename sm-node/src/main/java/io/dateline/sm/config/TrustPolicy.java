package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.fabric.Guid;
import io.dateline.sm.discover.AllowedManagers;
import io.dateline.sm.options.OptionKind;
import io.dateline.sm.sa.TrustSettings;
import java.util.HashSet;
import java.util.Set;

/**
 * What an operator trusts beside keys.
 *
 * @param requests to subnet administration
 * @param managers other subnet managers
 */
public record TrustPolicy(TrustSettings requests, AllowedManagers managers) {
  private static final String BLOCK = "dateline.subnet.";
  private static final String MANAGERS = BLOCK + "allowed_sm_guids";

  /**
   * Reads it.
   *
   * @throws ConfigException that names the key, if a value is malformed
   */
  static TrustPolicy of(Config config) {
    return new TrustPolicy(
        new TrustSettings(
            config.getBoolean(BLOCK + "sa_enhanced_trust_model"),
            config.getBoolean(BLOCK + "sa_etm_allow_untrusted_guidinfo_rec"),
            config.getBoolean(BLOCK + "sa_etm_allow_guidinfo_rec_by_vf"),
            config.getBoolean(BLOCK + "sa_etm_allow_untrusted_proxy_requests"),
            config.getBoolean(BLOCK + "sa_check_sgid_spoofing")),
        managers(config));
  }

  /** Port GUIDs with commas between them. */
  private static AllowedManagers managers(Config config) {
    String text = config.getString(MANAGERS).strip();
    if (text.isEmpty() || text.equals(OptionKind.NOTHING)) {
      return AllowedManagers.ANY;
    }
    Set<Long> guids = new HashSet<>();
    for (String word : text.split(",", -1)) {
      guids.add(guid(config, word.strip()));
    }
    return new AllowedManagers(guids);
  }

  private static long guid(Config config, String word) {
    try {
      long guid = Guid.parse(word);
      if (guid != 0) {
        return guid;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new ConfigException.BadValue(
        config.getValue(MANAGERS).origin(),
        MANAGERS,
        "'%s' is no GUID of a port; GUIDs have commas between them".formatted(word));
  }
}
