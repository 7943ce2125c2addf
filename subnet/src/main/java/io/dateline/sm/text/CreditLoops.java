package io.dateline.sm.text;

/** What is found where it is looked for whether credits can wait for each other in a circle. */
public final class CreditLoops {
  public static final String NONE = "free of credit loops";
  public static final String POSSIBLE = "credit loops are possible";
  public static final String UNKNOWN = "credit loops not looked for yet";

  private CreditLoops() {}

  public static String words(boolean areNone) {
    return areNone ? NONE : POSSIBLE;
  }
}
