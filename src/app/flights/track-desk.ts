/** Opens the editor of camera tracks, and keeps the edited track. The editor is loaded on first use. */

import type { CameraTrack, Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { TrackPanel, TrackPanelOptions } from "./track-panel.ts";

export interface TrackDesk {
  /** The edited track; `null` if it has no keys. */
  readonly track: CameraTrack | null;
  /** Opens or closes the editor. */
  toggle(): void;
  close(): void;
  /** Opens a file in the editor. Rejects with a sentence, or FormatError. */
  open(file: File): Promise<void>;
  /** Hides the track in the map, for example in videos, or shows it again. */
  hideLines(isHidden: boolean): void;
  /** Discards a track of another map. */
  onMap(): void;
}

/** Characters read to detect a track; enough for any formatting. */
const HEAD = 4096;

/** True if a JSON file is a camera track. */
export async function isTrackFile(file: Blob): Promise<boolean> {
  return /"visleaf-track\//.test(await file.slice(0, HEAD).text());
}

export function createTrackDesk(viewer: Viewer, options: TrackPanelOptions): TrackDesk {
  let loading: Promise<TrackPanel> | null = null;
  let panel: TrackPanel | null = null;
  const load = (): Promise<TrackPanel> => {
    loading ??= import("./track-panel.ts").then(
      ({ createTrackPanel }) => {
        panel = createTrackPanel(viewer, options);
        return panel;
      },
      (error: unknown) => {
        // Loading is retried at the next press.
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const toggle = (): void => {
    if (viewer.map === null || document.querySelector("dialog[open]") !== null) return;
    load().then((made) => made.toggle(), options.onFault);
  };
  byId("open-track").addEventListener("click", toggle);
  return {
    get track() {
      return panel?.track ?? null;
    },
    toggle,
    close: () => panel?.close(),
    async open(file) {
      await (await load()).open(file);
    },
    hideLines: (isHidden) => panel?.hideLines(isHidden),
    onMap: () => panel?.onMap(),
  };
}
