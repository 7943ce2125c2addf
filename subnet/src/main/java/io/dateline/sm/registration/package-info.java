/** Services, subscriptions and alias GUIDs of ports, and by which rules they have them. */
package io.dateline.sm.registration;
