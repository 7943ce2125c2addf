package io.dateline.sm.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import io.dateline.persistence.journal.SharedRecord;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.OptionalLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What nodes compare of keys that their operator has set: an HMAC, with a secret that only those
 * know that can read the journal. To any other it says nothing, not even of a key that is easy to
 * guess.
 */
public final class KeyDigests {
  static final String SM_KEY = "dateline.content.sm_key";
  static final String SA_KEY = "dateline.content.sa_key";

  private static final String RECORD = "key-comparison";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SECRET_BYTES = 32;

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
    byte[] secret = SharedRecord.get(config, RECORD, KeyDigests::random);
    return with(with(config, SM_KEY, digest(secret, smKey)), SA_KEY, digest(secret, saKey));
  }

  private static Config with(Config config, String key, String digest) {
    return config.withValue(key, ConfigValueFactory.fromAnyRef(digest, "computed"));
  }

  private static byte[] random() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  static String digest(byte[] secret, OptionalLong key) {
    String text = key.isPresent() ? Long.toHexString(key.getAsLong()) : "the journal's";
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
