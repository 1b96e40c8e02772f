/**
 * `npm run bench:frame`: what frames cost before a GPU gets them, of this checkout and another in
 * turns.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import {
  DEFAULT_FRAME_OPTIONS,
  type FrameRun,
  type FrameStart,
  mergeFrameStarts,
} from "../../../../src/bench/frame-cost/frame-report.ts";
import { createBudget } from "../../../../src/cli/bench/budget.ts";
import { catchSignals, writeWhole } from "../../../../src/cli/files/write-whole.ts";
import { formatTable } from "../../../../src/cli/format-summary.ts";
import { bundleSide, ROOT } from "./bundle-side.ts";
import type { FrameQuestion } from "./frame-program.ts";

const USAGE = `npm run bench:frame -- MAP... [--compare CHECKOUT] [options]

Measures frames of each MAP on Dawn's null device, each time in a new process, of this checkout and in
turns of another. The same program measures both.

  --compare CHECKOUT  another visleaf's source
  --content PATH      content of the maps; repeatable
  --repeat N          turns; ${DEFAULT_FRAME_OPTIONS.repeat}
  --frames N          hot frames; ${DEFAULT_FRAME_OPTIONS.frames}
  --budget SECONDS    start no turn that would probably end later
  --json FILE         write all starts as JSON after each one`;

/** Starts of a map: of this checkout, then of the other. */
export type SideStarts = readonly FrameStart[][];

/** Measures one map once with a bundle. */
export type MeasureStart = (
  program: string,
  question: FrameQuestion,
  signal: AbortSignal,
) => Promise<FrameStart>;

const measureInProcess: MeasureStart = async (program, question, signal) => {
  const child = spawn(process.execPath, [program, JSON.stringify(question)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = () => child.kill();
  signal.addEventListener("abort", stop);
  try {
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${question.map}: its process ended with ${code}`);
    return JSON.parse(output);
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

/** Returns the table: this checkout's figures, and the other's after a slash. */
export function tabulateSides(maps: readonly SideStarts[]): Record<string, string>[] {
  return maps
    .filter((sides) => sides.every((starts) => starts.length > 0))
    .map((sides) => {
      const runs = sides.map(mergeFrameStarts);
      const each = (format: (run: FrameRun) => string) => runs.map(format).join(" / ");
      const [now, before = now] = runs;
      const ratio = (of: (run: FrameRun) => number) =>
        runs.length < 2 ? "" : ` x${(of(now) / of(before)).toFixed(2)}`;
      return {
        map: now.map,
        "own JS, hot p10 ms": each(({ own }) => own.p10.toFixed(3)) + ratio(({ own }) => own.p10),
        "first 60 frames, median":
          each(({ first }) => first.toFixed(3)) + ratio((run) => run.first),
        dispatches: each(({ calls }) => String(calls.dispatches)),
        draws: each(({ calls }) => String(calls.draws)),
        bundles: each(({ calls }) => String(calls.bundles)),
        "writes, bytes": each(({ calls }) => `${calls.writes}, ${calls.writtenBytes}`),
        "heap bytes": each(({ heapBytes }) => heapBytes?.toFixed(0) ?? "–"),
        "load CPU ms": each(({ loadCpu }) => loadCpu.toFixed(0)) + ratio((run) => run.loadCpu),
      };
    });
}

function parseCount(name: string, value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} ${value}: not a count`);
  return count;
}

/** Returns the exit code: 0 done, 1 stopped or failed, 2 bad arguments. */
export async function compareFrames(
  args: readonly string[],
  measure: MeasureStart = measureInProcess,
  bundle: typeof bundleSide = bundleSide,
): Promise<number> {
  const { values, positionals: maps } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      compare: { type: "string" },
      content: { type: "string", multiple: true, default: [] },
      repeat: { type: "string", default: String(DEFAULT_FRAME_OPTIONS.repeat) },
      frames: { type: "string", default: String(DEFAULT_FRAME_OPTIONS.frames) },
      budget: { type: "string" },
      json: { type: "string" },
    },
  });
  if (maps.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const frames = parseCount("frames", values.frames);
  const turns = parseCount("repeat", values.repeat);
  const seconds = values.budget === undefined ? null : parseCount("budget", values.budget);
  const folders = [ROOT, ...(values.compare === undefined ? [] : [resolve(values.compare)])];
  const programs: string[] = [];
  for (const [side, folder] of folders.entries()) {
    programs.push(await bundle(folder, side === 0 ? "now" : "before"));
  }
  const starts: SideStarts[] = maps.map(() => folders.map(() => []));
  const controller = new AbortController();
  const { signal } = controller;
  const stopCatching = catchSignals((name) => controller.abort(new Error(`ended by ${name}`)));
  const budget = createBudget(seconds, controller);
  let reason: string | null = null;
  try {
    for (let turn = 0; turn < turns; turn++) {
      if (turn > 0 && !budget.hasTimeFor(folders.length * maps.length)) break;
      for (const [row, map] of maps.entries()) {
        for (let i = 0; i < folders.length; i++) {
          // A B B A: neither side gains from a machine that speeds up or slows down.
          const side = turn % 2 === 1 ? folders.length - 1 - i : i;
          signal.throwIfAborted();
          const question = { map, content: values.content, size: [640, 360] as const, frames };
          starts[row][side].push(await measure(programs[side], question, signal));
          budget.end();
          if (values.json !== undefined) {
            await writeWhole(values.json, `${JSON.stringify({ folders, starts }, null, 1)}\n`);
          }
        }
      }
    }
  } catch (error) {
    const isEnough = budget.isSpent && starts.flat().every((of) => of.length > 0);
    if (!isEnough) reason = (signal.aborted ? signal.reason : (error as Error)).message;
  } finally {
    budget.close();
    stopCatching();
  }
  const rows = tabulateSides(starts);
  if (rows.length > 0) console.log(formatTable(rows).join("\n"));
  const least = Math.min(...starts.flat().map((of) => of.length));
  console.log(`\n${folders.join(" / ")}; medians of ${least} turns or more`);
  if (reason !== null) console.error(reason);
  return reason === null ? 0 : 1;
}
