/** Opens the panel of what is wrong with the map; its code is fetched when it is first asked for. */

import type { Camera, MapSource, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";

export interface CheckDeskOptions {
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  readonly go: (pose: Partial<Camera>) => void;
  /** Before it opens: what else lies beside the picture may go. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface CheckDesk {
  toggle(): void;
  /** What was said is of no map that is shown any more, or something else takes its place. */
  close(): void;
}

export function createCheckDesk(
  viewer: Pick<Viewer, "canvas" | "content">,
  { sourceOf, go, onOpen, onFault }: CheckDeskOptions,
): CheckDesk {
  const make = async () => {
    const { createCheckPanel } = await import("./check-panel.ts");
    return createCheckPanel({
      go,
      onFault,
      contentOf: () => viewer.content,
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
  byId("open-check").addEventListener("click", toggle);
  return {
    toggle,
    close: () => void panel?.then((made) => made.close(), onFault),
  };
}
