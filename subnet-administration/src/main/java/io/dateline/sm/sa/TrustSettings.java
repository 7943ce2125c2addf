package io.dateline.sm.sa;

/**
 * What is asked of requests beside the SM_Key, by the options of NVIDIA's OpenSM of these names
 * (its document "SA security features"). Those that begin with {@code sa_etm} count with {@code
 * sa_enhanced_trust_model} alone.
 *
 * @param isEnhanced {@code sa_enhanced_trust_model}: a request without the SM_Key may ask for
 *     little, see {@link TrustRules}
 * @param takesUntrustedGuids {@code sa_etm_allow_untrusted_guidinfo_rec}: one may set GUIDs
 * @param takesGuidsByVirtualPorts {@code sa_etm_allow_guidinfo_rec_by_vf}: GUIDs may be set by what
 *     asks with another GID than that of a port of hardware, with the SM_Key or without
 * @param takesUntrustedProxies {@code sa_etm_allow_untrusted_proxy_requests}: one may change
 *     something for another port than it came from
 * @param checksSource {@code sa_check_sgid_spoofing}: the GID in a packet's GRH must be of the port
 *     that has its source LID
 */
public record TrustSettings(
    boolean isEnhanced,
    boolean takesUntrustedGuids,
    boolean takesGuidsByVirtualPorts,
    boolean takesUntrustedProxies,
    boolean checksSource) {
  /** What NVIDIA's OpenSM has built in. */
  public static final TrustSettings DEFAULTS = new TrustSettings(false, true, true, true, false);

  /** Whether any port may have its alias GUIDs set without the SM_Key. */
  public boolean letsPortsSetGuids() {
    return !isEnhanced || takesUntrustedGuids;
  }
}
