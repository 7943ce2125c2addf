package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.MulticastMembers;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.MulticastTables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Judges what multicast tables do to groups, from the tables alone: whatever a member sends has to
 * come once to every other one that receives, and to no other port, and nothing may go in circles.
 * That is so when the cables of a group are used in both directions and join its switches as a
 * tree, which is looked at in one walk for each part of a group that hangs together.
 */
public final class GroupJudge {
  private GroupJudge() {}

  /**
   * What is wrong with a group.
   *
   * @param isHarmful whether packets go where they must not, or in circles; otherwise some member
   *     only is not served
   * @param sentence with the place
   */
  public record Problem(int mlid, boolean isHarmful, String sentence) {}

  /**
   * What is wrong with groups, the first thing of each; empty where nothing is.
   *
   * @param problemsMax to be told at most
   */
  public static List<Problem> problems(
      Fabric fabric, MulticastTables tables, List<MulticastMembers> groups, int problemsMax) {
    List<Problem> problems = new ArrayList<>();
    for (MulticastMembers group : groups) {
      if (group.hasPackets() && problems.size() < problemsMax) {
        problem(fabric, tables, group).ifPresent(problems::add);
      }
    }
    return List.copyOf(problems);
  }

  private static Optional<Problem> problem(
      Fabric fabric, MulticastTables tables, MulticastMembers group) {
    return new Walk(fabric, tables, group).problem();
  }

  private static final class Walk {
    private final Fabric fabric;
    private final MulticastTables tables;
    private final MulticastMembers group;
    private final BitSet reached = new BitSet(); // switches
    private final BitSet told = new BitSet(); // end ports
    private final BitSet firstPart = new BitSet(); // switches reached from the first member
    private BitSet reachedBefore = new BitSet(); // by the walks before
    private boolean isJoined; // this walk has come, one way, to what those had reached
    private final ArrayDeque<int[]> open = new ArrayDeque<>(); // switch, the port it came in by

    Walk(Fabric fabric, MulticastTables tables, MulticastMembers group) {
      this.fabric = fabric;
      this.tables = tables;
      this.group = group;
    }

    /** What is harmful first: a part of the group may be cut off, and have circles of its own. */
    Optional<Problem> problem() {
      for (int member : group.ports()) {
        int at = fabric.switchAt(member);
        if (at != Fabric.NONE && !reached.get(at)) {
          Optional<Problem> wrong = walk(at);
          if (wrong.isPresent()) {
            return wrong;
          }
          if (firstPart.isEmpty()) {
            firstPart.or(reached);
          }
        }
      }
      return served();
    }

    private Optional<Problem> walk(int first) {
      reachedBefore = (BitSet) reached.clone();
      isJoined = false;
      reached.set(first);
      open.add(new int[] {first, Fabric.NONE});
      while (!open.isEmpty()) {
        int[] next = open.remove();
        Optional<Problem> wrong = leave(next[0], next[1]);
        if (wrong.isPresent()) {
          return wrong;
        }
      }
      return Optional.empty();
    }

    private Optional<Problem> leave(int node, int in) {
      MulticastRow row = tables.row(node);
      BitSet numbers = row.ports(group.mlid());
      for (int number = numbers.nextSetBit(0);
          number >= 0;
          number = numbers.nextSetBit(number + 1)) {
        int out = fabric.port(node, number);
        int peer = number == 0 ? out : fabric.peer(out);
        if (peer == Fabric.NONE) {
          return problem("packets leave by a port that is down", out);
        }
        int to = fabric.nodeOf(peer);
        if (number == 0 || !fabric.isSwitch(to)) {
          told.set(peer);
        } else if (!tables.leaves(fabric, peer, group.mlid())) {
          if (isJoined || !reachedBefore.get(to)) {
            return problem("packets go one way only", out);
          }
          isJoined = true; // a port here is heard there and hears nothing: it is cut off
        } else if (out != in) {
          if (reached.get(to)) {
            return problem("packets go in circles", out);
          }
          reached.set(to);
          open.add(new int[] {to, peer});
        }
      }
      return Optional.empty();
    }

    private Optional<Problem> served() {
      int unwanted = firstOf(told, group.receivers());
      if (unwanted >= 0) {
        return problem("a port gets what it is not to have", unwanted);
      }
      for (int member : group.ports()) {
        int at = fabric.switchAt(member);
        if (at == Fabric.NONE) {
          return unserved("a member at no switch", member);
        }
        if (!firstPart.get(at)) {
          return unserved("a member is cut off", member);
        }
      }
      int forgotten = firstOf(group.receivers(), told);
      return forgotten >= 0 ? unserved("a member gets nothing", forgotten) : Optional.empty();
    }

    /** The first port that is among some and not among others; negative if there is none. */
    private static int firstOf(BitSet some, BitSet others) {
      BitSet rest = (BitSet) some.clone();
      rest.andNot(others);
      return rest.nextSetBit(0);
    }

    private Optional<Problem> problem(String what, int port) {
      return Optional.of(new Problem(group.mlid(), true, sentence(what, port)));
    }

    private Optional<Problem> unserved(String what, int port) {
      return Optional.of(new Problem(group.mlid(), false, sentence(what, port)));
    }

    private String sentence(String what, int port) {
      return "group 0x%04X: %s: port %d of %s"
          .formatted(
              group.mlid(),
              what,
              fabric.portNumber(port),
              Guid.format(fabric.nodeGuid(fabric.nodeOf(port))));
    }
  }
}
