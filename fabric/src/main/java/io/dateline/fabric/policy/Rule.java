package io.dateline.fabric.policy;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Why ports belong to a group: one qualifier of its paragraph. */
sealed interface Rule {
  /** As the file has it. */
  String words();

  /**
   * Nodes, or ports, by GUID.
   *
   * @param guid of a node or a port
   * @param numbers of physical ports; empty for all
   */
  record GuidPorts(long guid, Optional<BitSet> numbers) {}

  /** {@code port-guid}. */
  record Guids(String words, List<GuidPorts> guids) implements Rule {}

  /**
   * {@code port-guid-range}.
   *
   * @param first unsigned, as {@code last}; both belong to it
   */
  record GuidRange(String words, long first, long last) implements Rule {}

  /**
   * A host, or one of its adapters, or a port.
   *
   * @param card {@code hca_idx}
   */
  record Host(String name, OptionalInt port, OptionalInt card) {}

  /** {@code port-name}. */
  record Hosts(String words, List<Host> hosts) implements Rule {}

  /**
   * {@code port-regexp}: nodes whose description begins so.
   *
   * @param port a physical one, empty for all
   */
  record Expression(String words, Pattern pattern, OptionalInt port) implements Rule {}

  /** A rule that names two groups. */
  sealed interface OfGroups extends Rule {
    String first();

    String second();

    /** Line of the file. */
    int line();
  }

  /** {@code union-rule}. */
  record Union(String words, String first, String second, int line) implements OfGroups {}

  /** {@code subtract-rule}: what the first has and the second has not. */
  record Subtraction(String words, String first, String second, int line) implements OfGroups {}
}
