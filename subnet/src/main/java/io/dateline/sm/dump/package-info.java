/** What is routed, as files by OpenSM's names: from {@code route} and from a running node. */
package io.dateline.sm.dump;
