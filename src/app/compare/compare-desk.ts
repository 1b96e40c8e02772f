/** Opens a second version of the map beside the one that is shown; its code is fetched when it is first asked for. */

import { type MapSource, mapNameFrom, type Viewer } from "../../viewer/index.ts";
import { byId, make } from "../dom.ts";
import type { CompareDeskOptions, Comparison } from "./compare-types.ts";

/** Gives what asks for another version, or, where there are two, flips between them. */
export function createCompareDesk(viewer: Viewer, options: CompareDeskOptions): () => void {
  const { sourceOf, onFault } = options;
  let comparison: Comparison | null = null;
  const attributes = { type: "file", id: "other-file", accept: ".bsp,.bz2,.zip,.gma" };
  const input = make("input", { ...attributes, "aria-label": "Another version of the map" });
  input.hidden = true;
  byId("map-file").after(input);
  const close = (): void => {
    comparison?.close();
    comparison = null;
  };
  const open = async (file: File): Promise<void> => {
    const source = sourceOf();
    if (source === null) return;
    const other: MapSource = { name: mapNameFrom(file.name), blob: file };
    const { openComparison } = await import("./open-comparison.ts");
    close();
    // Another map was opened while the code came.
    if (sourceOf() === source) {
      comparison = openComparison(viewer, source, other, { ...options, onClose: close });
    }
  };
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    // So that picking the same file again is a change again.
    if (file !== undefined) open(file).catch(onFault);
    input.value = "";
  });
  const toggle = (): void => {
    if (comparison !== null) comparison.flip();
    else if (sourceOf() !== null) input.click();
  };
  byId("open-compare").addEventListener("click", () => {
    close();
    toggle();
  });
  viewer.on("loadstart", close);
  return toggle;
}
