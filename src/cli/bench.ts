/** `visleaf bench`: what maps cost to load and to draw. */

import { loadavg } from "node:os";
import { buildCameraPath } from "../bench/camera-path.ts";
import {
  type FrameReport,
  measureAllocation,
  measureFrames,
  measureTriangles,
  type TriangleReport,
} from "../bench/measure-frames.ts";
import {
  type LightmapReport,
  type LoadReport,
  measureLightmaps,
  measureLoad,
} from "../bench/measure-load.ts";
import type { LightSideName, MapScene } from "../map/types.ts";
import { openMap } from "../scene/load-map.ts";
import { DEFAULT_FOV } from "../viewer/camera.ts";
import { createAllocationProbe } from "./allocation-probe.ts";
import { UsageError } from "./errors.ts";
import { formatTable } from "./format-summary.ts";
import { type HeadlessRenderer, openHeadlessRenderer } from "./headless-renderer.ts";
import { loadMapFile } from "./load-map-file.ts";
import { loadOptionsFor, type MapFile, parseSide, readMapFile } from "./map-file.ts";
import { parseOptions, parseSize } from "./parse-options.ts";
import type { Verb } from "./run-command.ts";

const LOAD_RUNS = 8;
const FRAME_PASSES = 2;
const ALLOCATION_FRAMES = 1000;
/** Edge of the picture, relative to what was asked for, where pixels do not matter. */
const SMALL = 1 / 10;

interface MapReport {
  readonly map: string;
  readonly bytes: number;
  readonly load: LoadReport;
  /** From the file's bytes to the lit world on the screen, and to everything. */
  readonly firstFrameMs: number;
  readonly completeFrameMs: number;
  readonly lightmap: LightmapReport | null;
  /** null: no leaf to stand in. */
  readonly frame: FrameReport | null;
  readonly worldTriangles: TriangleReport | null;
  readonly allocatedBytesPerFrame: number | null;
  readonly bufferBytes: number;
  readonly textureBytes: number;
  readonly warnings: number;
}

interface BenchOptions {
  readonly side: LightSideName;
  readonly size: readonly [width: number, height: number];
  readonly poses: number;
}

async function benchMap(
  headless: HeadlessRenderer,
  map: MapFile,
  { side, size: [width, height], poses }: BenchOptions,
): Promise<MapReport> {
  const { gpu, renderer } = headless;
  const options = loadOptionsFor(gpu, map.name, side);
  const load = await measureLoad(
    () => openMap(map.bytes, map.sources, options).load(),
    map.bytes.length,
    LOAD_RUNS,
  );

  renderer.resize(width, height);
  const started = performance.now();
  const drawStart = async (scene: MapScene) => {
    renderer.render({ ...scene.start, fov: DEFAULT_FOV });
    await headless.drain();
    return performance.now() - started;
  };
  let firstFrameMs = 0;
  const { scene, warnings } = await loadMapFile(headless, map, side, async (world) => {
    firstFrameMs = await drawStart(world);
  });
  const completeFrameMs = await drawStart(scene);
  const { bufferBytes, textureBytes } = renderer.stats;

  const path = buildCameraPath(scene.tree, poses);
  const canFly = path.length > 0;
  const frame = canFly ? await measureFrames(headless, path, FRAME_PASSES) : null;
  renderer.resize(Math.ceil(width * SMALL), Math.ceil(height * SMALL));
  const worldTriangles = canFly ? await measureTriangles(headless, scene, path) : null;
  const allocatedBytesPerFrame = canFly
    ? await measureAllocation(headless, createAllocationProbe(), path, ALLOCATION_FRAMES)
    : null;
  return {
    map: map.name,
    bytes: map.bytes.length,
    load,
    firstFrameMs,
    completeFrameMs,
    lightmap: measureLightmaps(scene),
    frame,
    worldTriangles,
    allocatedBytesPerFrame,
    bufferBytes,
    textureBytes,
    warnings: warnings.length,
  };
}

function toRow(report: MapReport) {
  const { load, lightmap, frame, worldTriangles } = report;
  const fixed = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? "-";
  return {
    map: report.map,
    MB: fixed(report.bytes / 1e6, 1),
    "parse+world MB/s": fixed(load.parseAndWorldMBps, 0),
    "first ms": fixed(report.firstFrameMs, 0),
    "complete ms": fixed(report.completeFrameMs, 0),
    "lightmap fill": lightmap ? `${fixed(lightmap.fill * 100, 1)} %` : "unlit",
    "JS ms median/95th": frame ? `${fixed(frame.jsMs.median, 2)}/${fixed(frame.jsMs.p95, 2)}` : "-",
    draws: fixed(frame?.draws.median, 0),
    triangles: fixed(frame?.triangles.median, 0),
    "drawn/needed": fixed(worldTriangles?.submittedOverExact, 2),
    "bytes/frame": fixed(report.allocatedBytesPerFrame ?? undefined, 0),
  };
}

export const benchVerb: Verb = {
  help: `visleaf bench MAP... [options]

Times loading and drawing, over the same camera path each time: leaves of the map in their own
order. JavaScript time is that of a frame's own code, on an idle GPU. Loads are from memory.

  --json               print one JSON object, with everything that was measured
  --content DIR        a folder with materials and models, for all maps; may be repeated
  --side hdr|ldr       the light to use where a map has both; hdr
  --size WIDTHxHEIGHT  pixels; 640x360
  --poses N            places along the path; 120

In the table, "drawn/needed" is the world's triangles drawn over those in visible clusters and in
the view; "bytes/frame" is what JavaScript allocates, over 1,000 frames.`,

  async run(args) {
    const { values, positionals } = parseOptions("bench", args, {
      json: { type: "boolean", default: false },
      content: { type: "string", multiple: true, default: [] },
      side: { type: "string", default: "hdr" },
      size: { type: "string", default: "640x360" },
      poses: { type: "string", default: "120" },
    });
    if (positionals.length === 0) throw new UsageError("wants at least one map", "bench");
    const poses = Number(values.poses);
    if (!Number.isInteger(poses) || poses < 1 || poses > 100_000) {
      throw new UsageError(`--poses is a number from 1 to 100000, not "${values.poses}"`, "bench");
    }
    const options: BenchOptions = {
      side: parseSide("bench", values.side),
      size: parseSize("bench", "--size", values.size),
      poses,
    };
    const maps = await Promise.all(positionals.map((path) => readMapFile(path, values.content)));

    const [loadAtStart] = loadavg();
    const headless = await openHeadlessRenderer(...options.size);
    try {
      const reports: MapReport[] = [];
      for (const map of maps) reports.push(await benchMap(headless, map, options));
      const environment = {
        visleaf: VISLEAF_VERSION,
        node: process.version,
        adapter: headless.gpu.adapterName,
        /** What the machine was busy with besides: above a few tenths, times are worth little. */
        loadAverage: loadAtStart,
        size: values.size,
        poses,
      };
      if (values.json) {
        console.log(JSON.stringify({ environment, maps: reports }));
      } else {
        console.log(formatTable(reports.map(toRow)).join("\n"));
        const { adapter, node, loadAverage } = environment;
        console.log(`\n${adapter}, Node ${node}, ${values.size}, load ${loadAverage.toFixed(1)}`);
      }
    } finally {
      headless.close();
    }
  },
};
