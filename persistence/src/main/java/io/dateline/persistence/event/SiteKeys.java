package io.dateline.persistence.event;

import java.security.SecureRandom;

/**
 * Keys that tools and other subnet managers show to this subnet's managers, where the operator has
 * set none: the same for as long as there is the journal. What is printed of them tells none.
 *
 * @param smKey SM_Key of SMInfo (IBA Vol 1, 14.2.5.13), 0 where none was chosen yet
 * @param saKey SM_Key that makes a request to subnet administration a trusted one (15.2.1.1)
 */
public record SiteKeys(long smKey, long saKey) {
  public static final SiteKeys NONE = new SiteKeys(0, 0);

  public static SiteKeys random() {
    SecureRandom random = new SecureRandom();
    return new SiteKeys(random.nextLong() | 1, random.nextLong() | 1); // never 0
  }

  public boolean isNone() {
    return equals(NONE);
  }

  @Override
  public String toString() {
    return isNone() ? "no keys" : "keys";
  }
}
