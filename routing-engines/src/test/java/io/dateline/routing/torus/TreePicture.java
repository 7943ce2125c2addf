package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.TorusShape;

/**
 * Draws the tree of a 2D torus as torus-2QoS(8) does: x is the root, + another switch; branches
 * over a dateline go out of the picture and come in on the other side.
 */
final class TreePicture {
  private final Torus torus;
  private final TorusShape shape;
  private final MulticastTree tree;

  private TreePicture(Torus torus, MulticastTree tree) {
    this.torus = torus;
    this.tree = tree;
    shape = torus.shape();
  }

  static String of(Torus torus, MulticastTree tree) {
    TreePicture picture = new TreePicture(torus, tree);
    StringBuilder drawn = new StringBuilder();
    int top = picture.shape.radix(1) - 1;
    picture.drawCables(top, drawn);
    for (int y = top; y >= 0; y--) {
      picture.drawSwitches(y, drawn);
      picture.drawCables(Math.floorMod(y - 1, top + 1), drawn);
    }
    return drawn.toString().lines().map(String::stripTrailing).reduce("", (a, b) -> a + b + "\n");
  }

  private void drawSwitches(int y, StringBuilder drawn) {
    int last = shape.radix(0) - 1;
    drawn.append(joined(shape.place(last, y, 0), 0) ? "--" : "  ");
    for (int x = 0; x <= last; x++) {
      int place = shape.place(x, y, 0);
      int node = torus.switchAt(place);
      boolean isMember = node != Fabric.NONE && tree.spans(node);
      drawn.append(!isMember ? ' ' : node == tree.root() ? 'x' : '+');
      if (x < last) {
        drawn.append(joined(place, 0) ? "----" : "    ");
      } else {
        drawn.append(joined(place, 0) ? "--\n" : "\n");
      }
    }
  }

  /** Those from a row to the one above. */
  private void drawCables(int y, StringBuilder drawn) {
    drawn.append(' ');
    for (int x = 0; x < shape.radix(0); x++) {
      drawn.append(joined(shape.place(x, y, 0), 2) ? " |   " : "     ");
    }
    drawn.append('\n');
  }

  /** Whether the tree has the cable from a place in a positive direction. */
  private boolean joined(int place, int direction) {
    int node = torus.switchAt(place);
    int other = torus.switchAt(torus.nextPlace(place, direction));
    return node != Fabric.NONE
        && other != Fabric.NONE
        && (leads(node, direction) || leads(other, TorusShape.reverse(direction)));
  }

  private boolean leads(int node, int direction) {
    int[] uplinks = tree.uplinks()[node];
    return uplinks.length > 0
        && torus.ports(node, direction).length > 0
        && uplinks[0] == torus.ports(node, direction)[0];
  }
}
