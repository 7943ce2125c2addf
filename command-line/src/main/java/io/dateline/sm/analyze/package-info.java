/** Routings of one fabric side by side: what to measure, and how to show it. */
package io.dateline.sm.analyze;
