/** Camera paths on the page: the demo's, recorded ones, and videos of both. */

import { type Flight, parseFlight, type Viewer } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { DEMO, readDemoFlight } from "../opening/demo.ts";
import type { MapDesk } from "../opening/map-desk.ts";
import { createVideoDialog, type FilmedPath } from "../video/video-dialog.ts";
import { createPathRecorder, formatPath, type PathRecorder } from "./path-recorder.ts";
import { savePath } from "./saved-path.ts";

// Plays a recorded flight in the viewer, until it ends or anything is touched.

/** What a person does that takes the camera out of the flight's hands. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/** By name of a flight, the key that begins it and ends it; buttons about one have `data-plays`. */
const OWN_KEYS: Readonly<Record<string, string>> = { tour: "t" };

export interface FlightPlayer {
  /** Whether the camera is the flight's, or will be as soon as that has come. */
  readonly active: boolean;
  /** What plays, by the name that it was started with. */
  readonly playing: string | null;
  /** Plays what `read` gives from its beginning. Rejects with what `read` rejects with. */
  start(name: string, read: () => Promise<Flight>): Promise<void>;
  /** Starts what does not play, and stops what does. */
  toggle(name: string, read: () => Promise<Flight>): Promise<void>;
  stop(): void;
}

/** `onChange` is called when a flight begins and when it ends. */
function createFlightPlayer(viewer: Viewer, onChange: () => void): FlightPlayer {
  let playing: string | null = null;
  let turn: AbortController | null = null;

  const stop = (): void => {
    turn?.abort();
    turn = null;
    if (playing === null) return;
    playing = null;
    onChange();
  };
  const start = async (name: string, read: () => Promise<Flight>): Promise<void> => {
    stop();
    const own = new AbortController();
    const { signal } = own;
    turn = own;
    const onTouch = (event: Event): void => {
      if (!isOwnTouch(event, name)) stop();
    };
    // Touches count from now on, before the flight has come, and before anyone else hears of them.
    const options = { signal, capture: true, passive: true };
    for (const touch of TOUCHES) window.addEventListener(touch, onTouch, options);
    try {
      const flight = await read();
      if (signal.aborted) return;
      playing = name;
      const flown = viewer.play(flight, { signal });
      onChange();
      await flown;
    } finally {
      if (turn === own) stop();
    }
  };
  return {
    get active() {
      return turn !== null;
    },
    get playing() {
      return playing;
    },
    start,
    async toggle(name, read) {
      if (playing === name) stop();
      else await start(name, read);
    },
    stop,
  };
}

function isOwnTouch(event: Event, name: string): boolean {
  if (event instanceof KeyboardEvent) return event.key.toLowerCase() === OWN_KEYS[name];
  const button = event.target instanceof Element && event.target.closest("[data-plays]");
  return button instanceof HTMLElement && button.dataset.plays === name;
}

// The record button, and what can be done with what was recorded.

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

function createRecording(
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

export interface Flights {
  readonly recording: Recording;
  /** Whether a flight has the camera. */
  readonly active: boolean;
  playDemo(): void;
  /** Begins a flight through all of the map, or ends it. */
  toggleTour(): void;
  stop(): void;
  /** Another map is there: what was recorded in the last one is over. */
  enable(): void;
  openVideo(): void;
}

export function createFlights(
  viewer: Viewer,
  desk: MapDesk,
  onFault: (error: unknown) => void,
): Flights {
  const player = createFlightPlayer(viewer, () => {
    byId("demo-note").hidden = player.playing !== "demo";
  });
  const recording = createRecording(viewer, player, onFault);
  const video = createVideoDialog(viewer);
  const videoButton = byId<HTMLButtonElement>("make-video");

  const listPaths = (): FilmedPath[] => {
    const paths: FilmedPath[] = [];
    const { path } = recording;
    if (path) {
      const read = async (): Promise<Flight> => parseFlight(path.text, "the recording");
      paths.push({ label: "Recorded flight", name: path.name, read });
    }
    if (desk.shown?.source === DEMO) {
      paths.push({ label: "Demo flight", name: DEMO.name, read: readDemoFlight });
    }
    return paths;
  };
  const openVideo = (): void => {
    if (viewer.summary === null) return;
    const paths = listPaths();
    // There is nothing to film yet: that is what is to be done first.
    if (paths.length === 0) {
      recording.toggle();
      return;
    }
    player.stop();
    video.open(paths);
  };
  for (const button of [videoButton, byId("recording-video")]) {
    button.addEventListener("click", openVideo);
  }
  byId("panel-record").addEventListener("click", () => recording.toggle());

  return {
    recording,
    get active() {
      return player.active;
    },
    toggleTour() {
      if (viewer.map !== null) player.toggle("tour", () => viewer.createTour()).catch(onFault);
    },
    playDemo: () => void player.start("demo", readDemoFlight).catch(onFault),
    stop: player.stop,
    enable() {
      recording.discard();
      recording.enable();
    },
    openVideo,
  };
}
