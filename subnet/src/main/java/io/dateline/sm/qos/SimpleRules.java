package io.dateline.sm.qos;

import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import java.util.List;
import java.util.Locale;

/**
 * The section {@code qos-ulps}: rules by upper layer protocol, which have an SL and no more. They
 * know protocols by service IDs and P_Keys (the same document, section 6).
 */
final class SimpleRules implements PolicyBlock {
  static final String NAME = "qos-ulps";

  private static final int PORT_MAX = 0xFFFF;

  // Service IDs of TCP port 0.
  private static final long SDP = 0x1_0000;
  private static final long RDS = 0x106_0000;
  private static final long ISER = 0x106_0000;

  private static final int RDS_PORT = 0x48CA;
  private static final int ISER_PORT = 0x0CBC;

  /** Of the default partition. */
  private static final int IPOIB_P_KEY = 0x7FFF;

  private final PolicyDraft draft;

  SimpleRules(PolicyDraft draft) {
    this.draft = draft;
  }

  /** {@code protocol [, criterion numbers] : SL}. */
  @Override
  public void line(String text, int lineNumber) throws LineException {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw new LineException("': SL' expected at the end of the line");
    }
    String match = text.substring(0, colon).strip();
    int comma = match.indexOf(',');
    String protocol =
        (comma < 0 ? match : match.substring(0, comma)).strip().toLowerCase(Locale.ROOT);
    String[] criterion =
        comma < 0 ? new String[0] : match.substring(comma + 1).strip().split("\\s+", 2);
    String numbers = criterion.length < 2 ? "" : criterion[1];
    int sl = PolicyText.number(text.substring(colon + 1), "SL", 0, LevelBlock.SL_MAX);
    if (protocol.equals("default") && comma < 0) {
      draft.fallback(sl, lineNumber);
      return;
    }
    draft.addSimple(
        rule(comma < 0 ? protocol : protocol + ", " + criterion[0], numbers, QosLevel.ofSl(sl)));
  }

  private static MatchRule rule(String form, String numbers, QosLevel level) throws LineException {
    return switch (form) {
      case "sdp" -> MatchRule.ofServices(NumberRanges.of(SDP, SDP + PORT_MAX), level);
      case "sdp, port-num" -> MatchRule.ofServices(ports(numbers, SDP), level);
      case "rds" -> MatchRule.ofServices(NumberRanges.of(RDS + RDS_PORT), level);
      case "rds, port-num" -> MatchRule.ofServices(ports(numbers, RDS), level);
      case "iser" -> MatchRule.ofServices(NumberRanges.of(ISER + ISER_PORT), level);
      case "iser, port-num" -> MatchRule.ofServices(ports(numbers, ISER), level);
      case "any, service-id" ->
          MatchRule.ofServices(PolicyText.ranges(numbers, "service ID", -1L), level);
      case "ipoib" -> MatchRule.ofPKeys(NumberRanges.of(IPOIB_P_KEY), level);
      case "ipoib, pkey", "any, pkey" -> MatchRule.ofPKeys(PolicyText.pKeys(numbers), level);
      case "srp, target-port-guid", "any, target-port-guid" ->
          MatchRule.ofEnds(List.of(), guids(numbers), level);
      case "any, source-port-guid" -> MatchRule.ofEnds(guids(numbers), List.of(), level);
      case "any, source-target-port-guid" -> {
        List<PortGroup> both = guids(numbers);
        yield MatchRule.ofEnds(both, both, level); // both ends have to be among them
      }
      default -> throw new LineException("there is no '%s'".formatted(LineCursor.excerpt(form)));
    };
  }

  private static NumberRanges ports(String numbers, long base) throws LineException {
    NumberRanges ports = PolicyText.ranges(numbers, "port", PORT_MAX);
    return new NumberRanges(
        ports.ranges().stream()
            .map(range -> new NumberRanges.Range(base + range.first(), base + range.last()))
            .toList());
  }

  private static List<PortGroup> guids(String numbers) throws LineException {
    return List.of(PortGroup.ofGuids(PolicyText.ranges(numbers, "port GUID", -1L)));
  }
}
