package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.fabric.format.ReadableFile;
import java.io.IOException;
import java.nio.file.Path;

/** Files that a running node may be told to read again: one that has no end would stop it. */
final class NodeFiles {
  /** Of settings that people write, more than a hundred times what is ever needed. */
  static final long SETTINGS_BYTES_MAX = 16 << 20;

  private NodeFiles() {}

  /**
   * Looks at the files that settings of the subnet name; some may be large.
   *
   * @throws ConfigException that names one that is a pipe
   */
  static void refusePipes(Config config) {
    for (Path file : SettingsFiles.ofSubnet(config)) {
      boolean isPipe;
      try {
        isPipe = ReadableFile.isPipe(file);
      } catch (IOException e) {
        isPipe = false; // its reader tells
      }
      if (isPipe) {
        throw new ConfigException.Generic(file + " is a pipe, a file is wanted");
      }
    }
  }
}
