package io.dateline.sm.qos;

import io.dateline.fabric.Sha256;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Reads a {@link PolicyFile}: which block a line belongs to. Keywords that begin and end blocks
 * stand in lines of their own. Used once.
 */
final class PolicyReader {
  private static final String END = "end-";
  private static final String FILE = "";

  /** Blocks, and where each may stand. */
  private static final Map<String, String> PARENTS =
      Map.ofEntries(
          Map.entry("port-groups", FILE),
          Map.entry(GroupBlock.NAME, "port-groups"),
          Map.entry("qos-setup", FILE),
          Map.entry("vlarb-tables", "qos-setup"),
          Map.entry(SetupBlock.VLARB, "vlarb-tables"),
          Map.entry("sl2vl-tables", "qos-setup"),
          Map.entry(SetupBlock.SL2VL, "sl2vl-tables"),
          Map.entry("qos-levels", FILE),
          Map.entry(LevelBlock.NAME, "qos-levels"),
          Map.entry("qos-match-rules", FILE),
          Map.entry(RuleBlock.NAME, "qos-match-rules"),
          Map.entry(SimpleRules.NAME, FILE));

  /** A block that has begun. */
  private record Open(String name, int line, PolicyBlock block) {}

  private final Path file;
  private final PolicyDraft draft;
  private final Sha256 lines = new Sha256(); // without comments
  private final Deque<Open> open = new ArrayDeque<>(); // the innermost first

  PolicyReader(Path file) {
    this.file = file;
    draft = new PolicyDraft(file);
  }

  PolicyFile read() throws IOException {
    LineScanner scanner = LineScanner.scan(file, this::parse);
    for (Open each : open) {
      scanner.report(each.line, "%s has no %s%s".formatted(each.name, END, each.name));
    }
    return new PolicyFile(draft.policy(scanner, lines.hex()), draft.warnings());
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    String text = PolicyText.withoutComment(line.rest());
    if (text.isEmpty()) {
      return;
    }
    lines.add((text + "\n").getBytes(StandardCharsets.UTF_8));
    if (PARENTS.containsKey(text)) {
      begin(text, lineNumber);
    } else if (text.startsWith(END) && PARENTS.containsKey(text.substring(END.length()))) {
      end(text.substring(END.length()));
    } else if (open.isEmpty()) {
      throw new LineException("there is no section '%s'".formatted(LineCursor.excerpt(text)));
    } else {
      open.peek().block.line(text, lineNumber);
    }
  }

  private void begin(String name, int lineNumber) throws LineException {
    String parent = PARENTS.get(name);
    Open unfinished = open.isEmpty() || open.peek().name.equals(parent) ? null : open.peek();
    boolean isOutside = !parent.equals(FILE) && !isOpen(parent);
    while (!isOutside && !open.isEmpty() && !open.peek().name.equals(parent)) {
      finishQuietly();
    }
    open.push(new Open(name, lineNumber, block(name)));
    if (isOutside) {
      throw new LineException("%s has to stand in %s".formatted(name, parent));
    }
    failIfUnfinished(unfinished);
  }

  private void end(String name) throws LineException {
    if (!isOpen(name)) {
      throw new LineException("there is no %s that could end here".formatted(name));
    }
    Open unfinished = open.peek().name.equals(name) ? null : open.peek();
    while (!open.peek().name.equals(name)) {
      finishQuietly();
    }
    Open ended = open.pop();
    failIfUnfinished(unfinished);
    ended.block.end();
  }

  /** Ends a block whose end is missing, which is told; what else is, is not. */
  private void finishQuietly() {
    try {
      open.pop().block.end();
    } catch (LineException told) {
      // one sentence is enough
    }
  }

  private static void failIfUnfinished(Open unfinished) throws LineException {
    if (unfinished != null) {
      throw new LineException(
          "before this, %s of line %d has no %s%s"
              .formatted(unfinished.name, unfinished.line, END, unfinished.name));
    }
  }

  private boolean isOpen(String name) {
    return open.stream().anyMatch(each -> each.name.equals(name));
  }

  private PolicyBlock block(String name) {
    return switch (name) {
      case GroupBlock.NAME -> new GroupBlock(draft);
      case LevelBlock.NAME -> new LevelBlock(draft);
      case RuleBlock.NAME -> new RuleBlock(draft);
      case SimpleRules.NAME -> new SimpleRules(draft);
      case SetupBlock.VLARB -> SetupBlock.vlarb(draft);
      case SetupBlock.SL2VL -> SetupBlock.sl2vl(draft);
      default -> outer(name);
    };
  }

  /** A block of blocks. */
  private static PolicyBlock outer(String name) {
    return (text, lineNumber) -> {
      throw new LineException("there is no '%s' in %s".formatted(LineCursor.excerpt(text), name));
    };
  }
}
