/** The package's door `visleaf/model`: `<visleaf-model>`, and the viewer of models below it. */

import { VisleafModel } from "./visleaf-model.ts";

declare global {
  interface HTMLElementTagNameMap {
    "visleaf-model": VisleafModel;
  }
}

// A page may load this twice, from two places; a name is given once.
if (globalThis.customElements && !customElements.get("visleaf-model")) {
  customElements.define("visleaf-model", VisleafModel);
}

export * from "../viewer/model/index.ts";
export type { VisleafModelDetails, VisleafModelEventMap } from "./visleaf-model.ts";
export { VisleafModel };
