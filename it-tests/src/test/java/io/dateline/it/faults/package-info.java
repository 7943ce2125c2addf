/**
 * Faults from a seed, and faults inside a node: many, one upon the other, and the invariants that
 * hold after each.
 */
package io.dateline.it.faults;
