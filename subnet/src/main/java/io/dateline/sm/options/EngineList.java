package io.dateline.sm.options;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * OpenSM's {@code routing_engine}: engines that are tried one after the other. When all of them
 * have refused, the default engine is tried, unless the list has the word {@code no_fallback}.
 *
 * @param order in which engines are tried, the default engine included where it is tried at all
 */
public record EngineList(List<String> order) {
  public static final String DEFAULT_ENGINE = "minhop";
  public static final String NO_FALLBACK = "no_fallback";

  public EngineList {
    order = List.copyOf(order);
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
    for (String word : words) {
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
    if (!seen.contains(NO_FALLBACK) && !seen.contains(DEFAULT_ENGINE)) {
      order.add(DEFAULT_ENGINE);
    }
    return new EngineList(order);
  }

  /** The words of a list as OpenSM writes it: with commas or blanks between them. */
  public static List<String> words(String text) {
    return List.of(text.split("[, \t]+", -1)).stream().filter(word -> !word.isEmpty()).toList();
  }
}
