/** Multicast groups of the subnet: who is in them, what is asked for, and by which rules. */
package io.dateline.sm.group;
