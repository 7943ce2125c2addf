/**
 * Partitions: which end ports may talk to which (IBA Vol 1, 10.9). What {@code partitions.conf}
 * says, the P_Keys that each end port is to hold, and the tables that bring it there. Pure.
 */
package io.dateline.sm.partition;
