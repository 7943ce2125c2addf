/** What a node knows of the subnet by following the journal, whichever node is master. */
package io.dateline.sm.replica;
