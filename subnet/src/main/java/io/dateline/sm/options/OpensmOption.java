package io.dateline.sm.options;

import io.dateline.fabric.Guid;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * An option of OpenSM.
 *
 * @param standard what OpenSM takes where nothing is given, canonical
 * @param setting key of the configuration that stands for it; nothing where Dateline does not act
 *     on it
 * @param unit of the setting's value
 * @param isForEngines whether it is an option of engines, which the key has under the same name
 */
public record OpensmOption(
    String name,
    OptionKind kind,
    String standard,
    Optional<String> setting,
    Unit unit,
    boolean isForEngines) {
  public OpensmOption {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(standard);
    Objects.requireNonNull(setting);
    Objects.requireNonNull(unit);
  }

  /** How a setting is written whose option is written without one. */
  public enum Unit {
    NONE,
    SECONDS,
    MILLISECONDS,
    /** Names with commas between them are the elements of a list. */
    LIST
  }

  /** Keys, whose values are never told: what is told is written down, and others read it. */
  public static final Set<String> SECRETS = Set.of("m_key", "sm_key", "sa_key", "cc_key");

  /**
   * A value as it may be told, in the notation of OpenSM's file.
   *
   * @param value canonical
   */
  public String told(String value) {
    if (isSecret()) {
      return "another value";
    }
    return kind == OptionKind.U64
        ? "0x" + Guid.hex16(Long.parseUnsignedLong(value))
        : Excerpt.of(value);
  }

  /**
   * The name of an option that there is not, as it may be told: one that begins with a key's may
   * have the key in it, as {@code m_key=0x1} has.
   */
  static String toldName(String name) {
    return SECRETS.stream()
        .filter(secret -> name.toLowerCase(Locale.ROOT).matches(secret + "[^_].*"))
        .findFirst()
        .map(secret -> secret + "...")
        .orElseGet(() -> Excerpt.of(name));
  }

  /** Whether what its value is must not be told. */
  public boolean isSecret() {
    return SECRETS.contains(name);
  }

  /**
   * As {@link OptionKind#canonical}; the sentence tells no key.
   *
   * @throws IllegalArgumentException with a sentence, if it is no such value
   */
  public String canonical(String value) {
    try {
      return kind.canonical(value);
    } catch (IllegalArgumentException e) {
      throw isSecret()
          ? new IllegalArgumentException("takes " + kind.takes() + ", not what it has")
          : e;
    }
  }

  /** Whether its setting is a time. */
  public boolean isTime() {
    return unit == Unit.SECONDS || unit == Unit.MILLISECONDS;
  }

  /**
   * Whether a value of this option says no more than its absence.
   *
   * @param value canonical
   */
  public boolean isStandard(String value) {
    return value.equals(standard);
  }
}
