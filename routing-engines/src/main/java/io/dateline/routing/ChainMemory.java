package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Sha256;
import io.dateline.fabric.TreeFrame;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What engines of a chain's steps want to be told again, each by itself, and which steps made the
 * tables. Immutable.
 *
 * @param steps by id
 */
public record ChainMemory(SortedMap<Long, Step> steps) {
  public static final ChainMemory EMPTY = new ChainMemory(new TreeMap<>());

  /**
   * What is remembered of one step.
   *
   * @param engine that had its turn
   * @param isInForce whether its entries are in the tables; if not, it has refused
   * @param memory of its engine
   */
  public record Step(String engine, boolean isInForce, EngineMemory memory) {
    public Step {
      Objects.requireNonNull(engine);
      Objects.requireNonNull(memory);
    }
  }

  public ChainMemory {
    steps = Collections.unmodifiableSortedMap(new TreeMap<>(steps));
  }

  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /** What is remembered of a step; nothing if it never had its turn. */
  public Optional<Step> step(long id) {
    return Optional.ofNullable(steps.get(id));
  }

  /** This with another memory of a step. */
  public ChainMemory with(long id, Step step) {
    SortedMap<Long, Step> all = new TreeMap<>(steps);
    all.put(id, step);
    return new ChainMemory(all);
  }

  /** This with what was learnt later: where a step has nothing new, that of before stands. */
  public ChainMemory with(ChainMemory later) {
    SortedMap<Long, Step> all = new TreeMap<>(steps);
    later.steps.forEach(
        (id, step) -> {
          EngineMemory before = memory(id);
          EngineMemory now = step.memory();
          EngineMemory both =
              new EngineMemory(
                  now.torus().or(before::torus),
                  before.layers().with(now.layers()),
                  now.tree().isEmpty() ? before.tree() : now.tree(),
                  EMPTY);
          all.put(id, new Step(step.engine(), step.isInForce(), both));
        });
    return new ChainMemory(all);
  }

  /** What has to be told to one that knows an earlier memory, for {@link #with(ChainMemory)}. */
  public ChainMemory changesSince(ChainMemory earlier) {
    SortedMap<Long, Step> changes = new TreeMap<>();
    steps.forEach(
        (id, step) -> {
          if (!step.equals(earlier.steps.get(id))) {
            EngineMemory before = earlier.memory(id);
            EngineMemory now = step.memory();
            EngineMemory news =
                new EngineMemory(
                    now.torus().equals(before.torus()) ? Optional.empty() : now.torus(),
                    now.layers().changesSince(before.layers()),
                    now.tree().equals(before.tree()) ? TreeFrame.EMPTY : now.tree(),
                    EMPTY);
            changes.put(id, new Step(step.engine(), step.isInForce(), news));
          }
        });
    return new ChainMemory(changes);
  }

  /** What the engine of a step is to be told again. */
  public EngineMemory memory(long id) {
    return step(id).map(Step::memory).orElse(EngineMemory.NONE);
  }

  /** The bytes that {@link #read} takes. */
  public byte[] toBytes() {
    return ChainBytes.of(this);
  }

  /**
   * A memory again.
   *
   * @return empty if the bytes are none
   */
  public static Optional<ChainMemory> read(byte[] bytes) {
    return ChainBytes.read(bytes);
  }

  /**
   * This, with those steps in force, by those engines, that are so in another memory. Where that
   * one knows of no step, as where none of a chain made the tables, none is in force.
   */
  public ChainMemory withForceOf(ChainMemory other) {
    SortedMap<Long, Step> all = new TreeMap<>();
    steps.forEach(
        (id, step) ->
            all.put(
                id,
                other
                    .step(id)
                    .map(known -> new Step(known.engine(), known.isInForce(), step.memory()))
                    .orElseGet(() -> new Step(step.engine(), false, step.memory()))));
    return new ChainMemory(all);
  }

  /** This with no step in force. */
  public ChainMemory withoutForce() {
    SortedMap<Long, Step> all = new TreeMap<>();
    steps.forEach((id, step) -> all.put(id, new Step(step.engine(), false, step.memory())));
    return new ChainMemory(all);
  }

  /** What of it a routing of a fabric depends on. */
  ChainMemory of(Fabric fabric) {
    SortedMap<Long, Step> all = new TreeMap<>();
    steps.forEach(
        (id, step) ->
            all.put(id, new Step(step.engine(), step.isInForce(), step.memory().of(fabric))));
    return new ChainMemory(all);
  }

  /** Behind a word the number of steps, and of each its id, whether it is in force, and texts. */
  void digestInto(Sha256 digest) {
    digest.add("chain".getBytes(StandardCharsets.US_ASCII)).add(steps.size());
    for (Map.Entry<Long, Step> each : steps.entrySet()) {
      Step step = each.getValue();
      digest.add(each.getKey(), step.isInForce() ? 1 : 0);
      for (String text : new String[] {step.engine(), step.memory().digest()}) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.add(bytes.length).add(bytes);
      }
    }
  }
}
