package io.dateline.routing.ftree;

/**
 * Which port groups lead one link on towards another switch, on a shortest way up and then down.
 */
final class NearerGroups {
  private final Tree tree;
  private final PortGroups groups;
  private final Reach reach;

  NearerGroups(Tree tree, Reach reach) {
    this.tree = tree;
    groups = tree.groups();
    this.reach = reach;
  }

  /**
   * Lists the groups that lead on towards a switch, of which there is at least one.
   *
   * @param turn what {@link Reach} says of the way; not {@link Reach#NONE}
   * @param choices where they are written, from 0 on
   * @return how many there are
   */
  int list(int node, int turn, int home, int[] choices) {
    int count = 0;
    for (int group = groups.first[node]; group < groups.first[node + 1]; group++) {
      if (lead(node, turn, home, group)) {
        choices[count++] = group;
      }
    }
    return count;
  }

  /** Whether a group of a switch leads on towards another switch. */
  boolean lead(int node, int turn, int home, int group) {
    int remote = groups.remotes[group];
    byte remoteTurn = reach.row(remote)[home];
    int step = tree.rank(remote) - tree.rank(node);
    if (turn == tree.rank(node)) {
      return step == 1 && remoteTurn == tree.rank(remote);
    }
    if (turn < Reach.ASIDE) {
      return step == -1 && remoteTurn == turn;
    }
    return turn == Reach.ASIDE
        ? step == 0 && remoteTurn == tree.rank(remote)
        : step == -1 && remoteTurn == turn - 1;
  }
}
