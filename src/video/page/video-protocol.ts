/** Messages between the video command and its page. */

import type { RenderSettings } from "../../render/types.ts";
import type { ErrorData } from "../../viewer/load/posted-errors.ts";
import type { LightSideName, Limits, Warning } from "../../viewer/viewer.ts";
import type { VideoWish } from "../video-plan.ts";

export interface VideoPageRequest extends Omit<VideoWish, "seconds"> {
  readonly map: { readonly name: string; readonly url: string };
  /** Folders of game content, in search order. */
  readonly content: readonly string[];
  /** Name and text of a camera track or a recorded flight, or `null` for the map's tour. */
  readonly track: { readonly name: string; readonly text: string } | null;
  /** Length of the video; `null` for the whole flight. */
  readonly seconds: number | null;
  /** Second of the map's simulation at which the video begins; `null` for a map that stands still. */
  readonly time: number | null;
  readonly side: LightSideName;
  readonly settings: Partial<RenderSettings>;
  readonly limits: Limits;
}

export type VideoPageEvent =
  /** The map is loaded, and the frames are counted. */
  | { readonly type: "start"; readonly frames: number; readonly warnings: readonly Warning[] }
  | { readonly type: "progress"; readonly frames: number }
  /** The next bytes of the file, in base64. */
  | { readonly type: "part"; readonly base64: string }
  | { readonly type: "done"; readonly codec: string }
  | { readonly type: "failed"; readonly error: ErrorData };

declare global {
  interface Window {
    /** Makes a video; it arrives as events. Set by the page. */
    visleafVideo?: (request: VideoPageRequest) => void;
    /** Receives the page's events. Set by the command. */
    visleafVideoEvent?: (event: VideoPageEvent) => Promise<void>;
  }
}
