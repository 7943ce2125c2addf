package io.dateline.sm.manager;

import java.util.List;

/** What becomes of an operator's wish to change a partition at run time. */
public sealed interface PartitionAnswer {
  /**
   * The journal has it, and ports have taken their P_Keys.
   *
   * @param blocksSent of P_Key tables, by the run that told ports
   * @param failed of them
   * @param warnings what the operator may not have meant, and what ports lack
   */
  record Changed(int blocksSent, int failed, List<String> warnings) implements PartitionAnswer {
    public Changed {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * Nothing was changed, or, where the sentence says so, that is not known.
   *
   * @param why a sentence
   */
  record NotChanged(String why) implements PartitionAnswer {}
}
