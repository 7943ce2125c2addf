package io.dateline.sm.dump;

import java.util.List;

/** What becomes of an order to write dumps. */
public sealed interface DumpAnswer {
  /**
   * The files are on the disk, each as a whole.
   *
   * @param generation of the sweep that they tell of
   * @param files their paths
   * @param missing sentences about what this node does not know
   */
  record Written(long generation, List<String> files, List<String> missing) implements DumpAnswer {}

  /**
   * The order makes no sense.
   *
   * @param why a sentence
   */
  record Unknown(String why) implements DumpAnswer {}

  /**
   * Not all of it was written.
   *
   * @param why a sentence
   */
  record NotWritten(String why) implements DumpAnswer {}
}
