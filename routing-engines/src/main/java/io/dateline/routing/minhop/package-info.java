/** OpenSM's default engine: fewest hops, ports balanced by the number of paths. */
package io.dateline.routing.minhop;
