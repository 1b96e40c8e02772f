/** Camera paths on the page: the demo's, recorded ones, and videos of both. */

import { type Flight, parseFlight, type Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import { DEMO, readDemoFlight } from "../opening/demo.ts";
import type { MapDesk } from "../opening/map-desk.ts";
import { createVideoDialog, type FilmedPath } from "../video/video-dialog.ts";
import { createFlightPlayer } from "./flight-player.ts";
import { createRecording, type Recording } from "./recording.ts";

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
