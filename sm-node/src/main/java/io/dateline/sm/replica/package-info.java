/** What a node knows of the subnet by following the journal, whoever is master. */
package io.dateline.sm.replica;
