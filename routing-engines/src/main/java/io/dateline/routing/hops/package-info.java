/** Distances between switches, and the links they run over, for engines that route by hop count. */
package io.dateline.routing.hops;
