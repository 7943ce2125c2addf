package io.dateline.sm.qos;

import io.dateline.fabric.format.LineException;
import java.util.ArrayList;
import java.util.List;

/** A {@code qos-match-rule}. */
final class RuleBlock extends Entries {
  static final String NAME = "qos-match-rule";

  private static final String LEVEL = "qos-level-name";
  private static final int QOS_CLASS_MAX = 0xFFF;

  private final PolicyDraft draft;
  private final List<NamedAt> sources = new ArrayList<>();
  private final List<NamedAt> destinations = new ArrayList<>();
  private NumberRanges qosClasses = NumberRanges.NONE;
  private NumberRanges serviceIds = NumberRanges.NONE;
  private NumberRanges pKeys = NumberRanges.NONE;
  private NamedAt level; // null before it, or where it is wrong

  RuleBlock(PolicyDraft draft) {
    super(
        NAME,
        List.of(USE, LEVEL),
        List.of("source", "destination", "qos-class", "service-id", "pkey"));
    this.draft = draft;
  }

  @Override
  void take(String keyword, String value, int lineNumber) throws LineException {
    switch (keyword) {
      case "source" -> sources.addAll(NamedAt.all(value, lineNumber));
      case "destination" -> destinations.addAll(NamedAt.all(value, lineNumber));
      case "qos-class" ->
          qosClasses = qosClasses.and(PolicyText.ranges(value, "QoS class", QOS_CLASS_MAX));
      case "service-id" ->
          serviceIds = serviceIds.and(PolicyText.ranges(value, "service ID", -1L)); // any 64 bits
      case "pkey" -> pKeys = pKeys.and(PolicyText.pKeys(value));
      case LEVEL -> level = new NamedAt(PolicyText.text(value), lineNumber);
      default -> {} // what it is for
    }
  }

  @Override
  public void end() throws LineException {
    require(LEVEL);
    if (level != null) {
      draft.add(new RuleDraft(sources, destinations, qosClasses, serviceIds, pKeys, level));
    }
  }
}
