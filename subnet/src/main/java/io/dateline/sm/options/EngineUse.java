package io.dateline.sm.options;

import java.util.List;

/**
 * What options of engines depend on that is none of them.
 *
 * @param engines that are to be tried: OpenSM's torus-2QoS looks for its file at a place of its own
 *     where no other is given, and a chain needs its file
 * @param isWithoutFallback whether a routing that is worse than asked for is refused
 * @param lmc of end ports
 */
public record EngineUse(List<String> engines, boolean isWithoutFallback, int lmc) {
  /** No engine in particular, and one LID a port. */
  public static final EngineUse NONE = new EngineUse(List.of(), false, 0);

  public EngineUse {
    engines = List.copyOf(engines);
  }

  /** The engines of a list. */
  public static EngineUse of(EngineList list, int lmc) {
    return new EngineUse(list.order(), list.isWithoutFallback(), lmc);
  }
}
