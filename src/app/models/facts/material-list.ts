/** A model's materials by their paths; a click shows what one is. */

import type { ModelInfo, ModelViewer } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";

/** @param onFault gets what goes wrong in a dialog */
export function makeMaterialList(
  { materials }: ModelInfo,
  viewer: Pick<ModelViewer, "modelContent">,
  onFault: (error: unknown) => void,
): HTMLElement {
  const open = async (path: string): Promise<void> => {
    const { openMaterialDialog } = await import("./model-material.ts");
    const name = path.replace(/^materials\//, "").replace(/\.vmt$/, "");
    openMaterialDialog(null, viewer.modelContent, name, onFault);
  };
  const rows = materials.map(({ path, isMissing }) => {
    const cut = path.lastIndexOf("/") + 1;
    const name = make("span", {}, make("i", {}, path.slice(0, cut)), make("wbr"), path.slice(cut));
    const button = make("button", { type: "button", title: `What ${path} is` }, name);
    if (isMissing) button.append(make("span", { class: "note is-missing" }, "missing"));
    button.addEventListener("click", () => void open(path).catch(onFault));
    return make("li", {}, button);
  });
  return make("ul", { class: "model-materials" }, ...rows);
}
