package io.dateline.sm.options;

import io.dateline.fabric.policy.PortGroupFile;
import java.util.Optional;

/** The file of port groups that an {@code opensm.conf} names. */
public final class PortGroupOption {
  static final String NAME = "pgrp_policy_file";

  private PortGroupOption() {}

  /**
   * Reads it, and no other file.
   *
   * @return empty where none is named
   * @throws OptionException if it cannot be read, or something is wrong with it
   */
  public static Optional<PortGroupFile> read(OpensmConf conf) {
    return conf.option(NAME).flatMap(PortGroupOption::read);
  }

  static Optional<PortGroupFile> read(GivenOption option) {
    return OptionFile.read(option, PortGroupFile::read);
  }
}
