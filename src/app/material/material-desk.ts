/** Names what is under the pointer; its code is fetched when it is first asked for. */

import type { MapSource, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";

/** Gives what begins and ends it. `sourceOf`: of the map that is shown; null: none is. */
export function createMaterialDesk(
  viewer: Viewer,
  sourceOf: () => MapSource | null,
  onFault: (error: unknown) => void,
): () => void {
  const make = async () => {
    const { createMaterialPicker } = await import("./material-picker.ts");
    return createMaterialPicker(viewer, sourceOf, onFault);
  };
  let picker: ReturnType<typeof make> | null = null;
  const toggle = (): void => {
    if (sourceOf() === null || document.querySelector("dialog[open]") !== null) return;
    picker ??= make();
    picker.then(
      (made) => made.toggle(),
      (error) => {
        // The next press tries again.
        picker = null;
        onFault(error);
      },
    );
  };
  byId("open-material").addEventListener("click", toggle);
  return toggle;
}
