/** Runs the peer benchmark from the command line and writes a table and JSON. */

import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import { PNG } from "pngjs";
import { UsageError } from "../../src/cli/errors.ts";
import { formatTable } from "../../src/cli/format-summary.ts";
import { parseOptions, parseSize } from "../../src/cli/options/parse-options.ts";
import type { EngineReport } from "./compare-engines.ts";
import type { OpenReport } from "./page.ts";
import { openPeerSession, type PeerSession } from "./peer-session.ts";

const VERB = "bench:peers";

const HELP = `npm run bench:peers -- MAP... [options]

Draws each map with visleaf and with three.js' WebGPURenderer, on one camera path in one run, and
compares what a frame costs JavaScript. docs/performance.md says what is compared and how.

  --content DIR        a folder with materials, for all maps; may be repeated
  --frames N           poses, spread over the map; 120
  --repeat N           warm rounds of every engine; 2
  --size WIDTHxHEIGHT  pixels; 640x360
  --json FILE          everything that was measured, as one JSON object
  --pictures DIR       PNGs of some poses by each engine
  --crowd COUNT        instead of maps: 100 characters that stand and that move, and COUNT small ones that do`;

/** Number of poses whose pictures are written. */
const PICTURES = 4;

interface Run {
  readonly map: string;
  readonly bytes: number;
  readonly loadMs: number;
  readonly missing: number;
  readonly engines: readonly (EngineReport & {
    readonly setupMs: number;
    /** Time from the file's bytes to the first complete frame. */
    readonly completeMs: number;
    /**
     * Median JavaScript time relative to visleaf's world-only frame, which is what the peers draw.
     */
    readonly overVisleaf: number;
    /** The same relative to visleaf's whole frame, including props and sky. */
    readonly overWholeVisleaf: number;
  })[];
}

function buildRun(map: string, opened: OpenReport, engines: readonly EngineReport[]): Run {
  const [world, whole] = engines;
  return {
    map,
    bytes: opened.bytes,
    loadMs: opened.loadMs,
    missing: opened.missing,
    engines: engines.map((engine, i) => ({
      ...engine,
      setupMs: opened.setup[i].ms,
      completeMs: opened.loadMs + opened.setup[i].ms,
      overVisleaf: engine.jsMs.median / world.jsMs.median,
      overWholeVisleaf: engine.jsMs.median / whole.jsMs.median,
    })),
  };
}

function toRows(run: Run) {
  return run.engines.map((engine) => ({
    map: run.map,
    engine: engine.name,
    "JS ms median": engine.jsMs.median.toFixed(3),
    "best round": Math.min(...engine.roundMedians).toFixed(3),
    "95th": engine.jsMs.p95.toFixed(2),
    "99th": engine.jsMs.p99.toFixed(2),
    "cold worst": engine.coldJsMs.worst.toFixed(1),
    draws: engine.draws,
    triangles: engine.triangles,
    "bytes a frame": engine.allocatedBytesPerFrame?.toFixed(0) ?? "-",
    "complete ms": engine.completeMs.toFixed(0),
    "over visleaf": engine.overVisleaf.toFixed(1),
    "over its whole": engine.overWholeVisleaf.toFixed(1),
  }));
}

async function writePictures(
  session: PeerSession,
  folder: string,
  map: string,
  frames: number,
  [width, height]: readonly [number, number],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < Math.min(PICTURES, frames); i++) {
    const pose = Math.floor(((i + 0.5) * frames) / PICTURES);
    for (const { name, pixels } of await session.draw(pose)) {
      const png = new PNG({ width, height });
      png.data.set(pixels);
      const file = `${map}-${pose}-${name.replaceAll(/[^a-z.]+/g, "-")}.png`;
      writeFileSync(join(folder, file), PNG.sync.write(png));
    }
  }
}

function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100_000) {
    throw new UsageError(`${option} is a number from 1 to 100000, not "${text}"`, VERB);
  }
  return count;
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(VERB, args, {
    help: { type: "boolean", default: false },
    content: { type: "string", multiple: true, default: [] },
    frames: { type: "string", default: "120" },
    repeat: { type: "string", default: "2" },
    size: { type: "string", default: "640x360" },
    json: { type: "string" },
    pictures: { type: "string" },
    crowd: { type: "string" },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const frames = parseCount("--frames", values.frames);
  const rounds = parseCount("--repeat", values.repeat);
  const size = parseSize(VERB, "--size", values.size);
  if (values.crowd !== undefined) {
    await runCrowds(parseCount("--crowd", values.crowd), size, frames, rounds, values.pictures);
    return;
  }
  if (positionals.length === 0) throw new UsageError("wants at least one map", VERB);
  const [loadAverage] = loadavg();
  const session = await openPeerSession(positionals, values.content);
  const runs: Run[] = [];
  let environment: object = {};
  try {
    for (const path of positionals) {
      const map = basename(path).replace(/\.bsp$/i, "");
      const opened = await session.open(path, size, frames, "leafs");
      const { adapter } = opened;
      environment = {
        adapter,
        browser: session.version,
        size: values.size,
        frames,
        rounds,
        loadAverage,
      };
      if (values.pictures !== undefined) {
        await writePictures(session, values.pictures, map, frames, size);
      }
      const report = buildRun(map, opened, await session.measure(rounds));
      runs.push(report);
      console.log(`${formatTable(toRows(report)).join("\n")}\n`);
      // Written after every map, so that an error keeps earlier results, marked as incomplete.
      if (values.json !== undefined) {
        const partial = runs.length < positionals.length;
        const all = { schema: "visleaf-peers/1", ...environment, partial, runs };
        writeFileSync(values.json, `${JSON.stringify(all, null, 2)}\n`);
      }
    }
  } finally {
    await session.close();
  }
  console.log(
    Object.entries(environment)
      .map(([key, value]) => `${key} ${value}`)
      .join(", "),
  );
}

async function runCrowds(
  many: number,
  size: readonly [number, number],
  frames: number,
  rounds: number,
  pictures: string | undefined,
): Promise<void> {
  const session = await openPeerSession([], []);
  try {
    await session.openCrowds({ size, frames, many });
    if (pictures !== undefined) await writePictures(session, pictures, "crowd", frames, size);
    const rows = (await session.measure(rounds)).map((engine) => ({
      crowd: engine.name,
      "JS ms median": engine.jsMs.median.toFixed(3),
      "best round": Math.min(...engine.roundMedians).toFixed(3),
      "95th": engine.jsMs.p95.toFixed(2),
      draws: engine.draws,
      triangles: engine.triangles,
      "bytes a frame": engine.allocatedBytesPerFrame?.toFixed(0) ?? "-",
    }));
    console.log(formatTable(rows).join("\n"));
  } finally {
    await session.close();
  }
}

/** Returns the exit code. */
export async function runPeers(args: string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    console.error(`${VERB}: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
