package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.sm.discover.Survey;

/** Tells of subnet managers that are not heeded: a warning of the sweep that met them. */
final class StrangeManagers {
  private StrangeManagers() {}

  static void tell(
      SubnetManagerSetup setup, Mastership mastership, HeavySweep sweep, Survey.Result survey) {
    Fabric fabric = sweep.found.fabric();
    for (int port : sweep.found.managerPorts()) {
      long guid = fabric.portGuid(port);
      if (port != sweep.found.localPort() && !mastership.heeds(guid)) {
        sweep.warn(
            "the subnet manager at %s is ignored: allowed_sm_guids does not list its port, %s"
                .formatted(PortNames.of(fabric, port), Guid.format(guid)));
      }
    }
    for (int port : survey.liars()) {
      String name = PortNames.of(fabric, port);
      String what = "answers SMInfo with the GUID of another port: it is ignored";
      sweep.warn("%s %s".formatted(name, what));
      setup.violations().manager(name, what);
    }
  }
}
