/** What one port may ask of the subnet manager, so that it does not ask at the others' expense. */
package io.dateline.sm.fair;
