package io.dateline.sm.token;

import io.dateline.persistence.event.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tokens and their roles, as a file has them: lines {@code role token}, and comments with #. */
public final class Tokens {

  /** A shorter one could be guessed. */
  private static final int LENGTH_MIN = 32;

  private record Entry(Role role, String token, byte[] digest) {}

  private final List<Entry> entries;

  private Tokens(List<Entry> entries) {
    this.entries = entries;
  }

  /** One of 256 random bits for each role. */
  public static Tokens random() {
    return new Tokens(
        Arrays.stream(Role.values())
            .map(role -> entry(role, HexFormat.of().formatHex(Secret.random())))
            .toList());
  }

  /**
   * Reads the content of a file of tokens.
   *
   * @throws IllegalArgumentException that names the line, and no token
   */
  public static Tokens parse(String text) {
    List<Entry> entries = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        entries.add(entry(number, stripped.split("\\s+")));
      }
    }
    return new Tokens(List.copyOf(entries));
  }

  private static Entry entry(int line, String... words) {
    Optional<Role> role = words.length == 2 ? Role.of(words[0]) : Optional.empty();
    if (role.isEmpty()) {
      throw new IllegalArgumentException(
          "line %d is not 'role token' with one of the roles %s".formatted(line, roles()));
    }
    if (words[1].length() < LENGTH_MIN || !words[1].matches("[A-Za-z0-9._~+/=-]+")) {
      throw new IllegalArgumentException(
          "the token in line %d has fewer than %d characters, or others than A-Z a-z 0-9 ._~+/=-"
              .formatted(line, LENGTH_MIN));
    }
    return entry(role.get(), words[1]);
  }

  private static String roles() {
    return Arrays.stream(Role.values()).map(Role::word).collect(Collectors.joining(", "));
  }

  private static Entry entry(Role role, String token) {
    return new Entry(role, token, digest(token));
  }

  /** What a file of these tokens contains. */
  public String text() {
    return entries.stream()
        .map(entry -> entry.role().word() + " " + entry.token() + "\n")
        .collect(Collectors.joining());
  }

  /**
   * The roles of a token, none if it is unknown. It takes as long for one that is nearly right as
   * for any other.
   */
  public Set<Role> rolesOf(String token) {
    byte[] digest = digest(token);
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (Entry entry : entries) {
      if (MessageDigest.isEqual(entry.digest(), digest)) {
        roles.add(entry.role());
      }
    }
    return roles;
  }

  /** A token that will do for a role, one of that very role before others. */
  public Optional<String> token(Role needed) {
    return entries.stream()
        .filter(entry -> entry.role() == needed)
        .findFirst()
        .or(() -> entries.stream().filter(entry -> entry.role().suffices(needed)).findFirst())
        .map(Entry::token);
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
