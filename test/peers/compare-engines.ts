/**
 * Times engines side by side: rounds over the same poses in short legs, with the engines
 * alternating on each leg, so that other load on the machine affects all of them.
 *
 * A frame is timed with an idle GPU and browser: wait for a browser frame and a little longer, set
 * the camera, time the calls of one frame, and drain the GPU.
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
/** Poses per leg: a few seconds on a software adapter. */
const LEG_FRAMES = 20;
/** Attempts of an allocation probe, because a garbage collection spoils it. */
const PROBE_TRIES = 8;

export interface EngineReport {
  readonly name: string;
  /** Over all warm rounds. */
  readonly jsMs: Distribution;
  /** Median of each warm round; they vary with other load on the machine. */
  readonly roundMedians: readonly number[];
  /** First round: the cost of a first visit. */
  readonly coldJsMs: Distribution;
  /** Medians. */
  readonly draws: number;
  readonly triangles: number;
  /** `null` if the browser does not report it. */
  readonly allocatedBytesPerFrame: number | null;
}

/** Returns the camera of a path's row. */
export function cameraAt(poses: Float32Array, row: number): Camera {
  const camera = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: FOV };
  writePose(camera, poses, row);
  return camera;
}

function settle(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, SETTLE_MS)));
}

/** Draws a pose and returns the milliseconds. */
async function timeFrame(engine: PeerEngine, camera: Camera): Promise<number> {
  await settle();
  engine.setCamera(camera);
  const start = performance.now();
  engine.render();
  const ms = performance.now() - start;
  await engine.drain();
  return ms;
}

/** Returns the frame times of every engine, one row per engine. */
async function timeRound(engines: readonly PeerEngine[], cameras: readonly Camera[]) {
  const times = engines.map((): number[] => []);
  for (let leg = 0; leg < cameras.length; leg += LEG_FRAMES) {
    for (const [i, engine] of engines.entries()) {
      // The pose before the leg, not counted, because another engine's code ran last.
      await timeFrame(engine, cameras.at(leg - 1)!);
      for (const camera of cameras.slice(leg, leg + LEG_FRAMES)) {
        times[i].push(await timeFrame(engine, camera));
      }
    }
  }
  return times;
}

/** Returns the average JavaScript heap bytes per frame over a round. */
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

/**
 * Runs one whole cold round per engine, in which draws are counted, then `rounds` warm ones by
 * legs.
 */
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
