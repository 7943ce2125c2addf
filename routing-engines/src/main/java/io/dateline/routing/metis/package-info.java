/** METIS, a library that partitions graphs, through java.lang.foreign; nothing else knows of it. */
package io.dateline.routing.metis;
