/** Single-source shortest paths, balanced over all links: OpenSM's {@code sssp}. */
package io.dateline.routing.sssp;
