package io.dateline.persistence.stored;

import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetEvent.KeysChosen;

/** {@link KeysChosen}, version 1. */
public record StoredKeysChosen(long smKey, long saKey, String reason, long atMs) {
  public static StoredKeysChosen of(KeysChosen event) {
    return new StoredKeysChosen(
        event.keys().smKey(), event.keys().saKey(), event.reason(), event.atMs());
  }

  public KeysChosen toEvent() {
    return new KeysChosen(new SiteKeys(smKey, saKey), reason, atMs);
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "StoredKeysChosen[]";
  }
}
