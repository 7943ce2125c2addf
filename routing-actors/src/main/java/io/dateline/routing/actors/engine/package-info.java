/** Routing engines as sharded actors: pure functions, run aside, on any node. */
package io.dateline.routing.actors.engine;
