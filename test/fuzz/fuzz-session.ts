/** Makes mutants and measures them, one after another, until the time is over. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../../src/compile/generate/random.ts";
import { MeasuredProcess } from "../support/measure/measured-process.ts";
import type { FileKind } from "../support/measure/readers.ts";
import { BOUNDS, judge, type Measured } from "./judge.ts";
import { makeMutant, pickSteps } from "./mutant.ts";
import type { Seed } from "./seeds.ts";

export interface SessionOptions {
  readonly seeds: readonly Seed[];
  readonly seed: number;
  readonly seconds: number;
  /** Most mutants; for runs that are to be the same on every machine. */
  readonly runs?: number;
  /** Where findings are kept. */
  readonly folder: string;
  /** `measure-program.ts`, bundled. */
  readonly program: string;
  readonly say: (line: string) => void;
}

export interface Finding {
  readonly name: string;
  /** Why it is one. */
  readonly reason: string;
  /** Of the run, and of the steps that are left of it. */
  readonly seed: number;
  readonly steps: readonly number[];
  readonly labels: readonly string[];
  readonly path: string;
}

export interface SessionResult {
  readonly runs: number;
  /** Mutants that were read, with or without warnings, and that were refused. */
  readonly ends: Readonly<Record<"read" | "refused", number>>;
  readonly slowestMs: number;
  readonly mostBytes: number;
  readonly findings: readonly Finding[];
}

export async function runSession(options: SessionOptions): Promise<SessionResult> {
  const { seeds, say } = options;
  const child = new MeasuredProcess(options.program);
  const findings: Finding[] = [];
  const ends = { read: 0, refused: 0 };
  let slowestMs = 0;
  let mostBytes = 0;
  const measure = async (kind: FileKind, file: Uint8Array): Promise<Measured> => ({
    outcome: await child.ask({ kind, file }, BOUNDS),
    byteLength: file.length,
  });
  try {
    const bases: Measured[] = [];
    for (const { name, kind, file } of seeds) {
      // Twice: the first one warms the code up.
      await measure(kind, file);
      const base = await measure(kind, file);
      bases.push(base);
      const reason = judge(base, null);
      if (reason !== null) say(`${name} itself: ${reason}`);
    }
    const random = createRandom(options.seed);
    const end = performance.now() + options.seconds * 1000;
    let runs = 0;
    for (; runs < (options.runs ?? Infinity) && performance.now() < end; runs++) {
      const at = runs % seeds.length;
      const { name, kind, file } = seeds[at];
      const steps = pickSteps(random.index(2 ** 32));
      const isFinding = async (tried: readonly number[]) => {
        const measured = await measure(kind, makeMutant(kind, file, tried).file);
        return { measured, reason: judge(measured, bases[at]) };
      };
      const { measured, reason } = await isFinding(steps);
      const { outcome } = measured;
      slowestMs = Math.max(slowestMs, outcome.ms);
      if ("bytesAtMost" in outcome) mostBytes = Math.max(mostBytes, outcome.bytesAtMost);
      if (outcome.end === "read" || outcome.end === "refused") ends[outcome.end]++;
      if (reason === null) continue;
      // Once more, in a process of its own: what came before may have had a part in it.
      child.close();
      if ((await isFinding(steps)).reason === null) continue;
      const kept = await shrink(steps, async (tried) => (await isFinding(tried)).reason !== null);
      const finding = save(options, name, kind, file, kept, reason);
      findings.push(finding);
      say(`${name}, ${finding.labels.join("; ")}: ${reason}\n  ${finding.path}`);
    }
    return { runs, ends, slowestMs, mostBytes, findings };
  } finally {
    child.close();
  }
}

/** Leaves out every step without which it is a finding still. */
async function shrink(
  steps: readonly number[],
  isFinding: (steps: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let kept = steps;
  for (const step of steps) {
    const fewer = kept.filter((other) => other !== step);
    if (fewer.length > 0 && (await isFinding(fewer))) kept = fewer;
  }
  return kept;
}

function save(
  { folder, seed }: SessionOptions,
  name: string,
  kind: FileKind,
  original: Uint8Array,
  steps: readonly number[],
  reason: string,
): Finding {
  const { file, labels } = makeMutant(kind, original, steps);
  mkdirSync(folder, { recursive: true });
  const base = `${name.replaceAll(/[^\w]+/g, "-")}-${steps.map((s) => s.toString(36)).join("-")}`;
  const path = join(folder, `${base}.${kind}`);
  const finding = { name, reason, seed, steps, labels, path };
  writeFileSync(path, file);
  writeFileSync(join(folder, `${base}.json`), `${JSON.stringify(finding, null, 2)}\n`);
  return finding;
}
