/**
 * Chooses among the ports that qualify: the second half of every engine that OpenSM builds on hop
 * tables.
 */
package io.dateline.routing.balance;
