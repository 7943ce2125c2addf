/** What applications may expect of a routing: patterns of traffic and how they crowd channels. */
package io.dateline.fabric.measure;
