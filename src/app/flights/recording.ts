/** The record button, and what can be done with what was recorded. */

import { parseFlight, type Viewer } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import type { FlightPlayer } from "./flight-player.ts";
import { createPathRecorder, formatPath, type PathRecorder } from "./path-recorder.ts";
import { savePath } from "./saved-path.ts";

/** Some 100 bytes a pose, and more poses than a flight may have. */
const MAX_FILE_BYTES = 2 ** 27;

export interface Recording {
  /** What was recorded last, as a file, and the map that it was recorded on. */
  readonly path: { readonly name: string; readonly text: string } | null;
  /** From now on there is something to fly through. */
  enable(): void;
  /** To be called before each frame, after the camera was moved. */
  update(nowMs: number): void;
  /** Begins, or ends what was begun. */
  toggle(): void;
  /** Plays a path file. */
  open(file: File): Promise<void>;
  /** Ends without keeping anything: another map is there. */
  discard(): void;
}

export function createRecording(
  viewer: Viewer,
  player: FlightPlayer,
  tellFault: (error: unknown) => void,
): Recording {
  const button = byId<HTMLButtonElement>("record");
  const pane = byId("recording");
  const told = byId("recording-text");
  let recorder: PathRecorder | null = null;
  /** The last recording as a file. */
  let text: string | null = null;
  let name = "";

  const show = (): void => {
    const isOn = recorder !== null;
    button.setAttribute("aria-pressed", String(isOn));
    button.title = isOn ? "Stop recording (R)" : "Record a flight (R)";
    pane.dataset.state = isOn ? "on" : "done";
    pane.hidden = !isOn && text === null;
  };
  const end = (): void => {
    const path = recorder?.finish() ?? null;
    recorder = null;
    if (path !== null) {
      text = formatPath(path);
      name = path.map;
      setText(told, `Recorded ${path.seconds.toFixed(1)} s.`);
    }
    show();
  };
  const toggle = (): void => {
    if (viewer.map === null) return;
    if (recorder !== null) {
      end();
      return;
    }
    player.stop();
    text = null;
    recorder = createPathRecorder(viewer.map.name, viewer.camera.fov);
    setText(told, "Recording…");
    show();
  };
  const play = (source: string, sourceName: string): Promise<void> =>
    player.start("recording", async () => parseFlight(source, sourceName));

  button.addEventListener("click", toggle);
  byId("recording-stop").addEventListener("click", toggle);
  byId("recording-close").addEventListener("click", () => {
    text = recorder = null;
    show();
  });
  byId("recording-play").addEventListener("click", () => {
    if (text !== null) play(text, "the recording").catch(tellFault);
  });
  byId("recording-save").addEventListener("click", () => {
    if (text !== null)
      saveFile(`${name}.path.json`, new Blob([text], { type: "application/json" }));
  });
  byId("recording-bench").addEventListener("click", (event) => {
    if (text === null) return;
    try {
      savePath(text);
    } catch (error) {
      event.preventDefault();
      tellFault(error);
    }
  });

  return {
    get path() {
      return text === null ? null : { name, text };
    },
    enable() {
      button.hidden = false;
    },
    update(nowMs) {
      if (recorder === null) return;
      recorder.add(nowMs, viewer.camera);
      setText(told, `Recording: ${recorder.seconds.toFixed(0)} s`);
      if (recorder.isFull) end();
    },
    toggle,
    async open(file) {
      if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is too large for a path`);
      await play(await file.text(), file.name);
    },
    discard() {
      recorder = null;
      text = null;
      show();
    },
  };
}
