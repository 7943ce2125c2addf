/**
 * Options by OpenSM's names: which there are, what gives them, and what the engines make of them.
 */
package io.dateline.sm.options;
