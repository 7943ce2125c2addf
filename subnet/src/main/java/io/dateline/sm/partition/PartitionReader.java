package io.dateline.sm.partition;

import io.dateline.fabric.format.CNumber;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import io.dateline.sm.partition.Member.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a {@link PartitionFile}: which definition a line belongs to, and what the head of one says.
 * A head is in one line, up to its colon; a definition ends with a semicolon, maybe lines later.
 * Used once.
 */
final class PartitionReader {
  private static final int KEY_MAX = 0xFFFF;

  private final List<String> warnings = new ArrayList<>();
  private final PartitionsDraft draft = new PartitionsDraft(warnings);
  private final PropertyReader properties = new PropertyReader(draft, warnings);
  private Optional<Definition> open = Optional.empty(); // the one that has not ended
  private int definitions;

  /** Partitions in order of definition, the default one first. */
  List<Partition> read(String text) {
    String[] lines = LineScanner.withoutMark(text).split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      try {
        readLine(withoutComment(lines[i]), i + 1);
      } catch (LineException e) {
        throw new PartitionFileException(i + 1, e.getMessage());
      }
    }
    if (definitions == 0) {
      // An empty file may be one that is being written, and must change nothing.
      throw new PartitionFileException(
          1, "the file has no definition; 'Default=0x7fff:ALL=full;' is one that closes nothing");
    }
    if (open.isPresent()) {
      // The rest may have been cut off, and with it which members are limited.
      throw new PartitionFileException(
          open.get().line(), "the definition has no ';': the file may have been cut off");
    }
    return draft.toPartitions();
  }

  /** What was read and does not mean what it may seem to. */
  List<String> warnings() {
    return warnings;
  }

  private static String withoutComment(String line) {
    int comment = line.indexOf('#');
    return comment < 0 ? line : line.substring(0, comment);
  }

  private void readLine(String text, int line) throws LineException {
    String rest = text.strip();
    while (!rest.isEmpty()) {
      int end = rest.indexOf(';');
      readPart(end < 0 ? rest : rest.substring(0, end), line);
      if (end < 0) {
        return;
      }
      open = Optional.empty();
      rest = rest.substring(end + 1).strip();
    }
  }

  /** Reads what one line has of one definition. */
  private void readPart(String text, int line) throws LineException {
    String rest = text;
    if (open.isEmpty()) {
      int colon = text.indexOf(':');
      if (colon < 0) {
        throw new LineException("a definition has a ':' behind its name and flags, in one line");
      }
      open = Optional.of(head(text.substring(0, colon), line));
      definitions++;
      rest = text.substring(colon + 1);
    }
    properties.read(open.get(), rest, line);
  }

  private Definition head(String text, int line) throws LineException {
    String[] parts = text.split(",", -1);
    GroupFlags flags = new GroupFlags();
    Membership membership = Membership.LIMITED;
    boolean isIpoib = false;
    boolean isIndex0 = false;
    for (int i = 1; i < parts.length; i++) {
      Token token = Token.of(parts[i]);
      Optional<Keyword> flag = flag(token, line);
      if (flag.isEmpty()) {
        continue;
      }
      switch (flag.get()) {
        case IPOIB -> isIpoib = true;
        case INDX0 -> isIndex0 = true;
        case DEFMEMBER -> membership = defaultMembership(token);
        default -> flags.set(flag.get(), token.value(), false);
      }
    }
    if (text.chars().anyMatch(each -> each < ' ' && each != '\t')) {
      throw new LineException("there is a control character before the ':'");
    }
    PartitionDraft partition = partition(Token.of(parts[0]), line);
    partition.sl(flags.sl());
    Definition definition = new Definition(line, partition, flags, membership, isIndex0);
    if (isIpoib) {
      properties.addBroadcastGroup(definition);
    }
    return definition;
  }

  /** The flag that a token is; none, with a warning, where it is unknown. */
  private Optional<Keyword> flag(Token token, int line) throws LineException {
    if (token.name().isEmpty()) {
      if (token.value().isPresent()) {
        throw new LineException("the name of a flag is missing before '='");
      }
      return Optional.empty();
    }
    Optional<Keyword> flag = Keyword.find(token.name());
    if (flag.isEmpty()) {
      warnings.add(
          "line %d: there is no flag '%s'; it counts for nothing"
              .formatted(line, LineCursor.excerpt(token.name())));
    }
    return flag;
  }

  private static Membership defaultMembership(Token token) throws LineException {
    return PropertyReader.membership(token.value().orElse(""))
        .orElseThrow(
            () -> new LineException("defmember is full, limited or both, or begins like that"));
  }

  private PartitionDraft partition(Token token, int line) throws LineException {
    boolean isKeyAlone =
        token.value().isEmpty()
            && !token.name().isEmpty()
            && token.name().charAt(0) >= '0'
            && token.name().charAt(0) <= '9';
    if (isKeyAlone) {
      return draft.partition("", key(token.name()), line);
    }
    return token.value().isPresent()
        ? draft.partition(token.name(), key(token.value().get()), line)
        : draft.partition(token.name(), line);
  }

  private static int key(String text) throws LineException {
    try {
      long key = CNumber.parse(text);
      if (key > 0 && key <= KEY_MAX && (key & Partition.DEFAULT_KEY) != 0) {
        return (int) key;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new LineException(
        "'%s' is no P_Key: that is a number from 1 to 0x7fff, with or without 0x8000"
            .formatted(LineCursor.excerpt(text)));
  }
}
