import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseBsp, summarizeBsp } from "../../../src/formats/bsp/index.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { fuzzRuns } from "../../support/fuzz-runs.ts";
import { findIndexFaults } from "./index-faults.ts";
import { makeBsp } from "./make-bsp.ts";

type Mutation =
  | { readonly kind: "cut"; readonly at: number }
  | { readonly kind: "flip"; readonly at: number; readonly bit: number }
  | { readonly kind: "word"; readonly at: number; readonly value: number }
  | {
      readonly kind: "entry";
      readonly lump: number;
      readonly field: number;
      readonly value: number;
    }
  | { readonly kind: "swap"; readonly lump: number; readonly other: number };

/** Position in the file as a fraction of its length. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const extreme = fc.oneof(
  fc.constantFrom(0, 1, -1, 255, 32767, -32768, 65535, 0x7fffffff, -0x80000000, 0x7fc00000),
  fc.integer({ min: -300, max: 300 }),
  fc.integer(),
);
const lump = fc.integer({ min: 0, max: 63 });

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant("cut" as const), at: place }),
  fc.record({ kind: fc.constant("flip" as const), at: place, bit: fc.integer({ min: 0, max: 7 }) }),
  fc.record({ kind: fc.constant("word" as const), at: place, value: extreme }),
  fc.record({
    kind: fc.constant("entry" as const),
    lump,
    field: fc.integer({ min: 0, max: 3 }),
    value: extreme,
  }),
  fc.record({ kind: fc.constant("swap" as const), lump, other: lump }),
);

function mutate(source: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  let file = source.slice();
  for (const m of mutations) {
    const view = new DataView(file.buffer, 0, file.length);
    if (m.kind === "cut") {
      file = file.subarray(0, Math.floor(m.at * file.length));
    } else if (m.kind === "flip") {
      file[Math.floor(m.at * file.length)] ^= 1 << m.bit;
    } else if (m.kind === "word") {
      const at = Math.floor(m.at * file.length) & ~3;
      if (at + 4 <= file.length) view.setInt32(at, m.value, true);
    } else if (m.kind === "entry" && file.length >= 1036) {
      view.setInt32(8 + m.lump * 16 + m.field * 4, m.value, true);
    } else if (m.kind === "swap" && file.length >= 1036) {
      const a = file.slice(8 + m.lump * 16, 24 + m.lump * 16);
      file.copyWithin(8 + m.lump * 16, 8 + m.other * 16, 24 + m.other * 16);
      file.set(a, 8 + m.other * 16);
    }
  }
  return file;
}

/** Mutants of the made maps. */
const RUNS = fuzzRuns(3000);

let slowest = 0;
let read = 0;

/** Parses a damaged map, which must succeed or throw a FormatError in limited time. */
function survive(file: Uint8Array): void {
  const start = performance.now();
  try {
    const bsp = parseBsp(file);
    slowest = Math.max(slowest, performance.now() - start);
    summarizeBsp(bsp, null);
    const faults = findIndexFaults(bsp);
    if (faults.length > 0) throw new Error(faults.join("\n"));
    read++;
  } catch (error) {
    slowest = Math.max(slowest, performance.now() - start);
    if (!(error instanceof FormatError)) throw error;
  }
}

const MADE = [
  makeBsp({ light: "both", detailProps: true }),
  makeBsp({ version: 19 }),
  makeBsp({ littleEndian: false, light: "hdr7" }),
  makeBsp({ headerOrder: "left4dead2", version: 21 }),
  makeBsp({ lzma: ["LUMP_PLANES", "LUMP_FACES", "LUMP_LIGHTING", "LUMP_ENTITIES"] }),
];

describe("a mutated map either parses or throws a FormatError", () => {
  it("for generated maps", () => {
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...MADE), mutations, (file, list) => survive(mutate(file, list))),
      { numRuns: RUNS, seed: 20 },
    );
    expect(slowest).toBeLessThan(2000);
    // Most are refused early, but enough are parsed to test the guarantees.
    expect(read).toBeGreaterThan(RUNS / 10);
  });

  it("cut at every length within the header and the first lumps", () => {
    const [file] = MADE;
    for (let length = 0; length < 2400; length += length < 40 ? 1 : 13)
      survive(file.subarray(0, length));
    expect(() => parseBsp(file.subarray(0, 1035))).toThrow(FormatError);
  });

  it("with each word outside the lighting set to an extreme value", () => {
    const file = makeBsp({ light: "none", detailProps: true });
    const copy = file.slice();
    const view = new DataView(copy.buffer);
    for (const value of [-1, 0x7fffffff]) {
      for (let at = 4; at + 4 <= file.length; at += 4) {
        const before = view.getInt32(at, true);
        view.setInt32(at, value, true);
        survive(copy);
        view.setInt32(at, before, true);
      }
    }
    expect(copy).toEqual(file);
  });

  it("with random bytes after a valid signature and version", () => {
    const bytes = fc.uint8Array({ minLength: 0, maxLength: 3000 });
    fc.assert(
      fc.property(bytes, fc.constantFrom(19, 20, 21, 25), (tail, version) => {
        const file = new Uint8Array(8 + tail.length);
        file.set([0x56, 0x42, 0x53, 0x50, version]);
        file.set(tail, 8);
        survive(file);
      }),
      { numRuns: fuzzRuns(100), seed: 20 },
    );
  });

  // A TF2 map with displacements and props, a console map with LZMA lumps, and one of version 25.
  const REAL = [
    "bsp_tool/tests/maps/Team Fortress 2/test2.bsp",
    "bsp_tool/tests/maps/Momentum Mod/mp_lobby.bsp",
    "bsp_tool/tests/maps/Team Fortress 2/test_physcollide.bsp",
    "momentum_website/map.bsp",
  ];

  it.skipIf(!hasCorpus)("for real maps", () => {
    const files = REAL.map((path) => readCorpus(path));
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.constantFrom(...files), mutations, (file, list) =>
        survive(mutate(file, list)),
      ),
      { numRuns: fuzzRuns(250), seed: 21 },
    );
    expect(slowest).toBeLessThan(2000);
  });
});
