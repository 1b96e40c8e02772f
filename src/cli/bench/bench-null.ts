/**
 * `visleaf bench --device null`: the cost of frames without a GPU. Each start is a process of its
 * own, because its first frames run code that is not compiled yet.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, loadavg } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import {
  FRAME_SCHEMA,
  type FrameReport,
  type FrameStart,
  mergeFrameStarts,
  tabulateFrames,
} from "../../bench/frame-cost/frame-report.ts";
import { measureFrameCost } from "../../bench/frame-cost/measure-frame-cost.ts";
import { hashBytes } from "../../bench/run-bench.ts";
import { memoryBytes } from "../../content/bytes/memory-bytes.ts";
import type { LightSideName } from "../../map/types.ts";
import { openMap } from "../../scene/open/map-session.ts";
import { readBsp } from "../../scene/open/read-map.ts";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { inFile } from "../compile/bad-source.ts";
import { CliError } from "../errors.ts";
import { loadOptionsFor, readMapFile } from "../files/map-file.ts";
import { catchSignals } from "../files/write-whole.ts";
import { findCommit } from "../find-checkout.ts";
import { formatTable } from "../format-summary.ts";
import { slowDawnPolling } from "../render/dawn-polling.ts";
import { openNullGpu } from "../render/open-gpu.ts";
import { printLines } from "../terminal.ts";
import { createAllocationProbe } from "./bench-dawn.ts";
import { createBudget } from "./budget.ts";
import { STDOUT, writeJson } from "./outputs.ts";

export interface NullRequest {
  readonly maps: readonly string[];
  /** Paths of content in search order. */
  readonly content: readonly string[];
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  /** Hot frames. */
  readonly frames: number;
  /** Processes per map. */
  readonly repeat: number;
  /** A path file and its text, or null for the map's tour. */
  readonly path: { readonly file: string; readonly name: string; readonly text: string } | null;
  readonly budgetSeconds: number | null;
  readonly json: string | undefined;
}

/** Measures, writes the report after each start, and prints a table. Returns the report. */
export async function runOnNull(request: NullRequest): Promise<FrameReport> {
  const { maps, repeat, json } = request;
  for (const path of maps) {
    const { name, bytes } = await readMapFile(path, []);
    await inFile(path, () => readBsp(memoryBytes(name, bytes), request.side));
  }
  const head = createHead(request);
  const starts: FrameStart[][] = maps.map(() => []);
  const reportOf = (partial: string | null): FrameReport => ({
    ...head,
    runs: starts.filter((of) => of.length > 0).map(mergeFrameStarts),
    partial,
  });
  const controller = new AbortController();
  const { signal } = controller;
  const stopCatching = catchSignals((name) => controller.abort(new CliError(`ended by ${name}`)));
  const budget = createBudget(request.budgetSeconds, controller);
  let partial: string | null = null;
  try {
    // All maps once before any again, so that a stop leaves something of each.
    for (let i = 0; i < maps.length * repeat; i++) {
      const map = i % maps.length;
      if (i >= maps.length && !budget.hasTimeFor(1)) break;
      signal.throwIfAborted();
      starts[map].push(await measureStart(request, maps[map], signal));
      budget.end();
      if (json !== undefined && json !== STDOUT) {
        await writeJson(reportOf("the benchmark was not finished"), json);
      }
    }
  } catch (error) {
    const reason = signal.aborted ? (signal.reason as Error) : (error as Error);
    if (starts[0].length === 0) throw reason;
    const isEnough = budget.isSpent && starts.every((of) => of.length > 0);
    if (!isEnough) partial = reason.message;
  } finally {
    budget.close();
    stopCatching();
  }
  const report = reportOf(partial);
  if (json !== undefined) await writeJson(report, json);
  if (json !== STDOUT) {
    const { host, cores, loadAverage, size, frames, path } = report;
    printLines(formatTable(tabulateFrames(report)));
    const load = loadAverage === null ? "" : `, load ${loadAverage.toFixed(1)}`;
    const of = `${size.join("x")}, ${frames} hot frames of ${path}`;
    printLines(["", `Dawn's null device (${host}), ${cores} cores${load}; ${of}`]);
  }
  return report;
}

function createHead({ side, size, frames, path }: NullRequest): Omit<FrameReport, "runs"> {
  return {
    schema: FRAME_SCHEMA,
    visleaf: VISLEAF_VERSION,
    commit: findCommit(),
    host: `Node ${process.version}`,
    cores: availableParallelism(),
    loadAverage: loadavg()[0],
    date: new Date().toISOString(),
    ...{ side, size, frames },
    path: path?.name ?? "tour",
    partial: null,
  };
}

/** File of the bundled command, which new processes start; `null` if this runs from source. */
const ENTRY = import.meta.url.endsWith(".ts") ? null : new URL("visleaf.js", import.meta.url);

/** Measures one map once: here if there is nothing else to measure, else in a new process. */
function measureStart(request: NullRequest, map: string, signal: AbortSignal) {
  const isAlone = request.maps.length === 1 && request.repeat === 1;
  if (ENTRY === null || isAlone) return measureHere(request, map, signal);
  return measureInProcess(ENTRY, request, map, signal);
}

async function measureHere(
  { content, size, side, frames, path }: NullRequest,
  file: string,
  signal: AbortSignal,
): Promise<FrameStart> {
  slowDawnPolling();
  const map = await readMapFile(file, content);
  const opened = await openNullGpu();
  try {
    const cost = await measureFrameCost(
      {
        ...{ size, frames, signal },
        path: path && { name: path.name, flight: parseFlight(path.text, path.name) },
        open: ({ gpu }) => openMap(map.bytes, map.sources, loadOptionsFor(gpu, map.name, side)),
      },
      { gpu: opened.gpu, cpuMs, createProbe: createAllocationProbe },
    );
    const sha256 = await hashBytes(map.bytes);
    return { map: map.name, sha256, mapBytes: map.bytes.length, ...cost };
  } finally {
    opened.close();
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measureInProcess(
  entry: URL,
  { content, size, side, frames, path }: NullRequest,
  map: string,
  signal: AbortSignal,
): Promise<FrameStart> {
  const args = [
    ...["bench", map, "--device", "null", "--repeat", "1", "--json", STDOUT, "--side", side],
    ...["--size", size.join("x"), "--frames", String(frames)],
    ...content.flatMap((one) => ["--content", one]),
    ...(path === null ? [] : ["--path", path.file]),
  ];
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(entry), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = () => child.kill();
  signal.addEventListener("abort", stop);
  try {
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    signal.throwIfAborted();
    if (code !== 0) throw new CliError(`${map}: its process ended with ${code}`);
    return (JSON.parse(output) as FrameReport).runs[0];
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
