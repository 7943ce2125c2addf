/** Where events lie: the H2 file in the state directory, or PostgreSQL. */
package io.dateline.persistence.journal;
