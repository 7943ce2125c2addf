package io.dateline.it.security;

import com.typesafe.config.ConfigFactory;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.persistence.journal.Journal;
import io.dateline.persistence.journal.JournalSetup;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.tls.SharedCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What nodes keep to themselves, in the ways in which it could be written. */
final class Secrets {
  private static final int LENGTH_MIN = 12; // a shorter one would be found by chance
  private static final int PEM_LINE = 64;

  private final Map<String, String> names = new TreeMap<>(); // by what is looked for

  /** A password or a token; small and capital letters are the same. */
  void add(String name, String text) {
    if (text.length() < LENGTH_MIN) {
      throw new IllegalArgumentException(name + " is short");
    }
    names.put(text.toLowerCase(Locale.ROOT), name);
  }

  /** With 0x or without; a key that begins with zeros may be written without them. */
  void addKey(String name, long key) {
    add(name, Long.toHexString(key));
    add(name, Long.toString(key));
    add(name, Long.toUnsignedString(key));
  }

  private void addBytes(String name, byte[] bytes) {
    add(name, HexFormat.of().formatHex(bytes));
    add(name, HexFormat.ofDelimiter(":").formatHex(bytes));
    add(name, Base64.getEncoder().withoutPadding().encodeToString(bytes));
    String numbers = Arrays.toString(bytes);
    add(name, numbers.substring(1, numbers.length() - 1));
  }

  /** M_Keys of all ports in all terms, and what they are derived from. */
  void addKeys(Map<Long, Long> held, JournaledTerms terms) {
    held.values().forEach(key -> addKey("M_Key that a port holds", key));
    for (var term : terms.all()) {
      term.secret().ifPresent(secret -> addBytes("secret of a term", secret));
      held.keySet().forEach(guid -> addKey("M_Key of a term", term.of(guid)));
    }
  }

  /** The key with which nodes on one host speak TLS. */
  void addCredentials(Map<String, String> settings, Path stateDir) {
    Map<String, String> own = new TreeMap<>(settings);
    own.keySet().removeIf(key -> !key.startsWith("dateline.persistence"));
    try (Journal journal =
        JournalSetup.open(NodeConfig.load(ConfigFactory.parseMap(own)), stateDir)) {
      byte[] key = SharedCredentials.of(journal.config(), Instant.now()).key().getEncoded();
      addBytes("key of the nodes", key);
      add("key of the nodes", Base64.getEncoder().encodeToString(key).substring(0, PEM_LINE));
    }
  }

  /** SM_Key, SA key and tokens: the words with a digit in a node's own files. */
  void addFiles(Path stateDir) throws IOException {
    for (String line : Files.readAllLines(stateDir.resolve("keys"))) {
      String[] words = line.split(" ", -1);
      addKey(words[0], Long.parseUnsignedLong(words[1].substring(2), 16));
    }
    for (String line : Files.readAllLines(stateDir.resolve("tokens"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] words = line.split(" ", -1);
        add("token of " + words[0], words[1]);
      }
    }
  }

  /** Names of the secrets that a text tells. */
  Set<String> in(String text) {
    Set<String> found = new TreeSet<>();
    String small = text.toLowerCase(Locale.ROOT);
    names.forEach(
        (secret, name) -> {
          if (small.contains(secret)) {
            found.add(name);
          }
        });
    return found;
  }
}
