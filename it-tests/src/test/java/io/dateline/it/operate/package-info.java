/** What an operator sees and does: signals, systemd units, status, progress, the demo. */
package io.dateline.it.operate;
