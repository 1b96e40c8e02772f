/** The page that `visleaf video` opens in a browser. It waits for a request. */

import { createViewer, type Flight, parseFlight, type Viewer } from "../../viewer/index.ts";
import { toErrorData } from "../../viewer/load/posted-errors.ts";
import { recordVideo } from "../record-video.ts";
import { planVideo } from "../video-plan.ts";
import type { VideoPageEvent, VideoPageRequest } from "./video-protocol.ts";

/** Bytes of a part: a multiple of 3, so that base64 needs no padding between parts. */
const PART_BYTES = 3 * 2 ** 20;

const tell = async (event: VideoPageEvent): Promise<void> => window.visleafVideoEvent?.(event);

/** Returns a view of bytes as base64. */
async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 2 ** 15) {
    text += String.fromCharCode(...bytes.subarray(at, at + 2 ** 15));
  }
  return btoa(text);
}

const flightOf = async (viewer: Viewer, { track }: VideoPageRequest): Promise<Flight> =>
  track === null ? viewer.createTour() : parseFlight(track.text, track.name);

async function run(request: VideoPageRequest): Promise<void> {
  const { map, content, width, height, fps, container, side, settings, limits, time } = request;
  const canvas = document.getElementById("view") as HTMLCanvasElement;
  const viewer = await createViewer(canvas, {
    ...{ side, limits, controls: "none", simulation: "off" },
    // The canvas is never shown.
    present: "readback",
  });
  // Frames are drawn by the recording only, each at its time.
  viewer.pause();
  Object.assign(viewer.settings, settings);
  const sources = content.map((base) => ({ kind: "url", base }) as const);
  const { warnings } = await viewer.load(map, { content: sources });
  const flight = await flightOf(viewer, request);
  if (time !== null) {
    const simulation = await viewer.openSimulation();
    simulation.seek(time);
    simulation.play();
  }
  const seconds = request.seconds ?? flight.duration;
  const plan = planVideo({ width, height, fps, seconds, container });
  await tell({ type: "start", frames: plan.frames, warnings });
  const { blob, codec } = await recordVideo(viewer, flight, plan, {
    signal: new AbortController().signal,
    onProgress: (frames) => void tell({ type: "progress", frames }),
  });
  for (let at = 0; at < blob.size; at += PART_BYTES) {
    const base64 = await toBase64(blob.slice(at, at + PART_BYTES));
    await tell({ type: "part", base64 });
  }
  await tell({ type: "done", codec });
}

window.visleafVideo = (request) => {
  run(request).catch((error) => tell({ type: "failed", error: toErrorData(error) }));
};
