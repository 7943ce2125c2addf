/** Services and subscriptions that ports have registered, and by which rules. */
package io.dateline.sm.registration;
