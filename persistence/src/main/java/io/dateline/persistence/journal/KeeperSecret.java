package io.dateline.persistence.journal;

import io.dateline.persistence.event.Secret;
import java.util.HexFormat;
import java.util.Optional;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.StringDataType;
import org.h2.store.fs.FilePath;

/**
 * The password of the administrator of an H2 database that is served, or was. It is random and lies
 * in the database's file, beside its tables: a file that is copied, or put back, can be opened by
 * those that may read it, but not over the network.
 */
final class KeeperSecret {
  /** The administrator. */
  static final String USER = "KEEPER";

  private static final String MAP = "dateline.keeper";
  private static final String KEY = "password";

  private KeeperSecret() {}

  /**
   * The password, if the file has one.
   *
   * @param database as it stands in H2's URL; not open
   */
  static Optional<String> find(String database) {
    FilePath path = FilePath.get(SyncedFilePath.ofDatabase(database));
    if (!path.exists() || path.size() == 0) {
      return Optional.empty();
    }
    try (MVStore store = builder(database).readOnly().open()) {
      return store.hasMap(MAP) ? Optional.ofNullable(map(store).get(KEY)) : Optional.empty();
    } catch (MVStoreException | IllegalArgumentException e) {
      return Optional.empty(); // H2 will say what is wrong with it
    }
  }

  /** The password; made if the file has none. */
  static String findOrMake(String database) {
    return find(database).orElseGet(() -> make(database));
  }

  private static String make(String database) {
    String password = random();
    try (MVStore store = builder(database).open()) {
      map(store).put(KEY, password);
      store.commit();
    }
    return password;
  }

  /** A password that cannot be guessed: letters and digits. */
  static String random() {
    return HexFormat.of().formatHex(Secret.random());
  }

  private static MVStore.Builder builder(String database) {
    return new MVStore.Builder().fileName(SyncedFilePath.ofDatabase(database)).autoCommitDisabled();
  }

  private static MVMap<String, String> map(MVStore store) {
    return store.openMap(
        MAP,
        new MVMap.Builder<String, String>()
            .keyType(StringDataType.INSTANCE)
            .valueType(StringDataType.INSTANCE));
  }
}
