/** Opens a game's recording over the map: its camera becomes a flight. */

import { MAX_TRACK_KEYS, type Viewer } from "../../viewer/index.ts";
import { formatPath, thinPoses } from "./path-recorder.ts";

/** True for names of recordings. */
export const isRecordingName = (name: string): boolean => /\.(?:dem|mtv)$/i.test(name);

export interface OpenedRecording {
  /** The flight as a file that the page reads. */
  readonly file: File;
  /** Whether it is small enough for the editor of camera tracks. */
  readonly isTrack: boolean;
  /** One sentence about it, with a second one if it was made on another map. */
  readonly told: string;
}

/** Rejects with a sentence, or FormatError. */
export async function openRecording(file: File, viewer: Viewer): Promise<OpenedRecording> {
  const shown = viewer.map;
  if (shown === null) throw new Error(`open the map of ${file.name} first`);
  const { readRecording } = await import("../../viewer/camera/read-recording.ts");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { map, player, game, seconds, samples } = readRecording(bytes, file.name);
  const poses = thinPoses(samples);
  const text = formatPath({ map, fov: viewer.camera.fov, seconds, poses });
  const by = `${player || "A player"} on ${map}${game === "" ? "" : ` (${game})`}`;
  const isOther = map.toLowerCase() !== shown.name.toLowerCase();
  return {
    file: new File([text], `${file.name}.json`, { type: "application/json" }),
    isTrack: poses.length <= MAX_TRACK_KEYS,
    told: `${by}, ${seconds.toFixed(1)} s.${isOther ? ` It was not made on ${shown.name}.` : ""}`,
  };
}
