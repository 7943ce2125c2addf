/** Whether tables can go on without an engine: OpenSM's {@code use_ucast_cache}. */
package io.dateline.routing.cache;
