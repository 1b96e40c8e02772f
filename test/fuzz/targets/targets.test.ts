import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { tryFile } from "../session/judge-end.ts";
import {
  CORPUS_FOLDER,
  FOUND_FOLDER,
  listFound,
  listMutants,
  MOST_CORPUS_BYTES,
} from "../session/kept-files.ts";
import { TARGETS } from "./index.ts";
import { joinParts, splitParts } from "./parts.ts";
import { strictBytes } from "./strict-bytes.ts";
import { chooseParts } from "./target.ts";

const root = resolve(import.meta.dirname, "../../..");

describe("targets of the fuzzer", () => {
  it("cover each folder of src/formats, and name code that exists", () => {
    const all = TARGETS.flatMap(({ code }) => code);
    for (const folder of readdirSync(resolve(root, "src/formats"), { withFileTypes: true })) {
      if (!folder.isDirectory()) continue;
      const path = `src/formats/${folder.name}/`;
      expect([path, all.some((code) => code.startsWith(path))]).toEqual([path, true]);
    }
    for (const code of all) {
      const folder = code.slice(0, code.lastIndexOf("/") + 1);
      const names = existsSync(resolve(root, folder)) ? readdirSync(resolve(root, folder)) : [];
      const start = code.slice(folder.length);
      expect([code, names.some((name) => name.startsWith(start))]).toEqual([code, true]);
    }
  });

  it("have different names", () => {
    const names = TARGETS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(TARGETS.map((target) => [target.name, target] as const))(
    "%s reads its seeds, which are the same each time",
    async (_, target) => {
      const seeds = target.seeds();
      expect(target.seeds()).toEqual(seeds);
      for (const seed of seeds) {
        expect(await tryFile(target, seed, () => {})).toEqual({ end: "read", message: "" });
      }
    },
  );
});

it("chooseParts gives all items for null, and each item to one share", () => {
  const items = ["a", "b", "c", "d", "e"];
  expect(chooseParts(items, null, 2)).toEqual(items);
  expect(chooseParts(items, 7)).toEqual(["c"]);
  expect([8, 9].map((part) => chooseParts(items, part, 2))).toEqual([
    ["a", "c", "e"],
    ["b", "d"],
  ]);
});

describe("files that were kept", () => {
  const listFolder = (folder: string) =>
    existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];

  it("belong to targets and are small, and each finding has a description", () => {
    const names = TARGETS.map(({ name }) => name);
    for (const folder of [FOUND_FOLDER, CORPUS_FOLDER]) {
      for (const file of listFolder(folder)) expect(names).toContain(file.split(/[\\/]/)[0]);
    }
    for (const { path } of TARGETS.flatMap(listFound)) {
      expect(existsSync(path.replace(/bin$/, "txt"))).toBe(true);
    }
    const sizes = listFolder(CORPUS_FOLDER).map((file) => statSync(join(CORPUS_FOLDER, file)));
    const byteLength = sizes.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    expect(byteLength).toBeGreaterThan(10_000);
    expect(byteLength).toBeLessThanOrEqual(MOST_CORPUS_BYTES);
  });

  it.each(TARGETS.map((target) => [target.name, target] as const))(
    "are read by %s, or refused",
    async (_, target) => {
      for (const { path, bytes } of [...listFound(target), ...listMutants(target)]) {
        const { end, message } = await tryFile(target, bytes, () => {});
        expect([path, end === "crashed" ? message : ""]).toEqual([path, ""]);
      }
    },
  );
});

describe("what targets read from", () => {
  it("splits into the wanted number of files for any lengths", () => {
    const parts = [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)];
    expect(splitParts(joinParts(parts), 3)).toEqual(parts);
    expect(splitParts(Uint8Array.of(255, 255, 255, 255, 7, 8), 2)).toEqual([
      Uint8Array.of(7, 8),
      new Uint8Array(0),
    ]);
    expect(splitParts(new Uint8Array(3), 4).map(({ length }) => length)).toEqual([0, 0, 0, 0]);
  });

  it("is bytes of which no more is read than there is", async () => {
    const bytes = strictBytes("a", Uint8Array.of(1, 2, 3));
    expect(await bytes.read(1, 2)).toEqual(Uint8Array.of(2, 3));
    for (const [offset, length] of [
      [2, 2],
      [-1, 1],
      [0, -1],
      [0.5, 1],
    ]) {
      await expect(bytes.read(offset, length)).rejects.toThrow(RangeError);
    }
  });
});
