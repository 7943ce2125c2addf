/**
 * The shapes in which events and snapshots lie in the journal, and how each becomes the value the
 * program works with.
 *
 * <p>A shape that was released only ever grows at its end; see {@link
 * io.dateline.persistence.codec.AppendOnlyRecordSerializer}. Whatever else must change gets a new
 * record, with the next version of its name, beside the old one.
 */
package io.dateline.persistence.stored;
