/**
 * Subnet administration (IBA Vol 1, chapter 15): what the subnet's nodes ask about each other,
 * answered from a {@link io.dateline.sm.subnet.SubnetView}.
 */
package io.dateline.sm.sa;
