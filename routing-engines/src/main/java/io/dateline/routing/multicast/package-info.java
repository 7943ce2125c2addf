/** Multicast forwarding tables: where packets of groups go, by any engine's routing. */
package io.dateline.routing.multicast;
