/**
 * Torus-2QoS: dimension order routing of tori and meshes whose path SLs stand whatever fails, with
 * two levels of quality of service.
 */
package io.dateline.routing.torus;
