/** Starts and ends measuring. The code is loaded on first use. */

import type { MapSource, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { MeasurePanel } from "./measure-panel.ts";

export interface MeasureDesk {
  readonly isOn: boolean;
  /** Starts or ends measuring. */
  toggle(): void;
  /** Ends measuring if it is on. */
  close(): void;
  /** Clears the points after another map was opened. */
  onMap(): void;
}

export interface MeasureDeskOptions {
  /** Source of the open map, or `null` if none is open. */
  readonly sourceOf: () => MapSource | null;
  /** Called when measuring starts, so that other panels in its place close. */
  readonly onOpen: () => void;
  readonly onFault: (error: unknown) => void;
}

export function createMeasureDesk(viewer: Viewer, options: MeasureDeskOptions): MeasureDesk {
  const { sourceOf, onOpen, onFault } = options;
  let loading: Promise<MeasurePanel> | null = null;
  let panel: MeasurePanel | null = null;
  const button = byId("open-measure");

  const open = (): Promise<MeasurePanel> => {
    loading ??= import("./measure-panel.ts").then(({ createMeasurePanel }) =>
      createMeasurePanel(viewer, {
        sourceOf,
        onChange(isOn) {
          button.setAttribute("aria-pressed", String(isOn));
          if (isOn) onOpen();
        },
      }),
    );
    return loading;
  };
  const desk: MeasureDesk = {
    get isOn() {
      return panel?.isOn ?? false;
    },
    toggle() {
      if (sourceOf() === null || document.querySelector("dialog[open]") !== null) return;
      open().then(
        (made) => {
          panel = made;
          made.toggle();
        },
        (error: unknown) => {
          // Loading is retried at the next press.
          loading = null;
          onFault(error);
        },
      );
    },
    close: () => panel?.close(),
    onMap: () => panel?.onMap(),
  };
  button.addEventListener("click", desk.toggle);
  return desk;
}
