/** What ports ask subnet administration to change, and how it waits for the subnet manager. */
package io.dateline.sm.change;
