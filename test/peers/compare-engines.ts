/**
 * Times engines side by side: rounds over the same poses, flown leg by leg, the engines by turns on
 * each leg, so that whatever else the machine does hits them all.
 *
 * A frame is timed with the GPU idle and the browser at rest: wait for a frame of the browser's, then
 * a little longer, set the camera, time what a page calls for one frame, and let the GPU drain.
 */

import { POSE_SIZE, writePose } from "../../src/bench/measure/camera-path.ts";
import { createHeapProbe } from "../../src/bench/measure/heap-probe.ts";
import type { Distribution } from "../../src/bench/report/report.ts";
import { medianOf, summarizeSamples } from "../../src/bench/report/statistics.ts";
import type { AllocationProbe } from "../../src/bench/types.ts";
import type { Camera } from "../../src/render/types.ts";
import type { FrameCounts, PeerEngine } from "./engine.ts";

/** The field of view that the engine starts with. */
const FOV = 75;
const SETTLE_MS = 15;
/** Poses of a leg: a few seconds on a software adapter. */
const LEG_FRAMES = 20;
/** A probe tries itself out, and a garbage collection in the middle of that spoils it. */
const PROBE_TRIES = 8;

export interface EngineReport {
  readonly name: string;
  /** Of all warm rounds. */
  readonly jsMs: Distribution;
  /** Of each warm round: they differ by what else the machine did. */
  readonly roundMedians: readonly number[];
  /** Of the first round: what a first visit costs. */
  readonly coldJsMs: Distribution;
  /** Medians. */
  readonly draws: number;
  readonly triangles: number;
  /** null where the browser does not tell. */
  readonly allocatedBytesPerFrame: number | null;
}

/** Camera of a row of a path. */
export function cameraAt(poses: Float32Array, row: number): Camera {
  const camera = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: FOV };
  writePose(camera, poses, row);
  return camera;
}

function settle(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, SETTLE_MS)));
}

/** Draws a pose as it is to be timed, and returns the milliseconds. */
async function timeFrame(engine: PeerEngine, camera: Camera): Promise<number> {
  await settle();
  engine.setCamera(camera);
  const start = performance.now();
  engine.render();
  const ms = performance.now() - start;
  await engine.drain();
  return ms;
}

/** Times of every engine's frames, a row an engine. */
async function timeRound(engines: readonly PeerEngine[], cameras: readonly Camera[]) {
  const times = engines.map((): number[] => []);
  for (let leg = 0; leg < cameras.length; leg += LEG_FRAMES) {
    for (const [i, engine] of engines.entries()) {
      // The pose before the leg, not counted: another engine's code was the last to run.
      await timeFrame(engine, cameras.at(leg - 1)!);
      for (const camera of cameras.slice(leg, leg + LEG_FRAMES)) {
        times[i].push(await timeFrame(engine, camera));
      }
    }
  }
  return times;
}

/** Bytes of JavaScript heap that a frame takes, on average over a round. */
async function measureAllocation(
  engine: PeerEngine,
  cameras: readonly Camera[],
): Promise<number | null> {
  let probe: AllocationProbe | null = null;
  for (let i = 0; i < PROBE_TRIES && probe === null; i++) probe = createHeapProbe();
  if (probe === null) return null;
  for (const [i, camera] of cameras.entries()) {
    await settle();
    engine.setCamera(camera);
    probe.run(engine.render, i, i + 1);
    await engine.drain();
  }
  return probe.finish().bytes;
}

/** A cold round each, whole, in which draws are counted too; then `rounds` warm ones, by legs. */
export async function compareEngines(
  engines: readonly PeerEngine[],
  poses: Float32Array,
  rounds: number,
): Promise<EngineReport[]> {
  const cameras = Array.from({ length: poses.length / POSE_SIZE }, (_, row) =>
    cameraAt(poses, row),
  );
  const first: { ms: number; counts: FrameCounts }[][] = [];
  for (const engine of engines) {
    const frames = [];
    for (const camera of cameras) {
      const ms = await timeFrame(engine, camera);
      frames.push({ ms, counts: await engine.readCounts() });
    }
    first.push(frames);
  }
  const warm: number[][][] = [];
  for (let round = 0; round < rounds; round++) warm.push(await timeRound(engines, cameras));

  const reports: EngineReport[] = [];
  for (const [i, engine] of engines.entries()) {
    const times = warm.map((round) => round[i]);
    reports.push({
      name: engine.name,
      jsMs: summarizeSamples(times.flat()),
      roundMedians: times.map(medianOf),
      coldJsMs: summarizeSamples(first[i].map(({ ms }) => ms)),
      draws: medianOf(first[i].map(({ counts }) => counts.draws)),
      triangles: medianOf(first[i].map(({ counts }) => counts.triangles)),
      allocatedBytesPerFrame: await measureAllocation(engine, cameras),
    });
  }
  return reports;
}
