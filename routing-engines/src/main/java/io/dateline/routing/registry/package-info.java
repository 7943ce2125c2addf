/** The engines there are, by name. */
package io.dateline.routing.registry;
