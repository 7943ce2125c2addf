package io.dateline.sm.options;

import io.dateline.routing.chain.ChainEngine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * OpenSM's {@code routing_engine}: engines that are tried one after the other. When all of them
 * have refused, the default engine is tried, unless the list has the word {@code no_fallback}.
 *
 * <p>Beyond OpenSM: a list that begins with {@code best:}, as {@code best:dfsssp,nue,lash}, is of
 * candidates. All of them route, and the best routing is taken; the default engine is asked when
 * all have refused. {@code auto} has all engines as candidates but {@code file} and {@code chain},
 * which route as they are told.
 *
 * @param order in which engines are tried, the default engine included where it is tried at all
 * @param candidates those of them that are compared; empty where the first one that routes is taken
 * @param isWithoutFallback whether the list has the word {@code no_fallback}
 */
public record EngineList(List<String> order, List<String> candidates, boolean isWithoutFallback) {
  public static final String DEFAULT_ENGINE = "minhop";
  public static final String NO_FALLBACK = "no_fallback";

  public static final String BEST = "best:";
  public static final String AUTO = "auto";

  /** The engine whose steps are other engines. */
  public static final String CHAIN = ChainEngine.NAME;

  /** They do what a file of the operator's says. */
  private static final Set<String> NEVER_IN_AUTO = Set.of("file", CHAIN);

  public EngineList {
    order = List.copyOf(order);
    candidates = List.copyOf(candidates);
  }

  /**
   * Reads the words of a list.
   *
   * @param isEngine whether there is an engine of a name
   * @param engines the names there are, for messages
   * @throws IllegalArgumentException with a sentence, if the list names no engine, one that there
   *     is not, or the same one twice
   */
  public static EngineList parse(
      List<String> words, Predicate<String> isEngine, List<String> engines) {
    String known = "there are: " + String.join(", ", engines);
    Set<String> seen = new HashSet<>();
    List<String> order = new ArrayList<>();
    boolean isCompared = !words.isEmpty() && words.getFirst().startsWith(BEST);
    for (String word : spelledOut(words, engines)) {
      if (!seen.add(word)) {
        throw new IllegalArgumentException("names '%s' twice".formatted(Excerpt.of(word)));
      }
      if (word.equals(NO_FALLBACK)) {
        continue;
      }
      if (!isEngine.test(word)) {
        throw new IllegalArgumentException(
            "there is no engine '%s'; %s".formatted(Excerpt.of(word), known));
      }
      order.add(word);
    }
    if (order.isEmpty()) {
      throw new IllegalArgumentException("names no engine; " + known);
    }
    List<String> candidates =
        isCompared || words.contains(AUTO) ? List.copyOf(order) : List.<String>of();
    if (!seen.contains(NO_FALLBACK) && !seen.contains(DEFAULT_ENGINE)) {
      order.add(DEFAULT_ENGINE);
    }
    return new EngineList(order, candidates, seen.contains(NO_FALLBACK));
  }

  /** The words without {@code best:}, and the engines that {@code auto} stands for. */
  private static List<String> spelledOut(List<String> words, List<String> engines) {
    List<String> all = new ArrayList<>();
    for (String word : words) {
      if (word.equals(AUTO)) {
        all.addAll(engines.stream().filter(name -> !NEVER_IN_AUTO.contains(name)).toList());
      } else if (all.isEmpty() && word.startsWith(BEST)) {
        all.add(word.substring(BEST.length()));
      } else {
        all.add(word);
      }
    }
    all.removeIf(String::isEmpty); // "best: dfsssp nue" has a blank after the colon
    return all;
  }

  /** Whether several engines route, and the best routing is taken. */
  public boolean isTournament() {
    return !candidates.isEmpty();
  }

  /** The words of a list as OpenSM writes it: with commas or blanks between them. */
  public static List<String> words(String text) {
    return List.of(text.split("[, \t]+", -1)).stream().filter(word -> !word.isEmpty()).toList();
  }
}
