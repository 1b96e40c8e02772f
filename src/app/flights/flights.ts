/** Camera paths on the page: the demo flight, recorded flights, and videos of them all. */

import { createTrackFlight, type Flight, parseFlight, type Viewer } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { DEMO, readDemoFlight, tellStops } from "../opening/demo.ts";
import type { MapDesk } from "../opening/map-desk.ts";
import { createVideoDialog, type FilmedPath } from "../video/video-dialog.ts";
import type { FlightPlayer } from "./flight-player.ts";
import { createPathRecorder, formatPath, type PathRecorder } from "./path-recorder.ts";
import { savePath } from "./saved-path.ts";
import type { TrackDesk } from "./track-desk.ts";

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
  /** Opens the video dialog with the camera track chosen. */
  openTrackVideo(): void;
}

export interface FlightsOptions {
  readonly desk: MapDesk;
  readonly player: FlightPlayer;
  readonly tracks: () => TrackDesk;
  readonly onFault: (error: unknown) => void;
}

export function createFlights(
  viewer: Viewer,
  { desk, player, tracks, onFault }: FlightsOptions,
): Flights {
  player.onChange(() => {
    byId("demo-note").hidden = player.playing !== "demo";
  });
  const recording = createRecording(viewer, player, onFault);
  const video = createVideoDialog(viewer, { onClose: () => tracks().hideLines(false) });
  const videoButton = byId<HTMLButtonElement>("make-video");

  const listPaths = (): FilmedPath[] => {
    const name = viewer.map?.name ?? "map";
    const paths: FilmedPath[] = [
      { label: "Tour of this map", name: `${name}-tour`, read: () => viewer.createTour() },
    ];
    const { path } = recording;
    if (path) {
      const read = async (): Promise<Flight> => parseFlight(path.text, "the recording");
      paths.push({ label: "Recorded flight", name: path.name, read });
    }
    const { track } = tracks();
    if (track) {
      const read = async (): Promise<Flight> => createTrackFlight(track);
      paths.push({ label: "Camera track", name: `${name}-track`, read });
    }
    if (desk.shown?.source === DEMO) {
      paths.push({ label: "Demo flight", name: DEMO.name, read: readDemoFlight });
    }
    return paths;
  };
  /** @param label path to choose first; the tour if it is left out */
  const openVideo = (label?: string): void => {
    if (viewer.summary === null || document.querySelector("dialog[open]") !== null) return;
    player.stop();
    tracks().hideLines(true);
    video.open(listPaths(), label);
  };
  videoButton.addEventListener("click", () => openVideo());
  byId("recording-video").addEventListener("click", () => openVideo("Recorded flight"));
  byId("panel-record").addEventListener("click", () => recording.toggle());

  return {
    recording,
    get active() {
      return player.active;
    },
    toggleTour() {
      if (viewer.map !== null) player.toggle("tour", () => viewer.createTour()).catch(onFault);
    },
    playDemo() {
      const stop = byId("demo-stop");
      const read = async () => tellStops(await readDemoFlight(), (text) => setText(stop, text));
      player.start("demo", read).catch(onFault);
    },
    stop: player.stop,
    enable() {
      recording.discard();
      recording.enable();
    },
    openVideo: () => openVideo(),
    openTrackVideo: () => openVideo("Camera track"),
  };
}
