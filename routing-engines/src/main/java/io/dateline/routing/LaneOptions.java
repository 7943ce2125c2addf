package io.dateline.routing;

/**
 * What engines are told that use service levels and virtual lanes.
 *
 * @param qos whether lanes may be programmed at all ({@code qos}, {@code -Q})
 * @param dataVls the most data VLs that a port is given, whatever it could have ({@code
 *     max_op_vls}), 1 to 15
 * @param lashStartVl the first VL that lash takes ({@code lash_start_vl}), 0 to 255
 * @param meshAnalysis whether lash looks for a mesh and orders its ports by dimension ({@code
 *     do_mesh_analysis})
 * @param nueVls the most VLs that nue takes, 0 for all there are ({@code nue_max_num_vls}), 0 to
 *     255
 * @param nueIncludesSwitches whether switches send and receive as adapters do, to nue ({@code
 *     nue_include_switches})
 * @param nueMetis whether METIS divides nue's destinations among its lanes, where a node has it
 *     ({@code nue_metis}, which OpenSM decides when it is built)
 */
public record LaneOptions(
    boolean qos,
    int dataVls,
    int lashStartVl,
    boolean meshAnalysis,
    int nueVls,
    boolean nueIncludesSwitches,
    boolean nueMetis) {
  public static final int DATA_VLS_MAX = 15;
  public static final LaneOptions DEFAULTS =
      new LaneOptions(false, DATA_VLS_MAX, 0, false, 1, false, false);

  /** The defaults, but that lanes may be programmed. */
  public static final LaneOptions QOS = DEFAULTS.with(true, DATA_VLS_MAX);

  public LaneOptions {
    if (dataVls < 1 || dataVls > DATA_VLS_MAX) {
      throw new IllegalArgumentException("ports have 1 to 15 data VLs, not " + dataVls);
    }
  }

  /** These with another say about lanes as a whole. */
  public LaneOptions with(boolean mayUseLanes, int mostDataVls) {
    return new LaneOptions(
        mayUseLanes, mostDataVls, lashStartVl, meshAnalysis, nueVls, nueIncludesSwitches, nueMetis);
  }

  /** These with other options of lash. */
  public LaneOptions withLash(int startVl, boolean analysesMesh) {
    return new LaneOptions(
        qos, dataVls, startVl, analysesMesh, nueVls, nueIncludesSwitches, nueMetis);
  }

  /** These with other options of nue. */
  public LaneOptions withNue(int mostVls, boolean includesSwitches) {
    return new LaneOptions(
        qos, dataVls, lashStartVl, meshAnalysis, mostVls, includesSwitches, nueMetis);
  }

  /** These with another say about METIS. */
  public LaneOptions withMetis(boolean asksMetis) {
    return new LaneOptions(
        qos, dataVls, lashStartVl, meshAnalysis, nueVls, nueIncludesSwitches, asksMetis);
  }
}
