package io.dateline.persistence.event;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * A service that a port offers (IBA Vol 1, 15.2.5.14). Immutable: the bytes are never written to.
 *
 * @param id tells services apart
 * @param content bytes 32 to 175 of the ServiceRecord: ServiceKey, ServiceName, ServiceData
 * @param leaseEndMs when it ends by itself, Unix time; {@link #FOR_EVER} where it does not
 * @param ownerGuid PortGUID of the port that registered it last
 */
public record RegisteredService(Id id, byte[] content, long leaseEndMs, long ownerGuid) {
  public static final int CONTENT_BYTES = 144;

  public static final long FOR_EVER = Long.MAX_VALUE;

  /**
   * What a service is known by: ServiceID, ServiceGID, ServiceP_Key.
   *
   * @param gidHigh upper 64 bits of ServiceGID
   * @param gidLow lower 64 bits
   */
  public record Id(long serviceId, long gidHigh, long gidLow, int pKey) {}

  public RegisteredService {
    Objects.requireNonNull(id);
    if (content.length != CONTENT_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes, must be %d".formatted(content.length, CONTENT_BYTES));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegisteredService service
        && id.equals(service.id)
        && Arrays.equals(content, service.content)
        && leaseEndMs == service.leaseEndMs
        && ownerGuid == service.ownerGuid;
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, Arrays.hashCode(content), leaseEndMs, ownerGuid);
  }

  /** Without the ServiceKey. */
  @Override
  public String toString() {
    return "RegisteredService[%s, %s, leaseEndMs=%d, ownerGuid=%016x]"
        .formatted(id, HexFormat.of().formatHex(content, 16, 80), leaseEndMs, ownerGuid);
  }
}
