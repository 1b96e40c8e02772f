/** `npm run fuzz`: what its arguments say, and what it says in the end. */

import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { listCorpusFiles, readCorpus } from "../support/corpus.ts";
import { bundleProgram } from "../support/measure/bundle-program.ts";
import { BundleSources } from "./coverage/bundle-sources.ts";
import { type FuzzResult, fuzzTarget } from "./session/fuzz-target.ts";
import { FuzzedProcess } from "./session/fuzzed-process.ts";
import { FOUND_FOLDER, keepFinding, keepMutants, listMutants } from "./session/kept-files.ts";
import { TARGETS } from "./targets/index.ts";
import type { Target } from "./targets/target.ts";

const USAGE =
  "npm run fuzz -- [--minutes N] [--seconds N] [--runs N] [--only NAME…] [--seed N] [--file PATH…] [--keep] [--list]";
const DEFAULT_SECONDS = 60;
const MOST_TRIES = 16;
/** Real files that mutants are made of: the smallest of a kind, and none that is large. */
const MOST_REAL_FILES = 4;
const MOST_REAL_BYTES = 24_000;

export interface Arguments {
  /** Time for all targets together. */
  readonly seconds: number;
  /** Mutants of each target. */
  readonly runs: number;
  readonly seed: number;
  readonly only: readonly string[];
  readonly files: readonly string[];
  readonly isKept: boolean;
  readonly isList: boolean;
}

/** Throws Error, with the usage, for what it does not know. */
export function parseArguments(args: readonly string[]): Arguments {
  let [seconds, runs, seed] = [0, Number.POSITIVE_INFINITY, Date.now() % 2 ** 31];
  const [only, files]: [string[], string[]] = [[], []];
  let [isKept, isList] = [false, false];
  for (let i = 0; i < args.length; i++) {
    const number = () => {
      const value = Number(args[++i]);
      if (Number.isInteger(value) && value >= 0) return value;
      throw new Error(`${USAGE}\n${args[i - 1]}: a whole number`);
    };
    const take = (into: string[]) => {
      while (args[i + 1] !== undefined && !args[i + 1].startsWith("--")) into.push(args[++i]);
    };
    if (args[i] === "--seconds") seconds += number();
    else if (args[i] === "--minutes") seconds += number() * 60;
    else if (args[i] === "--runs") runs = number();
    else if (args[i] === "--seed") seed = number();
    else if (args[i] === "--only") take(only);
    else if (args[i] === "--file") take(files);
    else if (args[i] === "--keep") isKept = true;
    else if (args[i] === "--list") isList = true;
    else throw new Error(USAGE);
  }
  const unlimited = Number.isFinite(runs) ? Number.POSITIVE_INFINITY : DEFAULT_SECONDS;
  return { seconds: seconds || unlimited, runs, seed, only, files, isKept, isList };
}

/** Throws Error for a name of none, or a file that no target reads. */
export function chooseTargets(only: readonly string[], files: readonly string[]): Target[] {
  const unknown = only.find((name) => !TARGETS.some((target) => target.name === name));
  if (unknown !== undefined) throw new Error(`there is no target "${unknown}": see --list`);
  const readBy = ({ files: ends = [] }: Target, path: string) =>
    ends.some((end) => path.toLowerCase().endsWith(end));
  for (const path of files) {
    if (!TARGETS.some((target) => readBy(target, path))) {
      throw new Error(`${path}: no target reads files of such a name: see --list`);
    }
  }
  return TARGETS.filter(
    (target) =>
      (only.length === 0 || only.includes(target.name)) &&
      (files.length === 0 || files.some((path) => readBy(target, path))),
  );
}

/** Lists the files that a target starts with besides its seeds: named files, else kept and small real ones. */
function listMore(target: Target, files: readonly string[]): Uint8Array[] {
  const { files: ends = [] } = target;
  const named = files.filter((path) => ends.some((end) => path.toLowerCase().endsWith(end)));
  if (files.length > 0) return named.map((path) => new Uint8Array(readFileSync(path)));
  const real = ends
    .flatMap((end) => listCorpusFiles(end))
    .map((path) => readCorpus(path))
    .filter(({ length }) => length > 0 && length <= MOST_REAL_BYTES)
    .sort((a, b) => a.length - b.length);
  const step = Math.max(1, Math.floor(real.length / MOST_REAL_FILES));
  const spread = real.filter((_, i) => i % step === 0).slice(0, MOST_REAL_FILES);
  return [...listMutants(target).map(({ bytes }) => bytes), ...spread];
}

/** The command's exit status: 1 where something was found. */
export async function fuzz(args: readonly string[]): Promise<number> {
  const { seconds, runs, seed, only, files, isKept, isList } = parseArguments(args);
  const targets = chooseTargets(only, files);
  if (isList) {
    for (const { name, does, files: ends = [] } of targets) {
      console.log(`${name.padEnd(16)} ${does}${ends.length > 0 ? ` (${ends.join(", ")})` : ""}`);
    }
    return 0;
  }
  const folder = isKept ? FOUND_FOLDER : join(tmpdir(), "visleaf-fuzz");
  console.log(`fuzz: ${targets.length} targets, ${seconds} s, --seed ${seed}`);
  const program = await bundleProgram("test/fuzz/session/fuzz-program.ts", true);
  const process = new FuzzedProcess(program.path);
  const share = { seed, runs, seconds: seconds / targets.length };
  const common = { process, sources: new BundleSources(program.folder), mostTries: MOST_TRIES };
  let found = 0;
  try {
    console.log("| target | mutants | a second | read | blocks by seeds | after | found |");
    console.log("|---|---|---|---|---|---|---|");
    for (const target of targets) {
      const more = listMore(target, files);
      const result = await fuzzTarget({ target, more, isGuided: true, ...share, ...common });
      console.log(toRow(target.name, result));
      for (const finding of result.findings) {
        const path = keepFinding(folder, finding);
        console.log(`${finding.reason.split("\n").slice(0, 6).join("\n")}\n  ${path}`);
      }
      found += result.findings.length;
      if (isKept) keepMutants(target, result.kept);
    }
  } finally {
    process.close();
    program.dispose();
  }
  console.log(`${found} findings${found > 0 ? ` in ${basename(folder)}: ${folder}` : ""}`);
  return found > 0 ? 1 : 0;
}

function toRow(name: string, { runs, seconds, ends, seedBlocks, blocks, findings }: FuzzResult) {
  const rate = Math.round(runs / Math.max(seconds, 0.001));
  const read = `${Math.round((ends.read / Math.max(1, runs)) * 100)} %`;
  return `| ${[name, runs, rate, read, seedBlocks, blocks, findings.length].join(" | ")} |`;
}
