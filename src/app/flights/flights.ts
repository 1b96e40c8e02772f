/** Camera paths on the page: the demo flight, recorded flights, and videos of both. */

import { type Flight, parseFlight, type Viewer } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { DEMO, readDemoFlight } from "../opening/demo.ts";
import type { MapDesk } from "../opening/map-desk.ts";
import { createVideoDialog, type FilmedPath } from "../video/video-dialog.ts";
import { createPathRecorder, formatPath, type PathRecorder } from "./path-recorder.ts";
import { savePath } from "./saved-path.ts";

// Plays a flight in the viewer until it ends or the user gives any input.

/** Input events that end a flight. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/**
 * Key that starts and ends a flight, by the flight's name. Buttons of a flight have `data-plays`.
 */
const OWN_KEYS: Readonly<Record<string, string>> = { tour: "t" };

export interface FlightPlayer {
  /** Whether a flight controls the camera or is being loaded. */
  readonly active: boolean;
  /** Name of the playing flight as given to `start`, or `null`. */
  readonly playing: string | null;
  /** Plays the flight that `read` returns. Rejects like `read`. */
  start(name: string, read: () => Promise<Flight>): Promise<void>;
  /** Stops this flight if it plays, otherwise starts it. */
  toggle(name: string, read: () => Promise<Flight>): Promise<void>;
  stop(): void;
}

/** `onChange` is called when a flight starts or ends. */
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
    // Listens before the flight has loaded, and before other listeners.
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

// The record button and the actions for a recording.

/**
 * Largest accepted file in bytes: about 100 bytes a pose, for more poses than a flight may have.
 */
const MAX_FILE_BYTES = 2 ** 27;

export interface Recording {
  /** The last recording as a path file, or `null`. `name`: map that it was recorded on. */
  readonly path: { readonly name: string; readonly text: string } | null;
  /** Enables the button when a map is open. */
  enable(): void;
  /** Records the camera. Called before each frame, after the camera moved. */
  update(nowMs: number): void;
  /** Starts or ends recording. */
  toggle(): void;
  /** Plays a path file. */
  open(file: File): Promise<void>;
  /** Ends recording and keeps nothing, because another map is opening. */
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
  /** The last recording as a file, or `null`. */
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
  /** Whether a flight controls the camera. */
  readonly active: boolean;
  playDemo(): void;
  /** Starts or ends a flight through the whole map. */
  toggleTour(): void;
  stop(): void;
  /** Enables flights for a newly opened map and discards a recording of the previous one. */
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
    // Without a path to film, recording one is the first step.
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
