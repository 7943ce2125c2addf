/** LASH: shortest paths, and for every pair of switches a layer in which they close no circle. */
package io.dateline.routing.lash;
