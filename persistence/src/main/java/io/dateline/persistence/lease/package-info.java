/**
 * Leases in the journal's database: for the side of a split cluster that goes on, and for the
 * cluster that there is.
 */
package io.dateline.persistence.lease;
