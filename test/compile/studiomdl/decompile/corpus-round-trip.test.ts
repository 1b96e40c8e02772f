/** Real models, decompiled and compiled again, keep their counts, or a warning reports the loss. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LackingFileError } from "../../../../src/compile/studiomdl/decompile/decompile-files.ts";
import { ALL_MAPS, corpusPath, listCorpusFiles } from "../../../support/corpus.ts";
import { countParts, takeRound } from "./round-trip.ts";

/** Number of test cases that share the models, so that none takes long. */
const PARTS = 6;

/** Counts that may differ, each with the warning of the decompiler that reports it. */
const TOLD: Readonly<Record<string, RegExp>> = {
  eyelids: /eyelids? (is|are) not written/,
  layers: /layers are not written/,
};

/**
 * Largest model, in bytes with its vertices, that each run tries; VISLEAF_ALL_MAPS=1 tries all
 * models.
 */
const SMALL = 60_000;
const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);

const names = listCorpusFiles(".mdl").filter((name) => {
  const path = corpusPath(name);
  return ALL_MAPS || sizeOf(path) + sizeOf(path.replace(/\.mdl$/i, ".vvd")) < SMALL;
});
const sums: Record<string, [before: number, after: number]> = {};

describe.skipIf(names.length === 0)("real models, decompiled and compiled again", () => {
  it.each(Array.from({ length: PARTS }, (_, i) => i))(
    "keep their counts: part %i",
    async (part) => {
      const silent: string[] = [];
      for (const name of names.filter((_, i) => i % PARTS === part))
        silent.push(...(await compare(name)));
      expect(silent).toEqual([]);
    },
    300_000,
  );

  afterAll(() => {
    if (process.env.VISLEAF_ROUND_TRIP !== undefined) console.table(sums);
  });
});

/** Returns lines for counts that differ without a warning. */
async function compare(name: string): Promise<string[]> {
  const path = corpusPath(name);
  const read = async (file: string) => {
    const own = join(dirname(path), file);
    return existsSync(own) ? new Uint8Array(readFileSync(own)) : null;
  };
  const round = await takeRound(basename(path), { read }).catch((error) => {
    // A few models have no vertices beside them.
    if (error instanceof LackingFileError) return null;
    throw error;
  });
  if (round === null) return [];
  const ani = await read(basename(path).replace(/\.mdl$/i, ".ani"));
  const before = countParts(new Uint8Array(readFileSync(path)), ani ?? undefined);
  const after = countParts(round.mdl);
  return Object.keys(before).flatMap((key) => {
    sums[key] ??= [0, 0];
    sums[key][0] += before[key];
    sums[key][1] += after[key];
    const isTold = round.losses.some((line) => TOLD[key]?.test(line));
    return before[key] === after[key] || isTold
      ? []
      : [`${name}: ${key} ${before[key]} to ${after[key]}`];
  });
}
