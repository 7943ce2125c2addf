/** Old events, out of the journal and into files. */
package io.dateline.persistence.archive;
