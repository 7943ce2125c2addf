package io.dateline.fabric.policy;

import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import io.dateline.fabric.policy.ParagraphReader.Paragraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What {@code rch_policy_file} says. Source: NVIDIA's "OpenSM", Routing Chains.
 *
 * @param steps that count, by ascending id
 * @param warnings about those that do not
 */
public record ChainFile(List<Step> steps, List<String> warnings) {
  private static final String ID = "id";
  private static final String ENGINE = "engine";
  private static final String USE = "use";
  private static final String CONFIG = "config";
  private static final String TOPOLOGY = "topology";
  private static final String FALLBACK = "fallback-to";
  private static final String PATH_BIT = "path-bit";
  private static final String STEP = "unicast-step";

  /** What a step is a fallback to where the file says 0: no step has that id. */
  private static final long NO_STEP = -1;

  /** The largest offset that LMC 7 has. */
  private static final int PATH_BIT_MAX = 127;

  /**
   * One step.
   *
   * @param use what the file says that it is for; empty if nothing
   * @param config a file of options of its own; empty for none
   * @param topology 0 for the whole fabric
   * @param fallbackTo id of the step that it stands in for; 0 if it is a step of its own
   * @param lines of the file
   */
  public record Step(
      long id,
      String engine,
      String use,
      String config,
      long topology,
      long fallbackTo,
      int pathBit,
      Lines lines) {}

  /**
   * Where a step says what; the line of its begin where it does not say it.
   *
   * @param begin of the paragraph
   */
  public record Lines(int begin, int config, int topology, int pathBit) {}

  public ChainFile {
    steps = List.copyOf(steps);
    warnings = List.copyOf(warnings);
  }

  /** Says what is wrong with an engine's name; nothing if it may route a step. */
  public interface EngineCheck {
    Optional<String> problem(String engine);
  }

  /**
   * Reads a file.
   *
   * @param topologies ids of those that there are, beside 0
   * @throws io.dateline.fabric.format.FormatException that names every mistake by its line
   */
  public static ChainFile read(Path file, Set<Long> topologies, EngineCheck engines)
      throws IOException {
    List<Paragraph> paragraphs = new ArrayList<>();
    LineScanner scanner =
        new ParagraphReader(
                STEP, Set.of(ID, ENGINE, USE, CONFIG, TOPOLOGY, FALLBACK, PATH_BIT), Set.of())
            .read(file, paragraphs);
    Map<Long, Step> steps = new TreeMap<>();
    for (Paragraph paragraph : paragraphs) {
      Optional<Step> read =
          PolicyParagraph.read(paragraph, scanner, words -> step(words, topologies, engines));
      if (read.isPresent() && steps.putIfAbsent(read.get().id(), read.get()) != null) {
        scanner.report(paragraph.line(), "there are two steps %d".formatted(read.get().id()));
      }
    }
    if (paragraphs.isEmpty()) {
      scanner.report(0, "there is no " + STEP);
    }
    scanner.fail();
    List<Step> counting = counting(steps, scanner);
    checkFirst(steps, counting, scanner);
    scanner.fail();
    return new ChainFile(counting, scanner.warnings());
  }

  private static Step step(PolicyParagraph words, Set<Long> topologies, EngineCheck engines)
      throws LineException {
    words.mandatory(ID, "step");
    long id = words.number(ID, 1, Long.MAX_VALUE, 0);
    String engine = words.mandatory(ENGINE, "step");
    Optional<String> problem = engines.problem(engine);
    if (problem.isPresent()) {
      throw new LineException(problem.get());
    }
    long topology = words.number(TOPOLOGY, 0, Long.MAX_VALUE, 0);
    if (topology != 0 && !topologies.contains(topology)) {
      throw new LineException("there is no topology %d".formatted(topology));
    }
    return new Step(
        id,
        engine,
        words.text(USE).orElse(""),
        words.text(CONFIG).orElse(""),
        topology,
        fallbackTo(words),
        (int) words.number(PATH_BIT, 0, PATH_BIT_MAX, 0),
        new Lines(words.begin(), words.line(CONFIG), words.line(TOPOLOGY), words.line(PATH_BIT)));
  }

  /** The text has a fallback to an id that no step has ignored, and no step has 0. */
  private static long fallbackTo(PolicyParagraph words) throws LineException {
    long id = words.number(FALLBACK, 0, Long.MAX_VALUE, 0);
    return id == 0 && words.text(FALLBACK).isPresent() ? NO_STEP : id;
  }

  /** Without fallbacks to what is no step of its own: the text has them ignored. */
  private static List<Step> counting(Map<Long, Step> steps, LineScanner scanner) {
    List<Step> counting = new ArrayList<>();
    for (Step step : steps.values()) {
      Step other = steps.get(step.fallbackTo());
      if (step.fallbackTo() == 0 || (other != null && other.fallbackTo() == 0)) {
        counting.add(step);
      } else {
        scanner.warn(
            step.lines().begin(),
            "step %d is ignored: %s"
                .formatted(
                    step.id(),
                    other == null
                        ? "there is no step %d that it could be a fallback to"
                            .formatted(Math.max(0, step.fallbackTo()))
                        : "step %d, which it is a fallback to, is a fallback itself"
                            .formatted(step.fallbackTo())));
      }
    }
    return counting;
  }

  /**
   * The step of the lowest id routes the whole fabric. So does the first one that is no fallback,
   * and whatever stands in for it: else there may be switches without any tables.
   */
  private static void checkFirst(Map<Long, Step> steps, List<Step> counting, LineScanner scanner)
      throws IOException {
    Optional<Step> first = counting.stream().filter(step -> step.fallbackTo() == 0).findFirst();
    if (first.isEmpty()) {
      scanner.report(0, "every step is a fallback");
      return;
    }
    long lowest = steps.keySet().iterator().next();
    for (Step step : steps.values()) {
      String what =
          step.id() == lowest || step.equals(first.get())
              ? "the first step"
              : "a fallback to the first step";
      boolean isFirst =
          step.id() == lowest
              || step.equals(first.get())
              || (counting.contains(step) && step.fallbackTo() == first.get().id());
      if (isFirst && step.topology() != 0) {
        scanner.report(
            step.lines().topology(),
            "step %d is %s, and has topology 0".formatted(step.id(), what));
      }
      if (isFirst && step.pathBit() != 0) {
        scanner.report(
            step.lines().pathBit(), "step %d is %s, and has path-bit 0".formatted(step.id(), what));
      }
    }
  }
}
