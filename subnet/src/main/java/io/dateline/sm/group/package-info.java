/** Multicast groups of the subnet: their members, what is asked for, and by which rules. */
package io.dateline.sm.group;
