/**
 * How multicast tables are brought to what the groups need: a pure machine. What happens is a
 * {@code MulticastInput}; what is to be done about it is a {@code MulticastEffect}, which other
 * code carries out. No actor, clock, thread or log is in here.
 */
package io.dateline.sm.multicast;
