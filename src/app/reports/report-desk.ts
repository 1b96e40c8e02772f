/** Opens a panel that tells of the open map; its code is fetched when it is first asked for. */

import type { Camera, MapSource } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { ReportPanel } from "./report-panel.ts";

export interface ReportDeskOptions {
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  readonly go: (pose: Partial<Camera>) => void;
  /** Before it opens: what else lies beside the picture may go. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface ReportDesk {
  toggle(): void;
  /** What was told is of no map that is shown any more, or something else takes its place. */
  close(): void;
}

/** @param button the id of what opens it, too */
export function createReportDesk(
  button: string,
  make: () => Promise<ReportPanel>,
  { sourceOf, onOpen, onFault }: Omit<ReportDeskOptions, "go">,
): ReportDesk {
  let panel: Promise<ReportPanel> | null = null;
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
  byId(button).addEventListener("click", toggle);
  return {
    toggle,
    close: () => void panel?.then((made) => made.close(), onFault),
  };
}
