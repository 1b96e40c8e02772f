/** Defines `<visleaf-model>` and exports its viewer: the package entry `visleaf/model`. */

import { VisleafModel } from "./visleaf-model.ts";

declare global {
  interface HTMLElementTagNameMap {
    "visleaf-model": VisleafModel;
  }
}

// A page may load this module twice, from two addresses, but a name can be defined only once.
if (globalThis.customElements && !customElements.get("visleaf-model")) {
  customElements.define("visleaf-model", VisleafModel);
}

export * from "../viewer/model/index.ts";
export type { HotspotChanges, HotspotOptions, MapPlace } from "./hotspots/hotspot-calls.ts";
export type { HotspotVisibility } from "./hotspots/hotspot-layer.ts";
export type { VisleafModelDetails, VisleafModelEventMap } from "./visleaf-model.ts";
export { VisleafModel };
