/** Programmers of switches: what each switch has been told, and telling it what is new. */
package io.dateline.routing.actors.programmer;
