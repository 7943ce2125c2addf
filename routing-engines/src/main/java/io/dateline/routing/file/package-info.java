/** Routing from files: tables, or hops to choose ports by, that were made before. */
package io.dateline.routing.file;
