package io.dateline.persistence.event;

import java.util.Objects;

/**
 * A subscription to notices (IBA Vol 1, 13.4.8.3 and 15.2.5.12). Immutable.
 *
 * @param id tells subscriptions apart
 * @param queuePair that asked, and gets the reports
 * @param topic which notices it is for
 * @param respTimeCode the subscriber answers within 4.096 us * 2^code
 * @param isTrusted whether the subscriber knew the SM_Key, which traps 256 to 259 are only for
 */
public record EventSubscription(
    Id id, int queuePair, Topic topic, int respTimeCode, boolean isTrusted) {
  /**
   * What a subscription is known by.
   *
   * @param portGuid of the subscriber
   * @param enumeration tells subscriptions of that port apart
   */
  public record Id(long portGuid, int enumeration) {}

  /**
   * Which notices: components of InformInfo, as they were asked with.
   *
   * @param gidHigh upper 64 bits of the GID of the port that notices come from; 0 with {@code
   *     gidLow}, where LIDs count
   * @param lidBegin first LID that they come from, 0xFFFF for any
   * @param type 0xFFFF for any
   * @param trapNumber or device ID; 0xFFFF for any
   * @param producer node type or vendor ID; 0xFFFFFF for any
   */
  public record Topic(
      long gidHigh,
      long gidLow,
      int lidBegin,
      int lidEnd,
      boolean isGeneric,
      int type,
      int trapNumber,
      int producer) {}

  public EventSubscription {
    Objects.requireNonNull(id);
    Objects.requireNonNull(topic);
  }
}
