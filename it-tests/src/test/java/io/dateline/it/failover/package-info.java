/**
 * A master ends, pauses, is cut off or is upgraded, and another node, or the same one once more,
 * goes on where it ended.
 */
package io.dateline.it.failover;
