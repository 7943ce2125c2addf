/**
 * Multicast forwarding tables: where packets of groups go, by any engine's routing. Parallel cables
 * share the groups by their multicast LIDs.
 */
package io.dateline.routing.multicast;
