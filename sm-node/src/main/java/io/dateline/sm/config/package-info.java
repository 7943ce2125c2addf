/** Configuration, read once at start into values that have been checked. */
package io.dateline.sm.config;
