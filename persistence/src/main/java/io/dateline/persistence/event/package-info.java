/** What the journal tells: facts that explain a change, as small immutable values. */
package io.dateline.persistence.event;
