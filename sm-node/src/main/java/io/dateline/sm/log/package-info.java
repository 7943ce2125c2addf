/** The node's log: where it goes, how it looks, and which build of Dateline it is about. */
package io.dateline.sm.log;
