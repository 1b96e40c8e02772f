/**
 * `npm run bench:gpu`: what frames cost on a machine with a GPU. Writes what it has measured after
 * each measurement, so that nothing is lost when it is stopped.
 */

import { existsSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { catchSignals } from "../../../../src/cli/files/write-whole.ts";
import { findCommit } from "../../../../src/cli/find-checkout.ts";
import { FINE_TIMESTAMPS, openGpu } from "../../../../src/cli/render/open-gpu.ts";
import { formatGpuReport, type GpuReport, SWITCHES } from "./gpu-report.ts";
import { type GpuScene, openGpuScene } from "./gpu-scene.ts";

const USAGE = `npm run bench:gpu -- MAP... [options]

Measures frames of each MAP on the GPU, with everything on and with each feature off. If a file
MAP.path.json lies beside a map, that flight is flown instead of the map's tour.

  --size WIDTHxHEIGHT  a size of the picture; repeatable; 1920x1080 and 3840x2160
  --frames N           frames that are submitted back to back; 240
  --timed N            frames whose passes are timed; 24
  --commit HASH        of the bundle, where it runs without a checkout
  --budget SECONDS     stop measuring after this time; 220
  --json FILE          gpu.json
  --table FILE.md      gpu.md`;

interface Job {
  readonly maps: readonly string[];
  readonly sizes: readonly (readonly [number, number])[];
  readonly frames: { readonly rate: number; readonly timed: number };
  readonly budgetSeconds: number;
  readonly commit: string | null;
  readonly json: string;
  readonly table: string;
}

function parseCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} ${text}: not a count`);
  return count;
}

function parseJob(args: readonly string[]): Job | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      size: { type: "string", multiple: true, default: ["1920x1080", "3840x2160"] },
      frames: { type: "string", default: "240" },
      timed: { type: "string", default: "24" },
      commit: { type: "string" },
      budget: { type: "string", default: "220" },
      json: { type: "string", default: "gpu.json" },
      table: { type: "string", default: "gpu.md" },
    },
  });
  if (positionals.length === 0) return null;
  const sizes = values.size.map((text) => {
    const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
    if (height === undefined) throw new Error(`--size ${text}: not a size`);
    return [Number(width), Number(height)] as const;
  });
  return {
    maps: positionals,
    sizes,
    frames: {
      rate: parseCount("frames", values.frames),
      timed: parseCount("timed", values.timed),
    },
    commit: values.commit ?? findCommit(),
    budgetSeconds: parseCount("budget", values.budget),
    json: values.json,
    table: values.table,
  };
}

/** Thrown between two measurements when there is no time left or a signal came. */
class Stopped extends Error {}

/** Returns the exit code: 0 all measured, 1 stopped or failed, 2 bad arguments. */
export async function measureGpu(args: readonly string[]): Promise<number> {
  let job: Job | null;
  try {
    job = parseJob(args);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  if (job === null) {
    console.error(USAGE);
    return 2;
  }
  const begun = performance.now();
  let stopReason: string | null = null;
  const ignoreSignals = catchSignals((name) => {
    stopReason = `ended by ${name}`;
  });
  /** Called before each measurement. */
  const check = (what: string) => {
    const seconds = (performance.now() - begun) / 1000;
    console.error(`${seconds.toFixed(1)} s  ${what}`);
    if (seconds > job.budgetSeconds) stopReason ??= `the budget of ${job.budgetSeconds} s is spent`;
    if (stopReason !== null) throw new Stopped(stopReason);
  };

  // A driver's cache would hide what compiling costs.
  process.env.__GL_SHADER_DISK_CACHE ??= "0";
  const opened = await openGpu(FINE_TIMESTAMPS);
  const report: GpuReport = {
    schema: "visleaf-gpu/1",
    adapter: "",
    commit: job.commit,
    host: `Node ${process.version}`,
    cores: availableParallelism(),
    date: new Date().toISOString(),
    frames: job.frames.rate,
    timedFrames: job.frames.timed,
    scenes: [],
    partial: "unfinished",
  };
  const write = () => {
    writeFileSync(job.json, `${JSON.stringify(report, null, 1)}\n`);
    writeFileSync(job.table, formatGpuReport(report));
  };
  const scenes: GpuScene[] = [];
  try {
    await measureAll(job, report, { gpu: opened.gpu, scenes, check, write });
    report.partial = null;
  } catch (error) {
    report.partial = (error as Error).message;
    if (!(error instanceof Stopped)) console.error(error);
  } finally {
    for (const scene of scenes) scene.close();
    opened.close();
    ignoreSignals();
  }
  write();
  console.log(formatGpuReport(report));
  return report.partial === null ? 0 : 1;
}

interface Run {
  readonly gpu: GPU;
  readonly scenes: GpuScene[];
  readonly check: (what: string) => void;
  readonly write: () => void;
}

/** First everything on in all scenes, which matters most, then each switch. */
async function measureAll(job: Job, report: GpuReport, { gpu, scenes, check, write }: Run) {
  for (const file of job.maps) {
    check(`${file}: load`);
    const path = file.replace(/(\.visleaf)?\.[a-z]+$/, ".path.json");
    const scene = await openGpuScene(gpu, file, existsSync(path) ? path : null, job.frames);
    scenes.push(scene);
    Object.assign(report, { adapter: scene.adapter });
    report.scenes.push(scene.report);
    for (const size of job.sizes) {
      check(`${scene.report.name}: everything on, ${size.join("x")}`);
      scene.resize(...size);
      const plain = await scene.measure(null);
      scene.report.sizes.push({ size, plain, again: null, switches: [] });
      write();
    }
    // Frees the targets of this size while other scenes are measured.
    scene.resize(64, 36);
  }
  for (const row of job.sizes.keys()) {
    for (const scene of scenes) {
      const own = scene.report.sizes[row];
      scene.resize(...own.size);
      for (const by of SWITCHES) {
        check(`${scene.report.name}: ${by.name}, ${own.size.join("x")}`);
        own.switches.push({ name: by.name, measured: await scene.measure(by) });
        write();
      }
      own.again = await scene.measure(null);
      write();
      scene.resize(64, 36);
    }
  }
}
