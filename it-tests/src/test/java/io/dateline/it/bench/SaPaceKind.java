package io.dateline.it.bench;

import io.dateline.mad.Mad;
import java.util.List;

/**
 * One kind of request whose pace is measured.
 *
 * @param slots of each, the requests that follow each other in it: a query comes again and again,
 *     what changes something is followed by what changes it back. Requests of different slots do
 *     not depend on each other
 */
record SaPaceKind(String name, List<List<Mad>> slots) {
  static SaPaceKind of(String name, List<Mad> queries) {
    return new SaPaceKind(name, queries.stream().map(List::of).toList());
  }
}
