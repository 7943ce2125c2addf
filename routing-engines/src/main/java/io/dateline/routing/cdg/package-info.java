/**
 * Channel dependency graphs: channels, the turns between them, and a graph that is told of an edge
 * at once whether it closes a cycle.
 */
package io.dateline.routing.cdg;
