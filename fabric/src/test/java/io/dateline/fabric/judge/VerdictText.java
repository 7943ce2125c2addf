package io.dateline.fabric.judge;

import java.util.Arrays;
import java.util.TreeMap;

/** All of a verdict as text, to see that two are the same and where they are not. */
public final class VerdictText {
  private VerdictText() {}

  /** A line for each part. */
  public static String of(Verdict verdict) {
    Delivery delivery = verdict.delivery();
    Dependencies dependencies = verdict.dependencies();
    StringBuilder text = new StringBuilder();
    line(text, verdict.scope());
    line(text, delivery.pairs(), delivery.caPairs(), delivery.undelivered());
    line(text, delivery.caUndelivered(), delivery.disconnected(), delivery.missing());
    line(text, new TreeMap<>(delivery.undeliveredByFault()));
    delivery.examples().forEach(example -> line(text, example));
    line(text, delivery.loops(), "loops");
    for (Loop loop : delivery.loopExamples()) {
      line(text, loop.destinationLid(), Arrays.toString(loop.channels()));
    }
    line(text, verdict.hops().nonMinimal(), Arrays.toString(verdict.hops().histogram()));
    line(text, verdict.loads().channels(), Arrays.toString(verdict.loads().paths()));
    line(text, Arrays.toString(dependencies.channelsByVl()));
    line(text, Arrays.toString(dependencies.dependenciesByVl()));
    dependencies.cycle().forEach(lane -> line(text, lane));
    line(text, verdict.multicast(), verdict.vlMask());
    return text.toString();
  }

  private static void line(StringBuilder text, Object... words) {
    for (Object word : words) {
      text.append(word).append(' ');
    }
    text.append('\n');
  }
}
