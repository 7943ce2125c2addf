/**
 * Where events lie: the H2 file in the state directory, or PostgreSQL.
 *
 * <pre>
 *   read     {@link io.dateline.persistence.journal.JournalReader} recovers a state, {@link
 *            io.dateline.persistence.journal.JournalFeed} tells what is new
 *   mark     {@link io.dateline.persistence.journal.JournalMark} is how far this node has read; a
 *            journal without that place is a {@link
 *            io.dateline.persistence.journal.JournalWentBack}
 *   newer    {@link io.dateline.persistence.journal.FutureRecord} ends a node that meets an event
 *            of a newer version
 *   H2       {@link io.dateline.persistence.journal.WritersInTurn} orders commits, {@link
 *            io.dateline.persistence.journal.SyncedFilePath} has them on the disk before they are
 *            acknowledged
 *   served   {@link io.dateline.persistence.journal.JournalKeeper} opens the database of several
 *            nodes, {@link io.dateline.persistence.journal.ServedDatabase} has its users
 * </pre>
 */
package io.dateline.persistence.journal;
