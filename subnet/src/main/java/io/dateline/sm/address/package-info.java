/** Which port gets which LID, and what every end port is told about itself. */
package io.dateline.sm.address;
