/** Opens the panel of what places cost; its code is fetched when it is first asked for. */

import type { Camera, MapSource, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";

export interface CostDeskOptions {
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  readonly go: (pose: Partial<Camera>) => void;
  /** Before it opens: what else lies beside the picture may go. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface CostDesk {
  toggle(): void;
  /** What was counted is of no map that is shown any more, or something else takes its place. */
  close(): void;
}

export function createCostDesk(
  viewer: Pick<Viewer, "canvas" | "content" | "camera">,
  { sourceOf, go, onOpen, onFault }: CostDeskOptions,
): CostDesk {
  const make = async () => {
    const { createCostPanel } = await import("./cost-panel.ts");
    return createCostPanel({
      go,
      onFault,
      contentOf: () => viewer.content,
      cameraOf: () => viewer.camera,
      onClose: () => viewer.canvas.focus({ preventScroll: true }),
    });
  };
  let panel: ReturnType<typeof make> | null = null;
  const toggle = (): void => {
    const source = sourceOf();
    if (source === null || document.querySelector("dialog[open]") !== null) return;
    onOpen();
    panel ??= make();
    panel.then(
      (made) => made.toggle(source),
      (error) => {
        // The next press tries again.
        panel = null;
        onFault(error);
      },
    );
  };
  byId("open-cost").addEventListener("click", toggle);
  return {
    toggle,
    close: () => void panel?.then((made) => made.close(), onFault),
  };
}
