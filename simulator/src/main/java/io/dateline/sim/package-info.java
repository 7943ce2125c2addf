/** A simulated InfiniBand subnet in memory, and the ways to attach programs to it. */
package io.dateline.sim;
