/** Steps of a routing chain that nodes route for each other. */
package io.dateline.routing.actors.step;
