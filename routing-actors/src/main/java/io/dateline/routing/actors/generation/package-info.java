/** What one node holds of the newest fabric generations and of the routings computed for them. */
package io.dateline.routing.actors.generation;
