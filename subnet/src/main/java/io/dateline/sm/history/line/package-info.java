/** What happened, in words: an event of the journal in a line. */
package io.dateline.sm.history.line;
