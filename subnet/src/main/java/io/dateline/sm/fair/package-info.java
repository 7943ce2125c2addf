/**
 * What one port may ask of the subnet manager, so that it does not ask at the others' expense.
 *
 * <p>{@link io.dateline.sm.fair.FairQueue} has what waits, ports in turn: packets for subnet
 * administration, queries that look at the whole subnet, joins. {@link
 * io.dateline.sm.fair.RateLimit} limits joins, and with {@link io.dateline.sm.fair.Babblers} traps;
 * {@link io.dateline.sm.fair.BabblingPortPolicy} rules on which ports are disabled. {@link
 * io.dateline.sm.fair.LidOwners} tells which port asks, {@link io.dateline.sm.fair.QuotaLedger}
 * counts what was refused. Pure, but for what keeps the threads of its owners apart.
 */
package io.dateline.sm.fair;
