package io.dateline.sm;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** Leaves tests out: those in folders, and those that Maven has packed for other modules. */
public final class ProductOnly implements ImportOption {
  private final ImportOption noTests = new DoNotIncludeTests();

  @Override
  public boolean includes(Location location) {
    return noTests.includes(location) && !location.contains("-tests.jar");
  }
}
