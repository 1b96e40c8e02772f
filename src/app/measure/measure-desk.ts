/** Begins and ends measuring; its code is fetched when it is first asked for. */

import type { MapSource, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { MeasurePanel } from "./measure-panel.ts";

export interface MeasureDesk {
  readonly isOn: boolean;
  /** Begins it, or ends it. */
  toggle(): void;
  /** Ends it, if it was begun. */
  close(): void;
  /** Another map is shown. */
  onMap(): void;
}

export interface MeasureDeskOptions {
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  /** It was begun: other panels that lie where its own does close. */
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
          // The next press tries again.
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
