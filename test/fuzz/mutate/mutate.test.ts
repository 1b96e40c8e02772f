import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/compile/generate/random.ts";
import { TARGETS } from "../targets/index.ts";
import { listWords } from "./dictionary.ts";
import { havoc } from "./havoc.ts";
import { mutate } from "./mutate.ts";
import { Pool } from "./pool.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const bytes = (of: string) => new Uint8Array(Buffer.from(of, "latin1"));

describe("changes at random", () => {
  const original = bytes("VTF\0 12 34 a line\nb line\n".repeat(6));
  const source = { words: [bytes("WORD")], other: bytes("x".repeat(80)), mostBytes: 300 };
  const make = (seed: number, isText = false) =>
    text(havoc(original, isText, source, createRandom(seed)));

  it("are the same for the same seed, and do not write to the original", () => {
    const before = text(original);
    for (const isText of [false, true]) {
      const all = Array.from({ length: 400 }, (_, seed) => make(seed, isText));
      expect(Array.from({ length: 400 }, (_, seed) => make(seed, isText))).toEqual(all);
      expect(new Set(all).size).toBeGreaterThan(350);
      expect(all.every(({ length }) => length <= 300)).toBe(true);
    }
    expect(text(original)).toBe(before);
  });

  it("are of all kinds", () => {
    const all = Array.from({ length: 600 }, (_, seed) => make(seed));
    const texts = Array.from({ length: 600 }, (_, seed) => make(seed, true));
    expect(all.some((made) => made.length < original.length)).toBe(true);
    expect(all.some((made) => made.length > original.length)).toBe(true);
    // A word of the format, another file's bytes, and the ends of 32 bits in both orders.
    for (const part of ["WORD", "xxxx", "\xff\xff\xff\x7f", "\x7f\xff\xff\xff", "\0\0\xc0\x7f"]) {
      expect([part, all.some((made) => made.includes(part))]).toEqual([part, true]);
    }
    for (const part of ["WORD", "1e309", "-2147483649"]) {
      expect([part, texts.some((made) => made.includes(part))]).toEqual([part, true]);
    }
    expect(texts.some((made) => made.includes("b line\nb line\n"))).toBe(true);
  });

  it("do with the shortest files, too", () => {
    for (let seed = 0; seed < 300; seed++) {
      for (const file of [new Uint8Array(0), Uint8Array.of(7)]) {
        const { words, other } = source;
        const made = havoc(
          file,
          seed % 2 === 0,
          { words, other, mostBytes: 20 },
          createRandom(seed),
        );
        expect(made.length).toBeLessThanOrEqual(20);
      }
    }
  });
});

describe("words of a format", () => {
  const CODE = `
    const MAGIC = 0x46454443;
    if (view.getUint16(0) === 0x1234 || count > 4096) fail("bad-count", "a message of words");
    const KEYS = ["$basetexture", "\\"quoted"];`;

  it("stand in the code that reads it", () => {
    const words = listWords(CODE, false, ["more"]).map(text);
    expect(words).toEqual(
      expect.arrayContaining(["CDEF", "FEDC", "\x34\x12", "\x12\x34", "\0\x10", "$basetexture"]),
    );
    expect(words).toContain("more");
    expect(words).not.toContain("a message of words");
  });

  it("are numbers as text where files are text", () => {
    expect(listWords(CODE, true).map(text)).toEqual(
      expect.arrayContaining(["4096", "4660", "$basetexture", '"quoted']),
    );
  });
});

it("files that reached something new, and those that were tried least, are taken more often", () => {
  const pool = new Pool();
  for (let i = 0; i < 50; i++) pool.add(Uint8Array.of(i), i);
  const random = createRandom(3);
  const taken = new Int32Array(50);
  for (let i = 0; i < 5000; i++) taken[pool.pick(random).bytes[0]]++;
  expect(Math.min(...taken)).toBeGreaterThan(10);
  expect(Math.min(...taken.subarray(44))).toBeGreaterThan(2 * Math.max(...taken.subarray(0, 44)));
});

it("folds about one mutant of a map in 96, and marks it as costly", () => {
  const countCostly = (name: string) => {
    const { form, seeds } = TARGETS.find((target) => target.name === name)!;
    const random = createRandom(9);
    const [seed] = seeds();
    const source = { words: [], other: seed, mostBytes: 1 << 20 };
    const made = Array.from({ length: 600 }, () => mutate(form, seed, source, random));
    return made.filter(({ isCostly }) => isCostly).length;
  };
  expect(countCostly("bsp-header")).toBeGreaterThan(3);
  expect(countCostly("bsp-header")).toBeLessThan(16);
  expect(countCostly("mdl")).toBe(0);
  expect(countCostly("vmt")).toBe(0);
});
