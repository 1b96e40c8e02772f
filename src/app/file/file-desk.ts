/** Opens the dialog of the map's file; its code is fetched when it is first asked for. */

import type { MapSource } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { ViewerContent } from "./top-view-saver.ts";

/** `sourceOf`: of the map that is shown; null: none is. `contentOf`: what it is shown with. Gives what opens the dialog. */
export function createFileDesk(
  sourceOf: () => MapSource | null,
  contentOf: () => ViewerContent,
  onFault: (error: unknown) => void,
): () => void {
  const open = async (): Promise<void> => {
    const source = sourceOf();
    if (source === null) return;
    const { openFileDialog } = await import("./file-dialog.ts");
    if (document.querySelector("dialog[open]") === null)
      openFileDialog(source, contentOf(), onFault);
  };
  const start = (): void => void open().catch(onFault);
  byId("open-file").addEventListener("click", start);
  return start;
}
