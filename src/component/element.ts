/** Defines `<visleaf-map>`: the package entry `visleaf/element`. */

import { VisleafMap } from "./visleaf-map.ts";

declare global {
  interface HTMLElementTagNameMap {
    "visleaf-map": VisleafMap;
  }
}

// A page may load this module twice, from two addresses, but a name can be defined only once.
if (globalThis.customElements && !customElements.get("visleaf-map")) {
  customElements.define("visleaf-map", VisleafMap);
}

export type { ElementStrings } from "./base/overlaid-element.ts";
export { defineStrings } from "./base/overlaid-element.ts";
export type { Failure } from "./describe-failure.ts";
export type {
  Support,
  SupportFeature,
  SupportLimit,
  SupportProblem,
  SupportProblemCode,
} from "./describe-support.ts";
export { describeFailure, describeSupport } from "./failures.ts";
export type { HotspotChanges, HotspotOptions, MapPlace } from "./hotspots/hotspot-calls.ts";
export type { HotspotVisibility } from "./hotspots/hotspot-layer.ts";
export type { VisleafMapDetails, VisleafMapEventMap } from "./visleaf-map.ts";
export { VisleafMap };
