package io.dateline.routing.chain;

import io.dateline.routing.ChainOptions;

/** Names of files that are there once for each step. */
public final class StepFiles {
  /** What all names of such files have, as a glob. */
  public static final String PATTERN = "*.step-[0-9]*";

  /** One file of all steps: what each has come to, and how long it took. */
  public static final String CHAIN = "opensm-chain-steps.dump";

  private StepFiles() {}

  /** A file's name with the step's id before its ending: {@code opensm-lfts.step-2.dump}. */
  public static String name(ChainOptions.Step step, String file) {
    int dot = file.lastIndexOf('.');
    return "%s.step-%d%s"
        .formatted(
            file.substring(0, dot < 0 ? file.length() : dot),
            step.id(),
            dot < 0 ? "" : file.substring(dot));
  }

  /** The name that {@link #name} was given. */
  public static String withoutStep(String file) {
    return file.replaceFirst("\\.step-[0-9]+(?=\\.[^.]*$|$)", "");
  }
}
