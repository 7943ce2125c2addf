package io.dateline.sm.qos;

import java.util.List;

/**
 * A {@code vlarb-scope} or {@code sl2vl-scope} of {@code qos-setup}: as in OpenSM it is read and
 * has no effect, lanes are programmed by {@code qos_*} options.
 */
final class SetupBlock extends Entries {
  static final String VLARB = "vlarb-scope";
  static final String SL2VL = "sl2vl-scope";

  private final PolicyDraft draft;
  private final String name;
  private boolean isTold;

  private SetupBlock(PolicyDraft draft, String name, List<String> keywords) {
    super(name, List.of(), keywords);
    this.draft = draft;
    this.name = name;
  }

  static SetupBlock vlarb(PolicyDraft draft) {
    return new SetupBlock(
        draft, VLARB, List.of("group", "across", "vlarb-high", "vlarb-low", "vl-high-limit"));
  }

  static SetupBlock sl2vl(PolicyDraft draft) {
    return new SetupBlock(
        draft,
        SL2VL,
        List.of("group", "across", "across-from", "across-to", "from", "to", "sl2vl-table"));
  }

  @Override
  void take(String keyword, String value, int lineNumber) {
    if (!isTold) {
      isTold = true;
      draft.warn(lineNumber, "%s has no effect, options qos_* say what lanes are".formatted(name));
    }
  }
}
