/** Notices that subnet administration reports to ports which have subscribed to them. */
package io.dateline.sm.report;
