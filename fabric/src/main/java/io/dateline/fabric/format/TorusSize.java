package io.dateline.fabric.format;

import io.dateline.fabric.Lid;
import io.dateline.fabric.TorusShape;
import java.util.ArrayList;
import java.util.List;

/** Reads the three radices behind {@code torus} or {@code mesh}, such as {@code 4 5m 3t}. */
final class TorusSize {
  private TorusSize() {}

  /**
   * Reads them.
   *
   * @param isLooped of dimensions that do not say it themselves
   * @throws LineException if one is none, or the grid has too many places or but one
   */
  static TorusShape parse(LineCursor line, boolean isLooped) throws LineException {
    List<Integer> radices = new ArrayList<>();
    List<Boolean> looped = new ArrayList<>();
    long places = 1;
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      String what = TorusShape.dimensionName(dimension) + " radix";
      String token = line.token();
      char suffix = token.isEmpty() ? 0 : Character.toLowerCase(token.charAt(token.length() - 1));
      boolean isOwn = suffix == 'm' || suffix == 't';
      String digits = token.substring(0, token.length() - (isOwn ? 1 : 0));
      int radix = new LineCursor(digits).unsigned(what, 1, Lid.UNICAST_MAX);
      places *= radix;
      radices.add(radix);
      looped.add(isOwn ? suffix == 't' : isLooped);
    }
    if (places == 1) {
      throw new LineException("no dimension has more than one switch");
    }
    if (places > Lid.UNICAST_MAX) {
      throw new LineException(
          "%d switches are more than the %d LIDs there are".formatted(places, Lid.UNICAST_MAX));
    }
    return new TorusShape(radices, looped);
  }
}
