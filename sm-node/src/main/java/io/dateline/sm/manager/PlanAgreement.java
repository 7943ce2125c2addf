package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.options.EngineList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** Whether a node would have planned a routing in the same way. */
public final class PlanAgreement {
  /** Of options of engines, and what else a plan tells. */
  private static final String BETWEEN = "; ";

  private static final String DIGEST = "digest ";
  private static final String POLICY = "policy ";

  private PlanAgreement() {}

  /**
   * Whether it would have asked other engines, or with other options, or for other lanes or levels
   * of service.
   */
  public static boolean isPlannedOtherwise(RoutingPlanned plan, SubnetSettings settings) {
    return !plan.options().equals(settings.planOptions()) || areEnginesOthers(plan, settings);
  }

  private static boolean areEnginesOthers(RoutingPlanned plan, SubnetSettings settings) {
    EngineList engines = settings.routing().engines();
    List<String> order = engines.order();
    List<String> asked = asked(plan);
    return engines.isTournament()
        ? !isChosenFrom(settings.routing(), plan)
        : !asked.equals(order.subList(0, Math.min(asked.size(), order.size())));
  }

  private static List<String> asked(RoutingPlanned plan) {
    return Stream.concat(plan.refusals().stream().map(Refusal::engine), Stream.of(plan.engine()))
        .toList();
  }

  /** What is different there, and nothing else, in a sentence. */
  public static String differences(RoutingPlanned plan, SubnetSettings settings) {
    StringJoiner told = new StringJoiner("; ");
    if (areEnginesOthers(plan, settings)) {
      told.add(
          "it was by %s, this node has %s"
              .formatted(
                  String.join(",", asked(plan)),
                  String.join(",", settings.routing().engines().order())));
    }
    List<String> then = options(plan.options());
    List<String> now = options(settings.planOptions());
    List<String> gone = without(then, now);
    List<String> come = without(now, then);
    boolean isPolicyOther = isOfPolicy(gone) || isOfPolicy(come);
    boolean areFilesOthers = gone.removeIf(word -> word.startsWith(DIGEST));
    come.removeIf(word -> word.startsWith(DIGEST));
    Stream.of(gone, come).forEach(words -> words.removeIf(word -> word.startsWith(POLICY)));
    if (!gone.isEmpty()) {
      told.add("options only there: " + String.join(", ", gone));
    }
    if (!come.isEmpty()) {
      told.add("options only here: " + String.join(", ", come));
    }
    if (areFilesOthers && gone.isEmpty() && come.isEmpty()) {
      told.add("files of engines say something else");
    }
    if (isPolicyOther) {
      told.add("qos_policy_file says something else");
    }
    return told.toString();
  }

  private static List<String> options(String planned) {
    return Stream.of(planned.split("[;,] ")).filter(word -> !word.equals("defaults")).toList();
  }

  private static List<String> without(List<String> all, List<String> others) {
    return new ArrayList<>(all.stream().filter(word -> !others.contains(word)).toList());
  }

  private static boolean isOfPolicy(List<String> words) {
    return words.stream().anyMatch(word -> word.startsWith(POLICY));
  }

  /** Whether a plan is what came of comparing these engines with these options of theirs. */
  static boolean isChosenFrom(RoutingSettings settings, RoutingPlanned plan) {
    Set<String> compared = Set.copyOf(plan.comparison().engines());
    return compared.equals(Set.copyOf(settings.engines().candidates()))
        && (plan.options() + BETWEEN).startsWith(settings.options().summary() + BETWEEN);
  }
}
