/**
 * What the master knows of its subnet at one moment, as an immutable value that any thread may
 * read.
 */
package io.dateline.sm.subnet;
