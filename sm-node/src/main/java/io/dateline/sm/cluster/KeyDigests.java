package io.dateline.sm.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import io.dateline.persistence.event.Secret;
import io.dateline.persistence.journal.SharedRecord;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * What nodes compare of keys that their operator has set: an HMAC, with a secret that only those
 * know that can read the journal. To any other it says nothing, not even of a key that is easy to
 * guess.
 */
public final class KeyDigests {
  static final String SM_KEY = "dateline.content.sm_key";
  static final String SA_KEY = "dateline.content.sa_key";

  private static final String RECORD = "key-comparison";

  private KeyDigests() {}

  /**
   * The settings of a node, with what is to be compared of its keys.
   *
   * @param config of a journal that is open
   * @param smKey empty where the journal's is in force
   * @param saKey empty where the journal's is in force
   * @throws io.dateline.persistence.journal.JournalUnavailableException if it cannot be asked
   */
  public static Config with(Config config, OptionalLong smKey, OptionalLong saKey) {
    byte[] secret = SharedRecord.get(config, RECORD, Secret::random);
    return with(with(config, SM_KEY, digest(secret, smKey)), SA_KEY, digest(secret, saKey));
  }

  private static Config with(Config config, String key, String digest) {
    return config.withValue(key, ConfigValueFactory.fromAnyRef(digest, "computed"));
  }

  static String digest(byte[] secret, OptionalLong key) {
    String text = key.isPresent() ? Long.toHexString(key.getAsLong()) : "the journal's";
    byte[] digest = Secret.hmac(secret).doFinal(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest);
  }
}
