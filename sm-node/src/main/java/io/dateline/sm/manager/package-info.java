/** The subnet manager: its event-sourced state, its sweeps, and the actor that decides. */
package io.dateline.sm.manager;
