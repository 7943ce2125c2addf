/**
 * The past of a subnet, read from the journal: what happened and why, and how things were at a
 * moment. It only reads, and begins from the first event, so that no snapshot is needed.
 */
package io.dateline.sm.history;
