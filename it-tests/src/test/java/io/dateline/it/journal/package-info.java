/**
 * The journal: H2, PostgreSQL and {@code dateline journal}; what happens when it is full, fails,
 * goes away, is shared by mistake, is of another fabric, or was written by another version.
 */
package io.dateline.it.journal;
