/** A lease in the journal's database, for the side of a split cluster that goes on. */
package io.dateline.persistence.lease;
