/** Draws a camera track in the map: its path, and the view of each key. */

import { writeForward } from "../../math/angles.ts";
import { verticalFov } from "../../math/projection.ts";
import { createLineLayers, type LineLayer } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import { addLines } from "../../viewer/change-lines.ts";
import {
  type CameraTrack,
  createTrackFlight,
  type TrackKey,
  type Viewer,
  type ViewerCamera,
} from "../../viewer/index.ts";
import { trackSeconds } from "./edit-track.ts";

/** Lines of the path between two keys. */
const STEPS = 24;
/** Length of a key's view, inches, and its ratio of width to height. */
const VIEW_LENGTH = 28;
const VIEW_ASPECT = 16 / 9;
/** Opacity of lines hidden behind walls. */
const HIDDEN_ALPHA = 0.25;

type Rgb = readonly [r: number, g: number, b: number];
const PATH: Rgb = [1, 0.76, 0.2];
const KEY: Rgb = [0.45, 0.85, 1];
const SELECTED: Rgb = [1, 1, 1];

export interface TrackLines {
  isShown: boolean;
  /** @param selected index of the key drawn in white, or −1 */
  draw(track: CameraTrack | null, selected: number): void;
}

export function createTrackLines(viewer: Viewer): TrackLines {
  const layers = createLineLayers();
  const [hidden, open] = [layers.addLayer(true), layers.addLayer(false)];
  const all: readonly LineLayer[] = [hidden, open];
  let isShown = false;
  let isEmpty = true;
  const show = (): void => {
    for (const layer of all) layer.isShown = isShown && !isEmpty;
  };
  show();
  addLines(viewer, layers.make);
  return {
    get isShown() {
      return isShown;
    },
    set isShown(next) {
      isShown = next;
      show();
    },
    draw(track, selected) {
      isEmpty = track === null;
      if (track !== null) {
        hidden.write(rowsOf(track, selected, HIDDEN_ALPHA));
        open.write(rowsOf(track, selected, 1));
      }
      show();
    },
  };
}

function rowsOf(track: CameraTrack, selected: number, alpha: number): LineRows {
  const rows = new LineRows();
  addPath(rows, track, lineColor(...PATH, alpha));
  for (const [i, key] of track.keys.entries()) {
    addView(rows, key, lineColor(...(i === selected ? SELECTED : KEY), alpha));
  }
  return rows;
}

function addPath(rows: LineRows, track: CameraTrack, color: number): void {
  const flight = createTrackFlight(track);
  const camera: ViewerCamera = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 };
  const times = track.keys.map(({ time }) => time);
  if (track.loopAfter !== null) times.push(trackSeconds(track));
  for (let i = 1; i < times.length; i++) {
    flight.setPose(camera, times[i - 1]);
    for (let step = 1; step <= STEPS; step++) {
      const { x, y, z } = camera;
      flight.setPose(camera, times[i - 1] + ((times[i] - times[i - 1]) * step) / STEPS);
      rows.add(x, y, z, camera.x, camera.y, camera.z, color);
    }
  }
}

/** Adds the edges of a pyramid from the key's eye along its view. */
function addView(rows: LineRows, { x, y, z, pitch, yaw, fov }: TrackKey, color: number): void {
  const [forward, up, right] = [new Float32Array(3), new Float32Array(3), new Float32Array(3)];
  writeForward(forward, pitch, yaw);
  writeForward(up, pitch - 90, yaw);
  writeForward(right, 0, yaw - 90);
  const high = Math.tan(verticalFov(fov) / 2);
  const wide = high * VIEW_ASPECT;
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across, above]) =>
    [x, y, z].map(
      (eye, axis) =>
        eye + VIEW_LENGTH * (forward[axis] + across * wide * right[axis] + above * high * up[axis]),
    ),
  );
  for (const [i, [cx, cy, cz]] of corners.entries()) {
    const [nx, ny, nz] = corners[(i + 1) % 4];
    rows.add(x, y, z, cx, cy, cz, color);
    rows.add(cx, cy, cz, nx, ny, nz, color);
  }
}
