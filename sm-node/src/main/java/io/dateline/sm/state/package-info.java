/** What a subnet manager has to know to go on where another one ended: a fold of its events. */
package io.dateline.sm.state;
