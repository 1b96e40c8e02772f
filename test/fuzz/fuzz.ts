/** `npm run fuzz`: what its arguments say, and what it says in the end. */

import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bundleProgram } from "../support/measure/bundle-program.ts";
import { runSession } from "./fuzz-session.ts";
import { madeSeeds, readSeed } from "./seeds.ts";

const USAGE = "npm run fuzz -- [--seconds N] [--seed N] [--file PATH…]";
const DEFAULT_SECONDS = 60;

interface Arguments {
  readonly seconds: number;
  readonly seed: number;
  readonly files: readonly string[];
}

/** Throws Error, with the usage, for what it does not know. */
export function parseArguments(args: readonly string[]): Arguments {
  let seconds = DEFAULT_SECONDS;
  let seed = Date.now() % 2 ** 31;
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const number = () => {
      const value = Number(args[++i]);
      if (!Number.isInteger(value) || value < 0)
        throw new Error(`${USAGE}\n${args[i - 1]}: a whole number`);
      return value;
    };
    if (args[i] === "--seconds") seconds = number();
    else if (args[i] === "--seed") seed = number();
    else if (args[i] === "--file") {
      while (args[i + 1] !== undefined && !args[i + 1].startsWith("--")) files.push(args[++i]);
    } else throw new Error(USAGE);
  }
  return { seconds, seed, files };
}

/** The command's exit status: 1 where something was found. */
export async function fuzz(args: readonly string[]): Promise<number> {
  const { seconds, seed, files } = parseArguments(args);
  const seeds = files.length > 0 ? files.map(readSeed) : madeSeeds(true);
  const folder = join(tmpdir(), "visleaf-fuzz");
  console.log(`fuzz: ${seeds.length} files, ${seconds} s, --seed ${seed}`);
  const program = await bundleProgram("test/support/measure/measure-program.ts");
  try {
    const say = (line: string) => console.log(line);
    const options = { seeds, seed, seconds, folder, program: program.path, say };
    const { runs, ends, slowestMs, mostBytes, findings } = await runSession(options);
    const cost = `at most ${Math.round(slowestMs)} ms and ${Math.round(mostBytes / 2 ** 20)} MiB`;
    console.log(`${runs} mutants: ${ends.read} read, ${ends.refused} refused, ${cost}`);
    console.log(
      `${findings.length} findings${findings.length > 0 ? ` in ${resolve(folder)}` : ""}`,
    );
    return findings.length > 0 ? 1 : 0;
  } finally {
    program.dispose();
  }
}
