/**
 * Old events, out of the journal and into files. The first events that the journal keeps of a
 * persistence id are those behind a snapshot: a reader that finds older ones gone begins with that
 * snapshot.
 */
package io.dateline.persistence.archive;
