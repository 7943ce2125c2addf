/** The way between two ports, in words: for people who ask why packets go as they do. */
package io.dateline.sm.path;
