/**
 * Other subnet managers on the same fabric: SMInfo, handover, priorities, OpenSM as the standby.
 */
package io.dateline.it.rivals;
